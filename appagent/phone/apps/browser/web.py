"""The pages themselves, by address: invented places, and facts that no other page has."""

from appagent.phone.apps.browser.pages import (
    Attached,
    Block,
    Card,
    Choice,
    Entry,
    Facts,
    Form,
    Head,
    Image,
    Link,
    Links,
    Para,
    Site,
    Tick,
)

_WIKI = Links((("Openpedia", "openpedia.example"), ("Random article", "openpedia.example/Ida_Kessler"),
               ("中文", "openpedia.example/zh/翠屏山")))  # fmt: skip
_WIKI_ZH = Links((("开放百科", "openpedia.example"), ("翠屏山", "openpedia.example/zh/翠屏山"),
                  ("白鹭湖", "openpedia.example/zh/白鹭湖"), ("English", "openpedia.example/Mount_Verne")))  # fmt: skip
_PAPER = Links((("The Daily Ferry", "dailyferry.example"), ("Subscribe", "dailyferry.example/subscribe"),
                ("Contact", "dailyferry.example/contact")))  # fmt: skip

_CHAPTERS = (
    ("before", "Before you leave", (
        "Tell somebody where you go and when you mean to be back. Leave the number of your tent pitch at the hut.",
        "Register at the camp office at least 3 days ahead; the office is open from 7:30 to 18:45.")),
    ("tents", "Tents and pitches", (
        "A pitch is 5 by 6 metres and takes one tent for up to four people. Tents may stand for 12 nights at most.",
        "Pitches 40 to 52 lie under trees and are the last to dry after rain.")),
    ("water", "Water", (
        "Boil water from the stream for at least 4 minutes. The tap behind the office is the only one tested weekly.",
        "A person needs 3 litres a day in summer, and half of that again on the ridge.")),
    ("fire", "Fire", (
        "Fires are allowed in the nine stone rings only, from 17:00 until 22:30.",
        "Wood is sold at the office: 6 crowns a bundle. Cutting branches costs a fine of 150 crowns.")),
    ("food", "Food and bears", (
        "Hang food at least 4 metres above the ground and 60 metres from any tent.",
        "The locker by the bridge opens with the code on your pitch card.")),
    ("weather", "Weather", (
        "Storms come from the west, mostly after 15:00. Three short blasts of the horn mean: leave the ridge.",)),
    ("first-aid", "First aid", (
        "The first aid post is hut 7. A nurse is there on Tuesdays and Saturdays from 9 to 13.",
        "For a twisted ankle: rest, cool, press, and keep it high.")),
    ("maps", "Maps and paths", (
        "Red marks lead to the summit, blue marks round the lake, yellow marks back to the camp.",
        "The round by the lake takes 4 hours and 20 minutes without a rest.")),
    ("dogs", "Dogs", ("Dogs are welcome on a lead no longer than 2 metres. A dog pays 5 crowns a night.",)),
    ("waste", "Waste", ("Carry out what you carried in. Glass goes into the green bin at the gate.",)),
    ("prices", "Prices", (
        "A pitch is 18 crowns a night, a bed in the hut 32 crowns, a hot shower 2 crowns for five minutes.",)),
    ("phones", "Phones and emergency", (
        "There is a signal at the flagpole. The mountain rescue answers at 555 0170, day and night.",)),
)  # fmt: skip


def _handbook() -> tuple[Block, ...]:
    """A long page: contents that lead to its chapters, which lead back."""
    blocks: list[Block] = [
        Head("Camp handbook", "top", size=26),
        Para("What to know before you spend a night at the foot of Mount Verne."),
        Attached("camp-handbook.pdf", "5.1 MB"),
        Head("Contents"),
    ]
    blocks += [Link(f"{number}. {title}", f"#{name}") for number, (name, title, _) in enumerate(_CHAPTERS, 1)]
    for number, (name, title, words) in enumerate(_CHAPTERS, 1):
        blocks += [Head(f"{number}. {title}", name), *map(Para, words), Link("Back to top", "#top")]
    return tuple(blocks)


WEB: dict[str, Site] = {
    "start.example": Site("Harbour Start", (
        Head("Harbour Start", size=26),
        Form((Entry("q", "Search the web"),), "Search", "search.example/?q="),
        Links((("News", "dailyferry.example"), ("Openpedia", "openpedia.example"), ("Seed Fair", "seedfair.example"),
               ("Camp handbook", "handbook.example"), ("中文", "start.example/zh"))),
        Head("Weather in Port Alder"),
        Facts((("Today", "Rain, 9 °C"), ("Tomorrow", "Clear, 6 °C"), ("Tuesday", "Snow, -1 °C"), ("Sea", "11 °C"))),
        Head("Read today"),
        Card("Alder Bridge opens again on Friday", "After eleven weeks of repairs the first cars may cross.",
             "dailyferry.example/bridge"),
        Card("Article of the day: Mount Verne", "The highest mountain of the Northern Teeth, first climbed in 1874.",
             "openpedia.example/Mount_Verne"),
        Card("Seed Fair: autumn bulbs are in", "Free delivery over 20 crowns until the end of the month.",
             "seedfair.example"),
        Card("Cheese fair draws a record crowd", "More than nine thousand came to the market hall.",
             "dailyferry.example/cheese"),
        Links((("About", "start.example/about"), ("Help", "help.harbour.example"), ("Privacy", "start.example/privacy"))),
    )),
    "start.example/zh": Site("港湾导航", (
        Head("港湾导航", size=26),
        Form((Entry("q", "搜索网页"),), "搜一下", "search.example/?q="),
        Links((("新闻", "wanbao.example"), ("开放百科", "openpedia.example/zh/翠屏山"), ("种子集市", "seedfair.example/zh"),
               ("营地手册", "handbook.example"), ("English", "start.example"))),
        Head("今日天气"),
        Facts((("今天", "小雨，9 °C"), ("明天", "晴，6 °C"), ("周二", "小雪，-1 °C"))),
        Head("今日阅读"),
        Card("每日条目：翠屏山", "青岭山脉最高峰，主峰观云台常年积雪。", "openpedia.example/zh/翠屏山"),
        Card("白鹭湖湿地新增两条步道", "步道全长 7.4 公里，周六起免费开放。", "wanbao.example"),
        Card("种子集市：秋播球根到货", "满 20 元包邮，月底截止。", "seedfair.example/zh"),
        Links((("关于", "start.example/zh/about"), ("帮助", "help.harbour.example"))),
    )),
    "openpedia.example": Site("Openpedia, the open encyclopedia", (
        Head("Openpedia", size=26),
        Para("An encyclopedia that everybody may write. 6 articles in two languages."),
        Form((Entry("q", "Search Openpedia"),), "Go", "search.example/?q="),
        Head("Places"),
        Link("Mount Verne", "openpedia.example/Mount_Verne"),
        Link("Lake Oriel", "openpedia.example/Lake_Oriel"),
        Link("Alder Bridge", "openpedia.example/Alder_Bridge"),
        Link("翠屏山", "openpedia.example/zh/翠屏山"),
        Link("白鹭湖", "openpedia.example/zh/白鹭湖"),
        Head("People"),
        Link("Ida Kessler", "openpedia.example/Ida_Kessler"),
        Link("Tomas Brandt (not yet written)", "openpedia.example/Tomas_Brandt"),
    )),
    "openpedia.example/Mount_Verne": Site("Mount Verne - Openpedia", (
        _WIKI,
        Head("Mount Verne", size=26),
        Image("verne", "Mount Verne from the south, with the Storm Couloir in the middle"),
        Facts((("Height", "4,312 m"), ("Range", "Northern Teeth"), ("First ascent", "9 August 1874"),
               ("First climbers", "Ida Kessler and Jon Aske"), ("Easiest way", "South ridge, from Verne Hut"))),
        Links((("Name", "#name"), ("Geography", "#geography"), ("Huts", "#huts"), ("Climbing", "#climbing"))),
        Para("Mount Verne is the highest mountain of the Northern Teeth. Its foot lies at Lake Oriel, and on clear days "
             "it can be seen from Port Alder, 74 km away."),
        Link("Lake Oriel", "openpedia.example/Lake_Oriel"),
        Head("Name", "name"),
        Para("Herders called it the Old Verne, after the alders on its lower slopes. Maps have had the present name "
             "since 1826."),
        Head("Geography", "geography"),
        Para("The mountain carries five glaciers, of which the Aske Glacier is the longest with 6.8 km. It has lost 1.1 km "
             "since 1950."),
        Facts((("Glaciers", "5"), ("Longest glacier", "6.8 km"), ("Prominence", "1,946 m"))),
        Head("Huts", "huts"),
        Facts((("Kessler Hut", "2,910 m, 64 beds"), ("Verne Hut", "3,480 m, 38 beds"),
               ("Storm Bivouac", "3,905 m, 9 beds"))),
        Head("Climbing", "climbing"),
        Para("A permit is needed from May to October. It costs 85 crowns for a week, and half of that for students."),
        Para("About 1,300 people reach the top each year. The record from Kessler Hut and back stands at 5 hours and 51 "
             "minutes."),
        Link("Ida Kessler", "openpedia.example/Ida_Kessler"),
        Attached("verne-trail-map.pdf", "2.4 MB"),
    )),
    "openpedia.example/Lake_Oriel": Site("Lake Oriel - Openpedia", (
        _WIKI,
        Head("Lake Oriel", size=26),
        Image("oriel", "The lake in early spring"),
        Facts((("Area", "83 km²"), ("Greatest depth", "214 m"), ("Height", "612 m"), ("Islands", "7"),
               ("Flows out through", "the Alder"))),
        Para("Lake Oriel fills the valley south of Mount Verne. It was dammed in 1908 and rose by 9 metres."),
        Head("Islands", "islands"),
        Para("Hare Island is the largest with 41 hectares. Nobody has lived there since 1962."),
        Head("Fishing", "fishing"),
        Para("A day card costs 14 crowns; the season begins on 16 April. The largest pike so far weighed 19.3 kg."),
        Link("Mount Verne", "openpedia.example/Mount_Verne"),
        Link("Alder Bridge", "openpedia.example/Alder_Bridge"),
        Attached("oriel-islands.jpg", "860 KB"),
    )),
    "openpedia.example/Alder_Bridge": Site("Alder Bridge - Openpedia", (
        _WIKI,
        Head("Alder Bridge", size=26),
        Image("bridge", "The bridge seen from the old harbour"),
        Facts((("Length", "1,284 m"), ("Opened", "1931"), ("Engineer", "Tomas Brandt"), ("Cost", "4.6 million crowns"),
               ("Towers", "2, each 118 m high"))),
        Para("Alder Bridge carries the coast road over the mouth of the Alder. It took 1,140 workers four years to build."),
        Head("Toll", "toll"),
        Para("Cars paid a toll of 2 crowns until 1974. Since then the crossing is free."),
        Head("Repairs", "repairs"),
        Para("The deck was renewed in 1988 and the cables in 2009."),
        Link("Lake Oriel", "openpedia.example/Lake_Oriel"),
    )),
    "openpedia.example/Ida_Kessler": Site("Ida Kessler - Openpedia", (
        _WIKI,
        Head("Ida Kessler", size=26),
        Facts((("Born", "3 March 1846, Port Alder"), ("Died", "21 October 1919, Lund"), ("Known for", "Mount Verne, 1874"),
               ("First ascents", "17"))),
        Para("Ida Kessler was a teacher and climber. She wrote four books, the best known of which is A Summer Without Rope, "
             "of 1881."),
        Link("Mount Verne", "openpedia.example/Mount_Verne"),
    )),
    "openpedia.example/zh/翠屏山": Site("翠屏山 - 开放百科", (
        _WIKI_ZH,
        Head("翠屏山", size=26),
        Image("cuiping", "从东麓望翠屏山"),
        Facts((("海拔", "2,687 米"), ("所属山脉", "青岭山脉"), ("主峰", "观云台"), ("门票", "65 元"), ("索道", "往返 110 元"))),
        Links((("历史", "#history"), ("地理", "#geography"), ("交通", "#traffic"))),
        Para("翠屏山是青岭山脉的最高峰，山下有白鹭湖，天气晴好时可以望见八十公里外的海。"),
        Link("白鹭湖", "openpedia.example/zh/白鹭湖"),
        Head("历史", "history"),
        Para("山上的望云寺建于公元 1372 年，现存大殿为 1786 年重修。1983 年辟为公园。"),
        Head("地理", "geography"),
        Para("全山有大小瀑布 14 处，最高的一处落差 96 米。山中记录到植物 1,850 种。"),
        Head("交通", "traffic"),
        Para("从青岭站乘 12 路公交到山门，车程 45 分钟，末班车 18:20 发车。"),
        Attached("翠屏山导览图.pdf", "1.8 MB"),
    )),
    "openpedia.example/zh/白鹭湖": Site("白鹭湖 - 开放百科", (
        _WIKI_ZH,
        Head("白鹭湖", size=26),
        Facts((("面积", "46 平方公里"), ("最大水深", "37 米"), ("湖面海拔", "418 米"), ("岛屿", "5 座"))),
        Para("白鹭湖位于翠屏山南麓，每年十一月有两万多只候鸟在此过冬。"),
        Head("渡船", "boats"),
        Para("渡船每 40 分钟一班，成人票 22 元，儿童半价。"),
        Link("翠屏山", "openpedia.example/zh/翠屏山"),
    )),
    "seedfair.example": Site("Seed Fair", (
        Head("Seed Fair", size=26),
        Para("Seeds and bulbs from the islands, packed by hand since 1997."),
        Facts((("Small packet", "3.20 crowns"), ("Large packet", "7.50 crowns"), ("Tin", "12.00 crowns"))),
        Image("meadow", "Our trial field in June"),
        Head("Order", "order"),
        Form((
            Choice("variety", "Variety", ("Coast poppy", "Blue flax", "Moon daisy", "Winter pea", "Giant sunflower", "Red beet")),
            Choice("pack", "Pack", ("Small packet", "Large packet", "Tin"), "radio"),
            Entry("name", "Your name", required=True),
            Entry("street", "Street and town"),
            Tick("gift", "Wrap it as a gift"),
            Tick("newsletter", "Send me the newsletter", on=True),
        ), "Place order", "seedfair.example/thanks"),
        Links((("Delivery", "seedfair.example/delivery"), ("中文", "seedfair.example/zh"))),
    )),
    "seedfair.example/zh": Site("种子集市", (
        Head("种子集市", size=26),
        Para("海岛花种与球根，一九九七年起手工分装。"),
        Facts((("小包", "3.20 元"), ("大包", "7.50 元"), ("铁罐", "12.00 元"))),
        Head("下单", "order"),
        Form((
            Choice("variety", "品种", ("海滨罂粟", "蓝亚麻", "滨菊", "冬豌豆", "大向日葵", "红甜菜")),
            Choice("pack", "规格", ("小包", "大包", "铁罐"), "radio"),
            Entry("name", "您的姓名", required=True),
            Entry("street", "收货地址"),
            Tick("gift", "礼品包装"),
            Tick("newsletter", "订阅上新邮件", on=True),
        ), "提交订单", "seedfair.example/zh/thanks"),
        Links((("配送说明", "seedfair.example/zh/delivery"), ("English", "seedfair.example"))),
    )),
    "seedfair.example/thanks": Site("Thank you - Seed Fair", (
        Head("Thank you for your order", size=24),
        Para("It leaves our barn within two days. You pay when the parcel arrives."),
        Link("Back to the fair", "seedfair.example"),
    )),
    "seedfair.example/zh/thanks": Site("感谢订购 - 种子集市", (
        Head("感谢您的订购", size=24),
        Para("我们会在两天内发货，货到付款。"),
        Link("返回集市", "seedfair.example/zh"),
    )),
    "seedfair.example/delivery": Site("Delivery - Seed Fair", (
        Head("Delivery", size=24),
        Facts((("Islands", "1.50 crowns, 2 days"), ("Mainland", "3.90 crowns, 4 days"), ("Abroad", "9.80 crowns, 12 days"))),
        Para("Nothing to pay for delivery on orders over 20 crowns."),
        Link("Back to the fair", "seedfair.example"),
    )),
    "dailyferry.example": Site("The Daily Ferry", (
        Head("The Daily Ferry", size=26),
        _PAPER,
        Card("Alder Bridge opens again on Friday", "After eleven weeks of repairs the first cars may cross.",
             "dailyferry.example/bridge"),
        Card("Ferries: the winter timetable", "Fewer boats to Hare Island, and a new one at night.", "dailyferry.example/ferries"),
        Card("Cheese fair draws a record crowd", "More than nine thousand came to the market hall.", "dailyferry.example/cheese"),
        Head("More"),
        Link("Opinion: give the harbour back its benches", "dailyferry.example/benches"),
        Link("Mount Verne, then and now", "openpedia.example/Mount_Verne"),
        Link("Letters to the editor", "dailyferry.example/letters"),
    ), cookies=True),
    "dailyferry.example/bridge": Site("Alder Bridge opens again on Friday - The Daily Ferry", (
        _PAPER,
        Head("Alder Bridge opens again on Friday", size=24),
        Image("bridge", "Workers on the south tower"),
        Para("After eleven weeks of repairs the first cars may cross at 6:15 on Friday morning. Buses follow at noon."),
        Para("The repairs cost 38.2 million crowns, 2.7 million less than planned. 412 cables were checked and 29 replaced."),
        Para("Cyclists have to wait until 12 December, when the new path on the east side is ready."),
        Link("More about the bridge", "openpedia.example/Alder_Bridge"),
        Card("Read without limits", "The whole paper for 3 crowns a month.", "dailyferry.example/subscribe"),
    ), cookies=True),
    "dailyferry.example/ferries": Site("Ferries: the winter timetable - The Daily Ferry", (
        _PAPER,
        Head("Ferries: the winter timetable", size=24),
        Para("From Monday the boats leave Port Alder less often. A ticket still costs 4.40 crowns, a bicycle 1.80."),
        Facts((("To Hare Island", "7:10, 11:50, 16:25"), ("To Lund", "6:40, 9:05, 13:30, 18:15"),
               ("Night boat to Lund", "23:20, Fridays only"))),
        Attached("ferry-timetable.pdf", "340 KB"),
    ), cookies=True),
    "dailyferry.example/cheese": Site("Cheese fair draws a record crowd - The Daily Ferry", (
        _PAPER,
        Head("Cheese fair draws a record crowd", size=24),
        Para("9,370 people came to the market hall, a third more than last year. 56 dairies showed 210 kinds of cheese."),
        Para("The jury's prize went to Marta Oyelaran for a goat cheese ripened for 14 months."),
    ), cookies=True),
    "dailyferry.example/subscribe": Site("Subscribe - The Daily Ferry", (
        _PAPER,
        Head("Read without limits", size=24),
        Para("3 crowns a month. Your subscription renews until you cancel it."),
        Form((Entry("mail", "Your e-mail", required=True), Choice("plan", "Plan", ("Monthly, 3 crowns", "Yearly, 30 crowns"), "radio")),
             "Subscribe and pay", "dailyferry.example/welcome"),
    ), cookies=True),
    "dailyferry.example/welcome": Site("Welcome - The Daily Ferry", (
        _PAPER, Head("Welcome aboard", size=24), Para("We have charged your account."),
    )),
    "wanbao.example": Site("港湾晚报", (
        Head("港湾晚报", size=26),
        Head("白鹭湖湿地新增两条步道"),
        Para("白鹭湖湿地新增的两条步道全长 7.4 公里，周六起免费开放，开放时间为 8:30 至 17:00。"),
        Image("egret", "步道入口处的观鸟台"),
        Head("青岭站至山门公交加密"),
        Para("12 路公交周末每 15 分钟一班，票价不变，仍为 3 元。"),
        Link("翠屏山", "openpedia.example/zh/翠屏山"),
    ), cookies=True),
    "handbook.example": Site("Camp handbook", _handbook()),
}  # fmt: skip

"""What Shop sells and what buyers say of it, each word in (English, Chinese)."""

import zlib
from dataclasses import dataclass, field

Both = tuple[str, str]
Options = dict[str, dict[str, float]]

# Key: category, name, icon; the categories are the tabs of the first page.
KINDS: dict[str, tuple[str, Both, str]] = {
    "drive": ("Tech", ("Hard drives", "硬盘"), "storage"),
    "memory": ("Tech", ("Memory sticks", "U盘"), "devices"),
    "cable": ("Tech", ("Cables and chargers", "线材充电"), "link"),
    "audio": ("Tech", ("Headphones", "耳机音响"), "headphones"),
    "input": ("Tech", ("Keyboards and mice", "键盘鼠标"), "keyboard"),
    "light": ("Home", ("Lamps", "灯具"), "lamp"),
    "bedding": ("Home", ("Bedding", "床上用品"), "bed"),
    "kettle": ("Kitchen", ("Kettles and coffee", "水壶咖啡"), "cup"),
    "table": ("Kitchen", ("Pans and tableware", "锅具餐具"), "bowl"),
    "shoes": ("Sport", ("Running", "跑步"), "shoe"),
    "outdoor": ("Sport", ("Outdoor", "户外"), "tent"),
}
CATEGORIES = ("Tech", "Home", "Kitchen", "Sport")


@dataclass(frozen=True)
class Product:
    """One thing on sale. price: without any option; options: what can be chosen, and what each choice adds to it."""

    name: Both
    brand: str
    kind: str
    price: float
    sold: int
    options: Options = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)
    used: bool = False


def _plain(choice: str, *values: str) -> Options:
    """Choices that cost the same."""
    return {choice: dict.fromkeys(values, 0.0)}


def _drive(name: Both, brand: str, price: float, sold: int, options: Options, weight: str, months: int,
           plug: str = "USB 3.2", used: bool = False) -> Product:  # fmt: skip
    facts = {"Interface": plug, "Weight": weight, "Warranty, months": str(months)}
    return Product(name, brand, "drive", price, sold, options, facts, used)


_COLOURS = _plain("Colour", "Black", "White")
_SIZES = _plain("Size", "39", "40", "41", "42", "43")

PRODUCTS: dict[str, Product] = {
    "basalt-slim": _drive(("Basalt Slim portable hard drive", "玄武 Slim 移动硬盘"), "Basalt", 139, 8200,
                          {"Capacity": {"500 GB": 0, "1 TB": 80, "2 TB": 190}, **_COLOURS}, "210 g", 24),
    "corvid-go": _drive(("Corvid Go portable hard drive 1 TB", "鸦羽 Go 移动硬盘 1 TB"), "Corvid", 189, 5400, _COLOURS, "180 g", 36),
    "corvid-go-used": _drive(("Corvid Go portable hard drive 1 TB, used", "二手 鸦羽 Go 移动硬盘 1 TB"), "Corvid", 99, 310,
                             {}, "180 g", 0, used=True),
    "kelvin-desk": _drive(("Kelvin Desk internal hard drive 1 TB", "开尔文 Desk 台式机硬盘 1 TB"), "Kelvin", 175, 1900, {}, "640 g", 24, "SATA"),
    "kelvin-max": _drive(("Kelvin Max internal hard drive 4 TB", "开尔文 Max 台式机硬盘 4 TB"), "Kelvin", 459, 860, {}, "690 g", 60, "SATA"),
    "nimbus-x": _drive(("Nimbus X portable SSD hard drive", "雨云 X 移动固态硬盘"), "Nimbus", 179, 9700,
                       {"Capacity": {"500 GB": 0, "1 TB": 100}, **_COLOURS}, "58 g", 36),
    "tern-vault": _drive(("Tern Vault portable hard drive", "燕鸥 Vault 移动硬盘"), "Tern", 159, 2600,
                         {"Capacity": {"500 GB": 0, "1 TB": 36, "2 TB": 140}}, "195 g", 18),
    "tern-vault-500": _drive(("Tern Vault Lite portable hard drive 500 GB", "燕鸥 Vault Lite 移动硬盘 500 GB"), "Tern", 119, 4100,
                             _COLOURS, "150 g", 12),
    "kelvin-refit": _drive(("Kelvin internal hard drive 1 TB, refurbished", "翻新 开尔文 台式机硬盘 1 TB"), "Kelvin", 129,
                           740, {}, "640 g", 6, "SATA", used=True),
    "basalt-pro": _drive(("Basalt Pro portable hard drive 1 TB", "玄武 Pro 移动硬盘 1 TB"), "Basalt", 219, 6100, _COLOURS, "230 g", 60),
    "drive-case": Product(("Case for portable hard drives 1 TB to 4 TB", "移动硬盘收纳包 适用 1 TB-4 TB"), "Basalt", "drive",
                          29, 12400, _COLOURS, {"Weight": "70 g"}),
    "nimbus-stick": Product(("Nimbus memory stick 1 TB", "雨云 U盘 1 TB"), "Nimbus", "memory", 149, 3300, {},
                            {"Interface": "USB 3.1", "Weight": "9 g"}),
    "corvid-stick": Product(("Corvid memory stick 128 GB", "鸦羽 U盘 128 GB"), "Corvid", "memory", 39, 15800, _COLOURS,
                            {"Interface": "USB 3.1", "Weight": "8 g"}),
    "braid-cable": Product(("Braided USB-C cable", "USB-C 编织数据线"), "Volta", "cable", 15, 22100,
                           {"Length": {"1 m": 0, "2 m": 6, "3 m": 11}}, {"Power": "60 W"}),
    "volta-plug": Product(("Volta fast charger 65 W", "伏特 65 W 快充头"), "Volta", "cable", 89, 7600, _COLOURS, {"Power": "65 W", "Weight": "110 g"}),
    "volta-bank": Product(("Volta power bank 10000 mAh", "伏特 充电宝 10000 mAh"), "Volta", "cable", 119, 6900, _COLOURS,
                          {"Power": "22 W", "Weight": "200 g"}),
    "wren-buds": Product(("Wren wireless earbuds", "鹪鹩 真无线耳机"), "Wren", "audio", 199, 11300, _COLOURS, {"Battery": "28 h", "Weight": "48 g"}),
    "wren-over": Product(("Wren Studio headphones", "鹪鹩 Studio 头戴式耳机"), "Wren", "audio", 349, 2800, _COLOURS,
                         {"Battery": "45 h", "Weight": "250 g"}),
    "echo-box": Product(("Echo Box bluetooth speaker", "回声 蓝牙音箱"), "Wren", "audio", 159, 4700,
                        _plain("Colour", "Red", "Black"), {"Battery": "12 h", "Power": "20 W"}),
    "tap-board": Product(("Tapio mechanical keyboard", "塔皮欧 机械键盘"), "Tapio", "input", 259, 3900,
                         _plain("Switches", "Quiet", "Clicky"), {"Weight": "820 g", "Warranty, months": "24"}),
    "tap-mouse": Product(("Tapio wireless mouse", "塔皮欧 无线鼠标"), "Tapio", "input", 79, 9100, _COLOURS,
                         {"Battery": "90 h", "Weight": "85 g"}),
    "moth-lamp": Product(("Moth desk lamp", "飞蛾 护眼台灯"), "Moth", "light", 129, 5200, _COLOURS, {"Power": "9 W", "Weight": "1.1 kg"}),
    "moth-night": Product(("Moth night light", "飞蛾 小夜灯"), "Moth", "light", 35, 8800, {}, {"Power": "1 W"}),
    "loom-blanket": Product(("Loom wool blanket", "织机 羊毛毯"), "Loom", "bedding", 239, 1400,
                            _plain("Colour", "Grey", "Green"), {"Weight": "1.4 kg"}),
    "loom-pillow": Product(("Loom memory foam pillow", "织机 记忆棉枕"), "Loom", "bedding", 99, 6600, {}, {"Weight": "900 g"}),
    "rill-kettle": Product(("Rill electric kettle 1.7 L", "溪流 电热水壶 1.7 L"), "Rill", "kettle", 109, 7300, _COLOURS,
                           {"Power": "1800 W", "Volume": "1.7 L", "Warranty, months": "24"}),
    "rill-press": Product(("Rill French press", "溪流 法压壶"), "Rill", "kettle", 69, 2500,
                          {"Volume": {"350 ml": 0, "1 L": 20}}, {"Weight": "480 g"}),
    "ember-grinder": Product(("Ember coffee grinder", "余烬 咖啡磨豆机"), "Ember", "kettle", 149, 1800, {}, {"Power": "150 W", "Weight": "1.2 kg"}),
    "ember-pan": Product(("Ember cast iron pan", "余烬 铸铁锅"), "Ember", "table", 179, 3100,
                         {"Size": {"24 cm": 0, "28 cm": 40}}, {"Weight": "2.6 kg"}),
    "clay-mugs": Product(("Set of four clay mugs", "粗陶马克杯四件套"), "Clay & Co", "table", 79, 2200,
                         _plain("Colour", "White", "Green"), {"Volume": "320 ml"}),
    "clay-bowl": Product(("Clay noodle bowl", "粗陶面碗"), "Clay & Co", "table", 28, 4800, {}, {"Volume": "900 ml"}),
    "hare-run": Product(("Hare Tempo running shoes", "野兔 Tempo 跑鞋"), "Hare", "shoes", 399, 2900, _SIZES, {"Weight": "240 g"}),
    "hare-trail": Product(("Hare Trail running shoes", "野兔 Trail 越野跑鞋"), "Hare", "shoes", 459, 1700, _SIZES, {"Weight": "290 g"}),
    "hare-bottle": Product(("Hare drinking bottle", "野兔 运动水壶"), "Hare", "shoes", 49, 6400,
                           {"Volume": {"500 ml": 0, "750 ml": 10}}, {"Weight": "130 g"}),
    "fern-tent": Product(("Fern two-person tent", "蕨叶 双人帐篷"), "Fern", "outdoor", 529, 900,
                         _plain("Colour", "Green", "Red"), {"Weight": "2.3 kg"}),
    "fern-pack": Product(("Fern hiking backpack 30 L", "蕨叶 登山包 30 L"), "Fern", "outdoor", 269, 2100, _COLOURS,
                         {"Volume": "30 L", "Weight": "1.0 kg"}),
    "fern-mat": Product(("Fern yoga mat", "蕨叶 瑜伽垫"), "Fern", "outdoor", 89, 5900, _plain("Colour", "Green", "Grey"),
                        {"Weight": "1.0 kg"}),
}  # fmt: skip

_SAID: list[tuple[Both, int, Both]] = [
    (("Mona", "小满"), 5, ("Arrived in two days and works as it should. I would buy it again.", "两天就到了，用着没问题，会回购。")),
    (("J. Ortiz", "老周"), 4, ("Good for the money. The box was dented, what was in it was not.", "性价比不错，外箱压了一下，东西没事。")),
    (("Pia", "阿皮"), 2, ("Smaller than I thought, and the colour is not that of the picture.", "比想象中小，颜色和图片不一样。")),
    (("Karl S.", "卡卡"), 5, ("My third one. The first is still in use after six years.", "第三次买了，第一个用了六年还好好的。")),
    (("Yuki", "雪儿"), 4, ("Does what it says. The manual is only in tiny print.", "和描述一致，就是说明书字太小。")),
    (("Otto", "奥托"), 1, ("Stopped working after a week. I sent it back and had my money the next day.", "一周就坏了，退货第二天就退款了。")),
    (("Ines", "伊娜"), 5, ("A present for my father, he is very happy with it.", "送给爸爸的，他特别喜欢。")),
    (("Ravi", "阿威"), 3, ("All right, but the neighbour's was cheaper.", "还行吧，邻居买的更便宜。")),
    (("Helga", "海歌"), 4, ("Quick delivery, well packed, a little heavy.", "发货快，包装好，稍微有点重。")),
    (("Dan", "大丹"), 5, ("Exactly what I was looking for.", "正是我想要的。")),
    (("Lucía", "露西"), 2, ("It smells of plastic for the first days.", "头几天有塑料味。")),
]  # fmt: skip


def reviews_of(key: str) -> list[tuple[Both, int, Both]]:
    """What buyers say of a product, always the same: who, how many stars of five, and what."""
    chance = zlib.crc32(key.encode())
    return [_SAID[(chance + number) % len(_SAID)] for number in range(4 + chance // 100 % 6)]

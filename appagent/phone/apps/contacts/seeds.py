"""Who is in Contacts when it is new, each name and note in (English, Chinese), and the app's words in Chinese."""

Both = tuple[str, str]
MOBILE, HOME, WORK, MAIN = "Mobile", "Home", "Work", "Main"

PREFIX: Both = ("206-555-", "138 0055 ")  # before the four digits of a number
LABELS: list[Both] = [("Family", "家人"), ("Climbing club", "攀岩俱乐部"), ("Neighbours", "邻居")]

# First and last name, numbers by type, the labels' numbers, and what else is known of them.
PEOPLE: list[tuple[Both, Both, dict[str, str], tuple[int, ...], dict[str, str | Both]]] = [
    (("Adam", "磊"), ("Berg", "安"), {MOBILE: "0103"}, (1,), {}),
    (("Alice", "静"), ("Moreno", "白"), {MOBILE: "0114", WORK: "0188"}, (),
     {"email": "alice@larkpress.example", "company": ("Lark Press", "云雀出版社"), "job": ("Editor", "编辑")}),
    (("Beatrice", "雪"), ("Lund", "陈"), {MOBILE: "0121"}, (2,), {"address": ("14 Alder Street", "赤杨街14号")}),
    (("Bruno", "涛"), ("Costa", "丁"), {MOBILE: "0127", HOME: "0130"}, (1,), {"birthday": "1988-09-17"}),
    (("Carla", "敏"), ("Jensen", "方"), {WORK: "0133"}, (), {"company": ("Jensen Roofing", "方氏屋面")}),
    (("", ""), ("", ""), {MAIN: "0135"}, (),
     {"company": ("City Dental", "城市牙科"), "address": ("3 Harbour Road", "港湾路3号"),
      "note": ("Open on Saturdays until noon", "周六上午营业")}),
    (("Daniel", "强"), ("Osei", "高"), {MOBILE: "0141"}, (1,), {"starred": "yes"}),
    (("Elena", "丽"), ("Petrova", "韩"), {MOBILE: "0144", WORK: "0147"}, (),
     {"email": "elena@brightlab.example", "company": ("Bright Lab", "明光实验室"), "birthday": "1991-03-08"}),
    (("Emily", "婷"), ("Clark", "何"), {MOBILE: "0150"}, (2,), {}),
    (("Felix", "杰"), ("Wagner", "蒋"), {MOBILE: "0156"}, (), {"nickname": ("Fex", "小杰")}),
    (("Grace", "晶"), ("Kim", "金"), {MOBILE: "0160"}, (1,), {"birthday": "1994-12-02"}),
    (("Hannah", "娜"), ("Lee", "李"), {MOBILE: "0163"}, (), {"email": "hannah@lee.example"}),
    (("Ivan", "刚"), ("Novak", "林"), {MOBILE: "0169", HOME: "0170"}, (), {}),
    (("James", "俊"), ("Carter", "刘"), {WORK: "0172", MOBILE: "0173"}, (),
     {"company": ("Hill & Carter", "山河律所"), "job": ("Lawyer", "律师"), "email": "james@hillcarter.example"}),
    (("Karen", "燕"), ("Holt", "马"), {MOBILE: "0178"}, (2,), {"note": ("Has our spare key", "有我们家的备用钥匙")}),
    (("Liam", "伟"), ("O'Brien", "钱"), {MOBILE: "0181"}, (1,), {}),
    (("Lucy", "露"), ("Chen", "秦"), {MOBILE: "0184"}, (), {"starred": "yes", "birthday": "1990-06-21"}),
    (("Marco", "明"), ("Rossi", "沈"), {MOBILE: "0190", WORK: "0191"}, (),
     {"company": ("Rossi Catering", "沈家菜馆"), "email": "marco@rossi.example"}),
    (("Maria", "梅"), ("Lopez", "宋"), {MOBILE: "0193"}, (), {"email": "maria@lopez.example"}),
    (("Mom", "妈妈"), ("", ""), {MOBILE: "0101", HOME: "0100"}, (0,), {"starred": "yes", "birthday": "1962-05-30"}),
    (("Nina", "宁"), ("Patel", "孙"), {MOBILE: "0195"}, (), {"website": "ninapatel.example"}),
    (("Oliver", "浩"), ("Grant", "唐"), {WORK: "0197"}, (), {"company": ("Grant Motors", "唐记车行")}),
    (("Paul", "波"), ("Dubois", "王"), {MOBILE: "0199"}, (), {}),
    (("Priya", "芳"), ("Shah", "吴"), {MOBILE: "0204", HOME: "0205"}, (), {"email": "priya@shah.example"}),
    (("Rachel", "蕾"), ("Stone", "徐"), {MOBILE: "0208"}, (2,), {}),
    (("Grace", "晶"), ("Kim", "金"), {WORK: "0211"}, (), {"email": "grace@kim.example"}),
    (("Samuel", "山"), ("Ito", "杨"), {MOBILE: "0214"}, (1,), {}),
    (("Tara", "桃"), ("Singh", "姚"), {MOBILE: "0217"}, (), {"job": ("Photographer", "摄影师")}),
    (("Marco", "小明"), ("R.", ""), {MOBILE: "0190"}, (), {}),
    (("Victor", "文"), ("Lang", "张"), {MOBILE: "0226"}, (), {}),
    (("Yuki", "雨"), ("Tanaka", "赵"), {MOBILE: "0229", WORK: "0230"}, (), {}),
    (("Zara", "珍"), ("Malik", "周"), {MOBILE: "0233"}, (0,), {"nickname": ("Zee", "珍珍")}),
]  # fmt: skip

CALLS = [
    ("0101", "voice", "2026-11-21 19:05"),
    ("0184", "video", "2026-11-20 20:31"),
    ("0135", "voice", "2026-11-19 09:12"),
]
MESSAGES: list[tuple[str, Both, str]] = [
    ("0101", ("I arrive on Friday at six", "我周五六点到"), "2026-11-21 19:20"),
    ("0178", ("Could you water our plants this week?", "这周能帮我们浇浇花吗？"), "2026-11-18 08:02"),
]
BLOCKED = ["0999"]

WORDS = {
    "Contacts": "联系人", "Favourites": "收藏", "Organise": "整理", "Search contacts": "搜索联系人", "New contact": "新建联系人",
    "{} contacts": "{} 位联系人", "No contacts": "没有联系人", "No favourites": "没有收藏的联系人", "No results": "没有结果",
    "No name": "无姓名", "Select all": "全选", "{} selected": "已选 {} 项", "Quick contact for {}": "{} 的快捷联系",
    "Mobile": "手机", "Home": "住宅", "Work": "单位", "Main": "总机", "Work fax": "单位传真", "Home fax": "住宅传真",
    "Pager": "寻呼机", "Other": "其他", "Type of number": "号码类型", "Choose a number": "选择号码",
    "Edit contact": "编辑联系人", "First name": "名字", "Last name": "姓氏", "Company": "公司", "Job title": "职位",
    "Phone": "电话", "Email": "邮箱", "Nickname": "昵称", "Address": "地址", "Website": "网站", "Note": "备注",
    "Birthday": "生日", "Add phone": "添加电话", "More fields": "更多字段", "None": "无", "Remove": "移除",
    "Day": "日", "Month": "月", "Year": "年", "{day} {month} {year}": "{year}年{number}月{day}日",
    "Save your changes?": "保存更改？", "Discard": "放弃", "Contact saved": "联系人已保存", "Nothing to save": "没有可保存的内容",
    "Choose a picture": "选择图片", "From another app": "来自其他应用", "Remove picture": "移除图片",
    "No number": "没有号码", "No email": "没有邮箱", "Labels": "标签", "Block numbers": "屏蔽号码",
    "Unblock": "取消屏蔽",
    "Select {}": "选择 {}",
    "Picture {}": "图片 {}",
    "Unblock numbers": "取消屏蔽", "Block {}?": "屏蔽 {}？", "Block": "屏蔽", "Blocked": "已屏蔽",
    "You will no longer get calls or texts from them.": "你将不再收到对方的来电和短信。",
    "Delete {}?": "删除 {}？", "Delete {} contacts?": "删除 {} 位联系人？", "{} deleted": "已删除 {}", "Recent": "最近",
    "Call": "呼叫", "Message": "短信", "You called": "你拨打了电话", "You started a video call": "你发起了视频通话", "Calling…": "正在呼叫…",
    "Video calling…": "正在视频呼叫…", "Text message": "短信内容", "Send message": "发送短信", "No messages": "没有短信",
    "Merge duplicates": "合并重复联系人", "{} suggestions": "{} 条建议", "No duplicates": "没有重复的联系人",
    "Merge": "合并", "Merge all": "全部合并", "Contacts merged": "联系人已合并", "Merged contact": "合并后的联系人",
    "These may be the same person": "可能是同一个人", "Keep apart": "保持分开", "New label": "新建标签",
    "Rename": "重命名", "Delete label {}?": "删除标签“{}”？", "The contacts stay.": "联系人不会被删除。", "Add contacts": "添加联系人",
    "Nobody has this label": "没有此标签的联系人", "Blocked numbers": "已屏蔽的号码", "Add a number": "添加号码",
    "No blocked numbers": "没有已屏蔽的号码", "Number": "号码", "Sort by": "排序方式", "Name format": "姓名格式",
    "First name first": "名在前", "Last name first": "姓在前", "Display": "显示", "Editing": "编辑",
    "Only contacts with a number": "仅显示有号码的联系人", "Company below the name": "在姓名下显示公司", "Type of new numbers": "新号码的类型",
}  # fmt: skip

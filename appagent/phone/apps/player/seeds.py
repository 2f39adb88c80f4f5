"""What Player holds when it is new: albums, playlists and its own words, each in (English, Chinese)."""

Both = tuple[str, str]

# Album, artist, year, and its songs with their seconds; the later ones came to the phone later.
ALBUMS: list[tuple[Both, Both, int, list[tuple[Both, int]]]] = [
    (("Northern Sky", "北方天空"), ("Lars Vinter", "林冬"), 2018, [
        (("Aurora", "极光"), 301), (("Snow Line", "雪线"), 264), (("Cabin Fire", "木屋炉火"), 218),
        (("Frozen Lake", "冰湖"), 279),
    ]),
    (("Granite", "花岗岩"), ("Iron Orchard", "铁果园"), 2016, [
        (("Granite", "花岗岩"), 287), (("Hammer and Bell", "锤与钟"), 233), (("Quarry Song", "采石歌"), 266),
    ]),
    (("Paper Boats", "纸船"), ("Mira Holt", "何米拉"), 2019, [
        (("Harbour Lights", "港口灯火"), 214), (("Paper Boats", "纸船"), 187), (("Low Tide", "退潮"), 243),
        (("Seagull Street", "海鸥街"), 201),
    ]),
    (("Night Trams", "夜行电车"), ("The Kettles", "水壶乐队"), 2021, [
        (("Last Tram Home", "末班电车"), 198), (("Neon Rain", "霓虹雨"), 226), (("Platform Nine", "九号站台"), 175),
        (("Two Tickets", "两张车票"), 252),
    ]),
    (("Velvet Hour", "丝绒时刻"), ("June Castle", "江小六"), 2020, [
        (("Velvet Hour", "丝绒时刻"), 238), (("Candle Talk", "烛光夜话"), 221), (("Blue Piano", "蓝色钢琴"), 194),
    ]),
    (("Slow Mornings", "慢早晨"), ("Ada Brook", "白小溪"), 2022, [
        (("Coffee First", "先喝咖啡"), 169), (("Window Seat", "靠窗的座位"), 205), (("Half Awake", "半梦半醒"), 232),
    ]),
    (("Field Notes", "田野笔记"), ("Mira Holt", "何米拉"), 2023, [
        (("Wild Barley", "野大麦"), 196), (("Crickets", "蟋蟀"), 158), (("Long Way Round", "绕远路"), 247),
    ]),
    (("Kitchen Disco", "厨房迪斯科"), ("Bella Ponti", "庞贝拉"), 2023, [
        (("Sugar and Salt", "糖和盐"), 183), (("Spin the Plates", "转盘子"), 192), (("Midnight Snack", "夜宵"), 211),
        (("Dishwater Blues", "洗碗蓝调"), 224),
    ]),
    (("Postcards", "明信片"), ("Otto and Lin", "林与奥"), 2024, [
        (("From Lisbon", "来自里斯本"), 181), (("From Hanoi", "来自河内"), 176), (("From Oslo", "来自奥斯陆"), 189),
        (("Stamps", "邮票"), 203),
    ]),
]  # fmt: skip
FAVOURITES = ("Low Tide", "Blue Piano")
QUEUE = ("Harbour Lights", "Paper Boats", "Low Tide", "Seagull Street", "Wild Barley", "Crickets", "Long Way Round")
PLAYLISTS: list[tuple[Both, tuple[str, ...]]] = [
    (("Running", "跑步"), ("Neon Rain", "Hammer and Bell", "Sugar and Salt", "Spin the Plates")),
    (("Dinner", "晚餐"), ("Candle Talk", "Blue Piano", "Coffee First")),
    (("Road trip", "自驾游"), ("Long Way Round", "Last Tram Home", "From Lisbon", "From Oslo", "Aurora")),
]

# The equaliser's bands, and how much its presets raise each, dB.
BANDS = ("60 Hz", "230 Hz", "910 Hz", "3.6 kHz", "14 kHz")
PRESETS: dict[str, tuple[int, ...]] = {
    "Flat": (0, 0, 0, 0, 0), "Bass": (8, 5, 0, -1, 1), "Rock": (5, 3, -1, 3, 5), "Classical": (5, 3, -2, 4, 4),
    "Vocal": (-3, -1, 5, 4, -2),
}  # fmt: skip
CUSTOM = "Custom"

# The app's own words, English to Chinese.
WORDS = {
    "Player": "音乐", "Songs": "歌曲", "Albums": "专辑", "Artists": "歌手", "Playlists": "歌单", "Play": "播放",
    "{} songs": "{} 首歌曲", "Shuffle all": "随机播放全部", "Sort by": "排序方式", "Title": "标题",
    "Artist": "歌手", "Length": "时长", "Recently added": "最近添加", "Play next": "下一首播放",
    "Add to queue": "添加到播放队列", "Add to playlist": "添加到歌单", "Go to album": "查看专辑", "Go to artist": "查看歌手",
    "Song details": "歌曲详情", "Remove from playlist": "从歌单中移除", "Delete from phone": "从手机中删除",
    "Delete this song?": "删除这首歌曲？", "It is also taken out of playlists.": "它也会从歌单中移除。",
    "Plays next": "将在下一首播放", "Added to queue": "已添加到播放队列", "Added to {}": "已添加到“{}”",
    "Already in {}": "“{}”中已有这首歌", "Album": "专辑", "Year": "年份", "Format": "格式", "New playlist": "新建歌单",
    "Name": "名称", "Rename": "重命名", "Delete playlist": "删除歌单", "Delete {}?": "删除“{}”？",
    "The songs stay on the phone.": "歌曲仍会保留在手机中。", "Playlist deleted": "歌单已删除", "A name is needed": "请输入名称",
    "There is a playlist of that name": "已有同名歌单", "Favourites": "我喜欢的", "Recently played": "最近播放",
    "Add songs": "添加歌曲", "No songs here": "这里还没有歌曲", "Songs, artists, albums": "歌曲、歌手、专辑",
    "No results": "没有结果", "Queue": "播放队列", "Save as playlist": "保存为歌单", "Clear queue": "清空播放队列",
    "Clear the queue?": "清空播放队列？", "The song that is on stays.": "正在播放的歌曲会保留。", "Move up": "上移",
    "Move down": "下移", "Remove from queue": "从队列中移除", "Removed from queue": "已从队列中移除", "Playing from": "正在播放",
    "Shuffle on": "随机播放已开启", "Shuffle off": "随机播放已关闭", "Repeat off": "循环已关闭", "Repeat all": "列表循环",
    "Repeat one": "单曲循环", "Added to favourites": "已添加到我喜欢的", "Removed from favourites": "已取消喜欢",
    "Sleep timer": "睡眠定时", "Off": "关闭", "{} minutes": "{} 分钟", "Stops at {}": "{} 停止播放", "Equaliser": "均衡器",
    "Flat": "平直", "Bass": "低音", "Rock": "摇滚", "Classical": "古典", "Vocal": "人声", "Custom": "自定义",
    "Preset": "预设", "Playback": "播放", "Gapless playback": "无缝播放", "Keep silence between songs out": "去除歌曲间的空白",
    "Crossfade": "淡入淡出", "{} seconds": "{} 秒", "Resume with headphones": "插入耳机时继续播放",
    "Show cover on lock screen": "锁屏显示封面", "Streaming": "在线播放", "Wi-Fi only": "仅使用 Wi-Fi",
    "Sound quality": "音质", "Low": "流畅", "Normal": "标准", "High": "高品质", "Lossless": "无损", "History": "历史",
    "Clear play history": "清除播放记录", "Clear play history?": "清除播放记录？", "Clear": "清除",
    "History cleared": "播放记录已清除", "About": "关于", "Version {}": "版本 {}",
}  # fmt: skip

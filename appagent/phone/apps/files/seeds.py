"""What lies on the phone's disk when it is new, and the Chinese words of Files."""

PACKING = "Passport\nCharger\nRain jacket\nSpare socks\nMap of the old town"
MINUTES = "Present: Ana, Bruno, Chen\nThe launch moves to 14 December.\nBruno books the large room."
GARDEN = "North bed: leeks and kale\nSouth bed: tomatoes\nNeeds 6 bags of compost"

# By folder: name, KB, when it was changed last, and of some what stands in them.
DISK: dict[str, list[tuple[str, int, str] | tuple[str, int, str, str]]] = {
    "": [(".nomedia", 1, "2026-01-04 09:00")],
    "DCIM": [],
    "DCIM/Camera": [
        ("IMG_20261108_101522.jpg", 3310, "2026-11-08 10:15"), ("IMG_20261108_101840.jpg", 2984, "2026-11-08 10:18"),
        ("IMG_20261114_174205.jpg", 4120, "2026-11-14 17:42"), ("IMG_20261121_083011.jpg", 3675, "2026-11-21 08:30"),
        ("VID_20261114_175130.mp4", 88420, "2026-11-14 17:51"),
    ],
    "Documents": [
        ("Garden plan.txt", 1, "2026-10-02 19:20", GARDEN), ("Packing list.txt", 1, "2026-11-12 21:05", PACKING),
        ("Recipes.docx", 96, "2026-09-17 12:40"),
    ],
    "Documents/Taxes": [("Tax return 2024.pdf", 412, "2025-05-11 16:02"), ("Tax return 2025.pdf", 438, "2026-05-20 10:31")],
    "Documents/Work": [
        ("Budget 2027.xlsx", 64, "2026-11-19 15:44"), ("Meeting minutes.txt", 1, "2026-11-18 11:30", MINUTES),
        ("Roadmap.pdf", 1290, "2026-11-03 09:12"),
    ],
    "Documents/Work/Reports": [
        ("Report April.pdf", 530, "2026-05-02 08:15"), ("Report July.pdf", 548, "2026-08-03 08:20"),
        ("Report October.pdf", 561, "2026-11-02 08:10"),
    ],
    "Download": [
        ("album cover.png", 742, "2026-08-22 20:11"), ("boarding pass.pdf", 214, "2026-11-21 18:40"),
        ("café menu.pdf", 187, "2026-07-30 13:25"), ("city map.png", 2210, "2026-11-10 09:50"),
        ("concert ticket.pdf", 158, "2026-11-16 22:07"), ("dictionary.zip", 48210, "2026-03-12 17:33"),
        ("flat contract.pdf", 903, "2026-02-27 14:00"), ("keyboard manual.pdf", 3420, "2026-06-09 19:48"),
        ("lecture 04.mp4", 215300, "2026-10-14 16:20"), ("podcast 112.mp3", 41870, "2026-11-17 06:30"),
        ("recipe card.png", 388, "2026-09-28 11:15"), ("résumé.pdf", 122, "2026-04-18 10:05"),
        ("song book.zip", 8650, "2026-05-05 21:21"), ("train timetable.pdf", 276, "2026-11-20 07:55"),
        ("wallpaper.jpg", 1980, "2026-01-19 23:02"),
    ],
    "Download/Invoices": [
        ("Invoice 1041.pdf", 88, "2026-09-01 10:00"), ("Invoice 1057.pdf", 91, "2026-10-01 10:00"),
        ("Invoice 1062.pdf", 87, "2026-11-01 10:00"),
    ],
    "Movies": [("Birthday.mp4", 356200, "2026-06-21 18:00")],
    "Music": [
        ("Blue Hour.mp3", 9120, "2025-12-24 15:10"), ("Northern Lights.mp3", 7840, "2025-12-24 15:10"),
        ("Paper Boats.mp3", 8310, "2025-12-24 15:11"),
    ],
    "Pictures": [("family.jpg", 5210, "2026-08-15 12:30"), ("logo draft.png", 164, "2026-10-27 09:41")],
    "Pictures/Screenshots": [
        ("Screenshot_20261031.png", 620, "2026-10-31 20:02"), ("Screenshot_20261119.png", 655, "2026-11-19 13:37"),
    ],
    "Recordings": [("Interview.m4a", 18400, "2026-11-05 14:22"), ("Rehearsal.m4a", 26150, "2026-10-23 19:03")],
    ".thumbnails": [(".index.db", 310, "2026-11-21 08:30")],
    "SD card": [],
    "SD card/Backup": [
        ("contacts.vcf", 56, "2026-09-09 03:00"), ("messages.zip", 15230, "2026-09-09 03:01"),
    ],
    "SD card/Travel": [
        ("Lisbon 01.jpg", 4410, "2026-05-16 11:02"), ("Lisbon 02.jpg", 4380, "2026-05-16 11:40"),
        ("Lisbon 03.jpg", 4502, "2026-05-17 09:14"),
    ],
}  # fmt: skip

TRASH = [
    ("old notes.txt", 2, "2026-07-01 08:00", "Documents"),
    ("blurred.jpg", 2870, "2026-11-08 10:16", "DCIM/Camera"),
]

WORDS = {
    "Files": "文件管理", "Images": "图片", "Videos": "视频", "Audio": "音频", "Documents": "文档", "Archives": "压缩包",
    "Other": "其他", "Favourites": "收藏", "Recent": "最近", "See all": "查看全部", "Storage": "存储",
    "Internal storage": "内部存储", "SD card": "SD 卡", "Trash": "回收站", "{} of {} GB used": "已用 {}，共 {} GB",
    "{} items": "{} 项", "{} selected": "已选择 {} 项", "Nothing here": "这里什么都没有", "New folder": "新建文件夹",
    "New text file": "新建文本文件", "Folder name": "文件夹名称", "Sort by": "排序方式", "Name": "名称",
    "Newest first": "最新在前", "Oldest first": "最早在前", "Largest first": "最大在前", "Type": "类型",
    "Select all": "全选", "Copy to": "复制到", "Move to": "移动到", "Copy here": "复制到此处",
    "Move here": "移动到此处", "Rename": "重命名", "Details": "详情", "Add to favourites": "加入收藏",
    "Remove from favourites": "取消收藏", "Move to trash?": "移到回收站？", "Moved to trash": "已移到回收站",
    "Copied": "已复制", "Moved": "已移动", "Renamed": "已重命名", "Restore": "恢复", "Restored": "已恢复",
    "Delete forever": "永久删除", "Delete forever?": "永久删除？", "It cannot be brought back.": "删除后无法恢复。",
    "Empty trash": "清空回收站", "Empty trash?": "清空回收站？", "A name is needed": "请输入名称",
    "“{}” is there already": "“{}”已存在", "A name has no slash": "名称不能包含斜杠", "Size": "大小", "Kind": "种类",
    "Folder": "文件夹", "Changed": "修改时间", "Location": "位置", "Contains": "包含", "Save to": "保存到",
    "Save here": "保存到此处", "File name": "文件名", "Saved": "已保存", "Preview": "预览", "Choose a file": "选择文件", "Text": "内容",
    "Search files": "搜索文件", "No results": "没有结果", "All": "全部", "Show hidden files": "显示隐藏文件",
    "Folders first": "文件夹在前", "Open with": "打开方式",
    "Names that begin with a dot": "名称以点开头的文件",
    "List": "列表", "Grid": "网格", "View": "视图",
}  # fmt: skip

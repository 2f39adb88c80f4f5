"""What Chat holds when it is new: people, conversations and posts, each word of it in (English, Chinese)."""

Both = tuple[str, str]

# Key: name, where the Chinese name stands in the alphabet, where they live.
PEOPLE: dict[str, tuple[Both, str, Both]] = {
    "anna": (("Anna Novak", "安娜"), "A", ("Prague", "布拉格")),
    "ben": (("Ben Carter", "陈斌"), "C", ("Leeds", "成都")),
    "diana": (("Diana Fox", "丁岚"), "D", ("Austin", "大连")),
    "gus": (("Gus Hall", "高翔"), "G", ("Boston", "广州")),
    "lena": (("Lena Park", "李娜"), "L", ("Busan", "兰州")),
    "leo": (("Leo Lin", "林磊"), "L", ("Taipei", "洛阳")),
    "mom": (("Mom", "妈妈"), "M", ("Home", "老家")),
    "sofia": (("Sofia Reyes", "孙菲"), "S", ("Lima", "苏州")),
    "tom": (("Tom Weber", "唐明"), "T", ("Vienna", "天津")),
    "wendy": (("Wendy Wu", "王芳"), "W", ("Seattle", "武汉")),
    "will": (("Will Stone", "王伟"), "W", ("Denver", "无锡")),
    "zoe": (("Zoe Zhang", "张悦"), "Z", ("Singapore", "郑州")),
}
STRANGER = ("kim", (("Kim Sato", "方圆"), "F", ("Kyoto", "福州")), ("I met you at the fair", "我们在展会上见过"))
GROUPS: dict[str, Both] = {"family": ("Family", "相亲相爱一家人"), "team": ("Project team", "项目组")}

# Key: when the last message came, how many are unread, and the messages: who, what; "packet" is a red one.
CHATS: dict[str, tuple[Both, int, list[tuple[str, Both]]]] = {
    "lena": (("09:52", "09:52"), 2, [
        ("me", ("Did you find a place for dinner?", "晚上吃饭的地方定了吗？")),
        ("lena", ("Yes: the noodle house on Mill Street", "定了，磨坊街那家面馆")),
        ("lena", ("At seven. Can you book a table for four?", "七点，你能订个四人桌吗？")),
    ]),
    "team": (("09:30", "09:30"), 5, [
        ("gus", ("The review moves to Thursday at 15:00", "评审改到周四下午三点")),
        ("will", ("Room 304 is free then", "304 会议室那时空着")),
        ("me", ("Fine with me", "我没问题")),
        ("gus", ("Please bring the printed plan", "请带上打印好的方案")),
    ]),
    "mom": (("08:15", "08:15"), 1, [
        ("mom", ("Have you had breakfast?", "吃早饭了吗？")),
        ("me", ("Yes, Mom", "吃了，妈")),
        ("mom", ("It gets cold tomorrow, dress warmly", "明天降温，多穿点")),
    ]),
    "tom": (("Yesterday", "昨天"), 0, [
        ("me", ("I paid for the tickets", "票钱我先付了")),
        ("tom", ("packet", "packet")),
        ("tom", ("Thanks, that is my part", "谢谢，这是我的那份")),
    ]),
    "family": (("Yesterday", "昨天"), 0, [
        ("mom", ("Who comes on Sunday?", "周日谁回来？")),
        ("me", ("We both do", "我们俩都回")),
        ("zoe", ("Me too, I bring a cake", "我也回，我带蛋糕")),
    ]),
    "anna": (("Friday", "周五"), 0, [
        ("anna", ("The flat's door code is 4471", "公寓的门禁密码是 4471")),
        ("me", ("Got it", "收到")),
    ]),
    "wendy": (("Friday", "周五"), 0, [
        ("wendy", ("Can you send me Diana's address?", "把丁岚的地址发我一下好吗？")),
    ]),
    "leo": (("Thursday", "周四"), 0, [
        ("leo", ("Basketball on Saturday?", "周六打球吗？")),
        ("me", ("My knee still hurts", "膝盖还疼")),
        ("leo", ("Then get well first", "那先养好")),
    ]),
}  # fmt: skip

# Who, words, the name of a picture or none, when, who likes it, comments.
POSTS: list[tuple[str, Both, str, Both, list[str], list[tuple[str, Both]]]] = [
    ("sofia", ("First snow on the pass!", "山口的第一场雪！"), "pass", ("20 min", "20 分钟前"), ["anna", "ben"], []),
    ("gus", ("Does anybody have a drill to lend?", "谁有电钻能借我用用？"), "", ("1 h", "1 小时前"), [],
     [("will", ("Take mine", "用我的吧"))]),
    ("zoe", ("Grandma's recipe, my first try", "外婆的方子，我头一回做"), "cake", ("3 h", "3 小时前"), ["mom"],
     [("mom", ("Looks better than mine", "比我做的还好看"))]),
    ("diana", ("Looking for a good dentist in town", "求推荐城里靠谱的牙医"), "", ("Yesterday", "昨天"), [], []),
    ("leo", ("We won! 3:2 in overtime", "赢了！加时 3:2"), "court", ("Yesterday", "昨天"), ["tom", "will", "gus"], []),
]  # fmt: skip

# The app's own words, English to Chinese.
WORDS = {
    "Chat": "青信", "Chats": "聊天", "Contacts": "通讯录", "Discover": "发现", "Me": "我", "New group": "发起群聊",
    "Add friend": "添加朋友", "Scan": "扫一扫", "Mark as unread": "标为未读", "Mark as read": "标为已读", "Pin": "置顶",
    "Unpin": "取消置顶", "Delete chat": "删除该聊天", "Delete this chat?": "删除该聊天？", "Send": "发送",
    "Photos": "照片", "Camera": "拍摄", "Video call": "视频通话", "Location": "位置", "Red packet": "红包",
    "Transfer": "转账", "Voice input": "语音输入", "Favourites": "收藏", "Forward": "转发", "Recall": "撤回",
    "Delete this message?": "删除这条消息？", "Copied": "已复制", "You recalled a message": "你撤回了一条消息",
    "Send to": "发送给", "Send to {}?": "发送给 {}？", "Sent": "已发送", "Not available": "暂不可用",
    "Chat info": "聊天信息", "Mute": "消息免打扰", "Pin to top": "置顶聊天", "Clear history": "清空聊天记录",
    "Clear all messages?": "清空全部聊天记录？", "Clear": "清空", "Best wishes": "恭喜发财，大吉大利", "Amount": "金额",
    "Greeting": "祝福语", "Put money in": "塞钱进红包", "Pay now": "立即支付", "Balance": "零钱", 
    "Enter the payment PIN": "请输入支付密码", "The PIN is wrong": "支付密码错误", "Try again": "重试",
    "Not enough money": "零钱不足", "Paid": "支付成功", "Open": "开", "Received": "已领取",
    "Waiting to be opened": "等待对方领取", "Moments": "朋友圈", "Nearby": "附近", "Mini apps": "小程序",
    "Like": "赞", "Unlike": "取消", "Comment": "评论", "New post": "发表文字", "Post": "发表",
    "What is on your mind?": "这一刻的想法…", "New friends": "新的朋友", "Group chats": "群聊", "Accept": "接受",
    "Added": "已添加", "No requests": "没有新的朋友", "Region: {}": "地区：{}", "Unstar": "取消星标", "Name": "昵称", "Remark": "备注名", "None": "无",
    "Message": "发消息", "Star": "设为星标朋友", "Delete contact": "删除联系人", "Delete {}?": "删除 {}？",
    "Wallet": "钱包", "Bills": "账单", "No bills": "没有账单", "No posts": "还没有动态", "New message alerts": "新消息通知", "Vibrate": "振动",
    "Chat history": "聊天记录", "No results": "没有结果", "Robin Lee": "小鹿", "now": "刚刚", "Log out": "退出登录",
    "Log out?": "退出登录？", "Stranger": "陌生人", "ID: {}": "账号：{}",
}  # fmt: skip

"""What Cards holds when it is new: decks of cards, each word of it in English and in Chinese."""

Both = tuple[str, str]  # English, Chinese

# Name, and a card a line: front = back = Chinese front (where it is another) = Chinese back = tags.
DECKS: list[tuple[Both, str]] = [
    (("Default", "默认"), ""),
    (("Spanish basics", "西班牙语入门"), """
        el pan = bread == 面包 = food
        el agua = water == 水 = food
        la manzana = apple == 苹果 = food
        la leche = milk == 牛奶 = food
        el arroz = rice == 米饭 = food
        la mesa = table == 桌子 = house
        la ventana = window == 窗户 = house
        la llave = key == 钥匙 = house
        comer = to eat == 吃 = verb
        beber = to drink == 喝 = verb
        dormir = to sleep == 睡觉 = verb
        viajar = to travel == 旅行 = verb
        ayer = yesterday == 昨天 = time
        mañana = tomorrow == 明天 = time"""),
    (("Capitals of Europe", "欧洲首都"), """
        France = Paris = 法国 = 巴黎 = west
        Portugal = Lisbon = 葡萄牙 = 里斯本 = south
        Spain = Madrid = 西班牙 = 马德里 = south
        Italy = Rome = 意大利 = 罗马 = south
        Greece = Athens = 希腊 = 雅典 = south
        Norway = Oslo = 挪威 = 奥斯陆 = north
        Sweden = Stockholm = 瑞典 = 斯德哥尔摩 = north
        Finland = Helsinki = 芬兰 = 赫尔辛基 = north
        Iceland = Reykjavik = 冰岛 = 雷克雅未克 = north, island
        Poland = Warsaw = 波兰 = 华沙 = east
        Hungary = Budapest = 匈牙利 = 布达佩斯 = east
        Romania = Bucharest = 罗马尼亚 = 布加勒斯特 = east
        Bulgaria = Sofia = 保加利亚 = 索非亚 = east
        Austria = Vienna = 奥地利 = 维也纳 = west
        Ireland = Dublin = 爱尔兰 = 都柏林 = west, island
        Malta = Valletta = 马耳他 = 瓦莱塔 = south, island"""),
    (("Chemical elements", "化学元素"), """
        H = Hydrogen == 氢 = gas
        He = Helium == 氦 = gas
        C = Carbon == 碳 = solid
        N = Nitrogen == 氮 = gas
        O = Oxygen == 氧 = gas
        Na = Sodium == 钠 = metal
        Mg = Magnesium == 镁 = metal
        Fe = Iron == 铁 = metal
        Cu = Copper == 铜 = metal
        Ag = Silver == 银 = metal
        Sn = Tin == 锡 = metal
        Hg = Mercury == 汞 = metal
        Pb = Lead == 铅 = metal"""),
    (("Musical terms", "音乐术语"), """
        adagio = slowly == 柔板 = tempo
        andante = at a walking pace == 行板 = tempo
        allegro = fast and lively == 快板 = tempo
        presto = very fast == 急板 = tempo
        piano = soft == 弱 = volume
        forte = loud == 强 = volume
        crescendo = getting louder == 渐强 = volume
        legato = smoothly joined == 连奏 = style
        staccato = short and detached == 断奏 = style"""),
    (("World history", "世界历史"), """
        Fall of Constantinople = 1453 = 君士坦丁堡陷落 = 1453 年 = war
        Columbus reaches America = 1492 = 哥伦布到达美洲 = 1492 年 = travel
        First telephone call = 1876 = 第一次电话通话 = 1876 年 = science
        First powered flight = 1903 = 第一次动力飞行 = 1903 年 = science
        End of the Second World War = 1945 = 第二次世界大战结束 = 1945 年 = war
        First human in space = 1961 = 人类首次进入太空 = 1961 年 = science, travel
        First landing on the Moon = 1969 = 首次登上月球 = 1969 年 = science, travel
        Fall of the Berlin Wall = 1989 = 柏林墙倒塌 = 1989 年 = peace"""),
    (("Human body", "人体"), """
        How many bones has an adult? = 206 = 成年人有多少块骨头？ = 206 块 = number
        What is the largest organ? = The skin = 最大的器官是什么？ = 皮肤 = organ
        What carries oxygen in the blood? = Haemoglobin = 血液中什么运输氧气？ = 血红蛋白 = blood
        Which organ makes insulin? = The pancreas = 哪个器官分泌胰岛素？ = 胰腺 = organ
        What is the smallest bone? = The stirrup = 最小的骨头是哪块？ = 镫骨 = number
        Where is the cornea? = In the eye = 角膜在哪里？ = 眼睛里 = organ"""),
    (("Keyboard shortcuts", "键盘快捷键"), """
        Copy = Ctrl + C = 复制 = Ctrl + C = editing
        Paste = Ctrl + V = 粘贴 = Ctrl + V = editing
        Undo = Ctrl + Z = 撤销 = Ctrl + Z = editing
        Find = Ctrl + F = 查找 = Ctrl + F = editing
        New tab = Ctrl + T = 新标签页 = Ctrl + T = browser
        Close tab = Ctrl + W = 关闭标签页 = Ctrl + W = browser"""),
]  # fmt: skip

# Packages that can be imported: file, deck, cards as above.
PACKAGES: list[tuple[str, Both, str]] = [
    ("planets.deck", ("Planets", "行星"), """
        Largest planet = Jupiter = 最大的行星 = 木星 = space
        Hottest planet = Venus = 最热的行星 = 金星 = space
        Planet with the most moons = Saturn = 卫星最多的行星 = 土星 = space
        Farthest planet = Neptune = 最远的行星 = 海王星 = space
        Closest to the Sun = Mercury = 离太阳最近 = 水星 = space"""),
    ("morse.deck", ("Morse code", "摩尔斯电码"), """
        A = .- == .- = letter
        E = . == . = letter
        O = --- == --- = letter
        S = ... == ... = letter"""),
]  # fmt: skip

# How far the cards of a deck have come, over and over again: stage, due in days, interval, reviews, lapses.
PROGRESS = (("review", 0, 6, 4, 0), ("new", 0, 0, 0, 0), ("review", 3, 15, 5, 1), ("learning", 0, 0, 1, 0),
            ("new", 0, 0, 0, 0), ("review", -2, 30, 7, 1), ("review", 1, 4, 3, 0), ("new", 0, 0, 0, 0),
            ("review", 0, 9, 6, 3), ("review", 12, 42, 9, 0), ("review", 5, 21, 6, 2))  # fmt: skip
SUSPENDED = ("Pb", "Malta", "ayer", "What is the smallest bone?")  # by their English fronts
FLAGGED = {"la llave": "red", "Bulgaria": "red", "Hg": "orange", "presto": "blue", "Romania": "green", "Sn": "red"}
TYPED = ("Where is the cornea?", "Paste", "Find")  # whose answers are typed in

# Cards studied on each of the last thirty days, yesterday first.
HISTORY = (34, 21, 0, 45, 38, 29, 17, 40, 33, 0, 26, 31, 52, 44, 12, 0, 28, 36, 41, 30, 22, 19, 0, 47, 35, 27, 33, 18,
           24, 39)  # fmt: skip

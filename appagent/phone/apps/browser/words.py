"""Browser's own words, English to Chinese."""

WORDS = {
    "Browser": "浏览器", "Home": "主页", "Search or type an address": "搜索或输入网址", "New tab": "新标签页",
    "Bookmarks": "书签", "History": "历史记录", "Downloads": "下载内容",
    "Find in page": "在页面中查找", "Reader view": "阅读模式", "Desktop site": "桌面版网站",
    "Close all tabs": "关闭所有标签页", "Close all tabs?": "关闭所有标签页？", "{} tabs": "{} 个标签页",
    "Tab closed": "标签页已关闭", "Open in new tab": "在新标签页中打开", "Open in background": "在后台打开",
    "Copy link": "复制链接", "Share link": "分享链接", "Copied": "已复制", "Search the web": "搜索网页",
    "Search for “{}”": "搜索“{}”", "Bookmarked": "已添加书签",
    "Edit bookmark": "修改书签", "Name": "名称", "Address": "网址", "Folder": "文件夹", "New folder": "新建文件夹",
    "Delete bookmark?": "删除书签？", "Delete folder and its bookmarks?": "删除文件夹及其书签？", "No bookmarks": "没有书签",
    "Move to": "移动到", "Mobile": "移动设备书签", "Travel": "旅行", "Reading": "阅读",
    "Clear browsing data": "清除浏览数据", "Clear data": "清除数据", "Clear the chosen data?": "清除选中的数据？",
    "Cookies and site data": "Cookie 和网站数据", "Search history": "搜索历史记录", "No history": "没有历史记录",
    "Today": "今天", "Yesterday": "昨天", "Nothing is chosen": "还没有选择", "Data cleared": "已清除",
    "This cannot be undone.": "此操作无法撤销。", "Download file?": "下载文件？", "Download": "下载",
    "Downloaded {}": "已下载 {}", "Open": "打开", "No downloads": "没有下载内容", "Delete file?": "删除文件？",
    "File deleted": "文件已删除", "From {}": "来自 {}", "Search engine": "搜索引擎", "Home page": "主页地址", "Text size": "文字大小",
    "Block pop-ups": "拦截弹出窗口", "Ask before downloading": "下载前询问", "Site settings": "网站设置",
    "No site has stored anything": "没有网站存储数据", "Connection is secure": "连接是安全的", "Forget this site": "清除此网站的数据",
    "Clear": "清除", "Choose…": "请选择…", "Fill in: {}": "请填写：{}",
    "This site can’t be reached": "无法访问此网站", "The address {} was not found. Check it for typing mistakes.":
    "找不到 {} 的服务器。请检查网址是否有误。", "No results for “{}”": "没有找到“{}”的相关结果", "{} results": "{} 条结果",
    "Harbour Search": "港湾搜索", "Kite": "风筝搜索", "Owl": "猫头鹰搜索",
    "Cookies: {}": "Cookie：{}", "all": "全部", "necessary": "仅必要", "none": "无",
    "statistics": "统计", "advertising": "广告", "Accept all": "全部接受", "Manage choices": "管理选项", "Save choices": "保存选择",
    "We and our 214 partners store cookies on your phone": "我们和 214 个合作伙伴会在您的手机上存储 Cookie",
    "They tell us what you read and show you advertisements for it. You can change your mind at any time.":
    "它们会记录您阅读的内容，并据此展示广告。您可以随时更改选择。", "Necessary": "必要", "Statistics": "统计", "Advertising": "广告",
}  # fmt: skip

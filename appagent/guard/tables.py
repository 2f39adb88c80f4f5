"""Words of labels that pay, send, delete, install or grant, and what makes them mean something else.

`patterns.py` says how they are read; the classifier knows many more. A verb with a * is a noun as well ("Call
log") and counts less. Words for yes, no and delete are in `appagent.screen.language.lexicon`, since other modules need
them too.
"""

from appagent.screen.language import lexicon

# Comma-separated. Between the words of a verb there may be one of the DETERMINERS.
VERBS = {
    "pay": """
        pay, pay now, buy, buy now, purchase*, checkout, check out, place order, complete order, submit order,
        order now, order*, subscribe, donate, transfer*, top up, send money, send payment, withdraw, make payment,
        start trial, start free trial, try free, bid*, rent now, go premium, upgrade now,
        pagar, comprar, realizar pedido, suscribirse, suscríbete, assinar, finalizar compra, fazer pedido,
        payer, acheter, commander, passer la commande, s'abonner,
        bezahlen, zahlen, kaufen, bestellen, überweisen, abonnieren, paga, acquista, compra, ordina, abbonati,
        купить, оплатить, заплатить, оформить заказ, перевести, öde, satın al, betalen, kopen, zapłać, kup,
        bayar, beli, thanh toán, mua, ادفع, دفع, شراء, भुगतान, खरीदें, ชำระเงิน, ซื้อ,
        支付, 付款, 购买, 下单, 提交订单, 确认订单, 转账, 充值, 去结算, 结算, 发红包, 塞钱, 打赏, 缴费, 还款, 提现,
        买单, 抢购, 订购, 续费, 立即开通, 开通会员, 付費, 購買, 訂購, 結帳,
        購入, 支払, 注文を確定, 注文する, 決済, 課金, 구매, 결제, 송금, 주문하기, 구독하기
    """,
    "send": """
        send, post*, publish, reply*, reply all, tweet, share now, call*, call now, dial, forward*,
        enviar, publicar, responder, llamar, envoyer, publier, répondre, appeler,
        senden, absenden, abschicken, veröffentlichen, anrufen, antworten, invia, pubblica, rispondi, chiama,
        отправить, опубликовать, ответить, позвонить, gönder, paylaş, verzenden, versturen, wyślij, opublikuj,
        kirim, gửi, đăng, إرسال, ارسال, نشر, भेजें, ส่ง, โพสต์,
        发送, 發送, 傳送, 发表, 发布, 發布, 回复, 回覆, 拨打, 呼叫, 转发, 送信, 投稿, 返信, 発信,
        보내기, 전송, 게시, 전화 걸기
    """,
    "delete": lexicon.DELETE,
    "install": """
        install, download and install, install anyway, install now, update all,
        instalar, installer, installieren, installa, установить, yükle, installeren, zainstaluj, instal, pasang,
        تثبيت, इंस्टॉल, ติดตั้ง, 安装, 安裝, インストール, 설치
    """,
    "grant": """
        allow, always allow, grant, while using the app, only this time, give access, trust,
        permitir, autorizar, mientras la app está en uso, solo esta vez, durante o uso do app,
        autoriser, lorsque vous utilisez l'appli, zulassen, erlauben, bei nutzung der app, nur dieses mal, consenti,
        разрешить, при использовании приложения, izin ver, toestaan, zezwól, izinkan, cho phép,
        السماح, سماح, अनुमति दें, อนุญาต,
        允许, 允許, 授权, 授權, 仅限这一次, 仅在使用中, 許可, アプリの使用時のみ, 今回のみ, 허용, 앱 사용 중에만
    """,
}
# Labels without an effect that the classifier gets wrong: "Share" opens a choice of apps, and before signing in, typing
# the password is guarded.
HARMLESS = "share, transfer history, can i pay by card, let's do it, sign in, anmelden, logg inn, logga in, log ind"
# With a price beside it, any of these buys: "Upgrade for $4.99/month".
BARGAINS = "upgrade, get, unlock, join, start, try, go, claim, redeem, obtener, obtenir, holen, 开通, 升级, 解锁, 立即"
# On an icon or a button; a row of that name is a folder.
BINS = {
    "delete": """trash, bin, recycle bin, papierkorb, papelera, lixeira, corbeille, cestino, корзина, çöp, kosz,
        回收站, 垃圾桶, 垃圾箱, ゴミ箱, 휴지통"""
}
# Words in a button's resource-id that say nothing.
ID_PARTS = """btn, button, bt, iv, ic, img, image, icon, imageview, imagebutton, tv, text, textview, action, fab,
    menu, view"""
# Words in a button's resource-id that say no.
NO_IN_IDS = "cancel, undo, deny, end, keep, dont, no"

# What may stand between the words of a verb.
DETERMINERS = "my, your, this, the, all, these, our"
# Words that may come before a verb without changing its effect: "Confirm and pay", "Permanently delete".
LEADS = """confirm, proceed, continue, complete, review, agree, accept, slide, swipe, press, hold, tap, click, touch,
    double, long, here, yes, ok, okay, sure, please, let's, and, to, i, want, understand, now, &, permanently,
    irrevocably, express, quick, quickly, instantly, 1-click, one-click, 1-tap, one-tap, easy, secure, guest"""
# Before one of these, a verb with a * is a noun.
NOUNS = """history, log, logs, settings, options, option, methods, method, list, lists, count, date, forwarding,
    waiting, recording, code, office, screen, details, format, notes, files, id, title, placed,
    received, summary, status, number, tracking, updates"""
# The same for scripts without spaces between words; and words after a verb that deny it.
NOUNS_WIDE = """い方法, 方法, 方式, 记录, 記錄, 履歴, 历史, 明细, 设置, 設定, 管理, 密码, 助手, 宝, 会, 包, 箱, 站, 的,
    済み, 失败, 成功, 수단, 내역, 방법, 기록, 설정, 완료, しない, せず, わない, 안함, 안 함, 안됨, 안 됨, न"""
# Words directly before a verb in such a script that say that it is done already, or not to be done.
DENIED_WIDE = """已, 未, 不, 没, 最近, 取消, 不再, 不要, 不用, 不想, 不必, 不需要, 无需, 拒绝, 拒絕, 禁止, 暂不, 稍后,
    以后, 别, 勿, ไม่, न"""
# Words that may follow a verb in a text of a row that reads like a button: "2 items, $12.50 · Pay now".
OBJECTS = """now, all, everything, anyway, forever, permanently, immediately, account, item, items, selected, note,
    notes, message, messages, conversation, chat, history, data, file, files, photo, photos, contact, app, apps, order,
    cart, money, payment, device, access, permission, permissions, code"""

# Between a word that declines and the word that it declines: "Don't ever send".
FILLERS = "ever, to, the, again, now, jetzt, ahora, maintenant, pas, mai"
EITHER = "or, nor, oder, o, ou, или, veya, of, lub, atau"

# Phrases with which a page warns of the effect of going on.
WARNINGS = {
    "pay": """be charged, be billed, auto-renews, renews automatically, wird abgebucht, se te cobrará, se cobrará,
        será cobrado, sera débité, verrà addebitato, 自动续费, 扣款, 扣费, 自動更新されます, 청구됩니다""",
    "delete": """permanently, irreversible, irreversibly, cannot be undone, can't be undone, can’t be undone,
        cannot undo, be deleted, be erased, be removed, be lost, be gone, gone forever, lost forever, deletes, erases,
        wipes, discards, endgültig, unwiderruflich, rückgängig, verloren, gelöscht werden, permanentemente,
        para siempre, se eliminará, se eliminarán, se perderá, se perderán, sera perdu, seront perdus, seront perdues,
        se borrará, se borrarán, no se puede deshacer, irreversíveis, será excluída, serão excluídos,
        para sempre, définitivement, irréversible, sera supprimé, seront supprimées, per sempre, definitivamente,
        безвозвратно, навсегда, kalıcı olarak, geri alınamaz, permanent verwijderd, trwale,
        永久, 无法恢复, 不可恢复, 無法復原, 无法撤销, 不可撤销, 彻底, 元に戻せ, 元に戻すことはでき, 取り消せ,
        完全に削除, 영구, 되돌릴 수, 복구할 수""",
    "send": "be sent, be posted, be published, wird gesendet, se enviará, sera envoyé, verrà inviato, 将发送, 将会发送",
    "install": "be installed, wird installiert, se instalará, sera installé, 将安装",
    "grant": """will have access, will be able to, would like to access, wants to access, wants access, asks for access,
        tendrá acceso, aura accès, erhält zugriff, 将获得, 想要访问, 申请获取""",
}
# Beside a price: the page is about paying.
TOTALS = """total, subtotal, amount, balance, checkout, payment, summe, gesamt, betrag, importe, montant, saldo, solde,
    totale, итого, сумма, toplam, 合计, 合計, 总计, 總計, 应付, 实付, 余额, 收银台, 付款, 支付, 金额, 총, 결제"""
# In a question: saying no to it gives something up.
KEEPS = """keep, stay, remain, behalten, bleiben, conservar, mantener, quedarse, quedarte, manter, ficar, garder,
    conserver, rester, tenere, mantenere, restare, rimanere, оставить, остаться, сохранить, tut, kalmak, kalmaya,
    behouden, houden, blijven, zachować, zostać, pertahankan, simpan, tetap, giữ, ở lại, الاحتفاظ, البقاء, रखें, रखना,
    เก็บ, อยู่ต่อ, behålla, stanna kvar, säilyttää, ponechat, zůstat, megtartja, păstrezi,
    zadržati, зберегти, залишити, 保留, 继续使用, 留下, 残し, 残す, 保持, 유지, 보관, 남"""
# Headings of a sheet or dialog in which a choice shares something.
SHARING = """share with, share via, share to, send to, send via, forward to, teilen mit, senden an, compartir con,
    compartir por, enviar a, compartilhar com, partager avec, envoyer à, condividi con, invia a, поделиться с,
    отправить через, 分享给, 分享到, 发送给, 发送到, 转发给, 共享, 共有先, 공유"""

"""Words that the classifier cannot know by a label alone, because they mean something else in their place.

Words for yes and no are in `appagent.screen.lexicon`, because other modules need them.
"""

# With a price beside it, any of these buys: "Upgrade for $4.99/month".
BARGAINS = "upgrade, get, unlock, join, start, try, go, claim, redeem, obtener, obtenir, holen, 开通, 升级, 解锁, 立即"
# A row of that name is a folder.
FOLDERS = """trash, bin, recycle bin, papierkorb, papelera, lixeira, corbeille, cestino, корзина, çöp, kosz,
        回收站, 垃圾桶, 垃圾箱, ゴミ箱, 휴지통"""
# Words in a button's resource-id that say nothing.
ID_PARTS = """btn, button, bt, iv, ic, img, image, icon, imageview, imagebutton, tv, text, textview, action, fab,
    menu, view"""
# Words in a button's resource-id that say no.
NO_IN_IDS = "cancel, undo, deny, end, keep, dont, no"

# Words before a verb in a script without blanks that say that it is done already, or not to be done.
DENIED_WIDE = """已, 未, 不, 没, 最近, 取消, 不再, 不要, 不用, 不想, 不必, 不需要, 无需, 拒绝, 拒絕, 禁止, 暂不, 稍后,
    以后, 别, 勿, 请勿, ไม่, न"""
# Words after accepting an offer that say no more.
NOW = "now, anyway, immediately, forever"
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

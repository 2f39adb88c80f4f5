"""The guard's words, as people see them on phones in many languages; `words.py` says how they are read."""

# Comma-separated, about one language a line. A verb with a * is a noun as well ("Call log") and counts less.
VERBS = {
    "pay": """
        pay, pay now, buy, buy now, purchase*, checkout, check out, place order, place your order, place the order,
        complete order, submit order, order now, order*, subscribe, donate, transfer*, top up, send money, send payment,
        withdraw, make payment, start trial, start free trial, renew, bid*, rent now, book now,
        pagar, comprar, realizar pedido, suscribirse, assinar, finalizar compra, fazer pedido,
        payer, acheter, commander, passer la commande, s'abonner,
        bezahlen, zahlen, kaufen, bestellen, überweisen, abonnieren, paga, acquista, compra, ordina,
        купить, оплатить, заплатить, оформить заказ, перевести, öde, satın al, betalen, kopen, zapłać, kup,
        bayar, beli, thanh toán, mua, ادفع, دفع, شراء, भुगतान, खरीदें, ชำระเงิน, ซื้อ,
        支付, 付款, 购买, 下单, 提交订单, 转账, 充值, 去结算, 结算, 发红包, 塞钱, 打赏, 缴费, 还款, 提现, 付費, 購買,
        購入, 支払, 注文を確定, 注文する, 구매, 결제, 송금, 주문하기
    """,
    "send": """
        send, post*, publish, reply*, reply all, tweet, share now, call*, call now, dial, forward*,
        enviar, publicar, responder, llamar, envoyer, publier, répondre, appeler,
        senden, absenden, veröffentlichen, anrufen, antworten, invia, pubblica, rispondi, chiama,
        отправить, опубликовать, ответить, позвонить, gönder, paylaş, verzenden, versturen, wyślij, opublikuj,
        kirim, gửi, đăng, إرسال, ارسال, نشر, भेजें, ส่ง, โพสต์,
        发送, 發送, 傳送, 发表, 发布, 發布, 回复, 回覆, 拨打, 呼叫, 转发, 送信, 投稿, 返信, 発信,
        보내기, 전송, 게시, 전화 걸기
    """,
    "delete": """
        delete, remove, erase, wipe, clear all, clear data, clear storage, clear history, format sd card,
        format storage, format as, reset*, factory reset, uninstall, empty trash, empty bin, unfriend, block*,
        move to trash, move to bin,
        eliminar, borrar, excluir, apagar, remover, desinstalar, supprimer, effacer, désinstaller,
        löschen, entfernen, zurücksetzen, deinstallieren, elimina, cancella, rimuovi, disinstalla,
        удалить, стереть, очистить, сбросить, sil, kaldır, verwijderen, wissen, usuń, odinstaluj,
        hapus, xóa, xoá, gỡ cài đặt, حذف, إزالة, हटाएं, मिटाएं, ลบ, ถอนการติดตั้ง,
        删除, 刪除, 清空, 清除, 移除, 卸载, 解除安裝, 重置, 格式化, 恢复出厂, 恢复出厂设置, 拉黑, 注销,
        削除, 消去, アンインストール, 初期化, 삭제, 제거, 초기화
    """,
    "install": """
        install, download and install, install anyway, install now, update all,
        instalar, installer, installieren, installa, установить, yükle, installeren, zainstaluj, instal, pasang,
        تثبيت, इंस्टॉल, ติดตั้ง, 安装, 安裝, インストール, 설치
    """,
    "grant": """
        allow, always allow, grant, authorize, authorise, while using the app, only this time, give access, trust,
        permitir, autorizar, mientras la app está en uso, solo esta vez, durante o uso do app,
        autoriser, lorsque vous utilisez l'appli, zulassen, erlauben, bei nutzung der app, nur dieses mal, consenti,
        разрешить, при использовании приложения, izin ver, toestaan, zezwól, izinkan, cho phép,
        السماح, سماح, अनुमति दें, อนุญาต,
        允许, 允許, 授权, 授權, 仅限这一次, 仅在使用中, 許可, アプリの使用時のみ, 今回のみ, 허용, 앱 사용 중에만
    """,
}
# Said by icons' resource-ids only: a row "Trash" is a folder.
ID_VERBS = {"delete": "trash, recycle"}
# Other words in a button's resource-id.
ID_PARTS = """btn, button, bt, iv, ic, img, image, icon, imageview, imagebutton, tv, text, textview, action, fab,
    menu, view"""

# What comes before a verb that is meant all the same: "Confirm and pay", "Jetzt kaufen".
LEADS = """confirm, proceed, continue, complete, review, agree, accept, slide, swipe, press, hold, yes, ok, okay, sure,
    and, to, i, now, &, jetzt, und, ja, zahlungspflichtig, ahora, sí, y, confirmar, oui, et, confirmer,
    maintenant, sì, e, conferma, sim, да, и"""
# After these a verb with a * is a noun.
NOUNS = """history, log, logs, settings, options, option, methods, method, list, lists, count, date, forwarding,
    waiting, recording, code, office, screen, details, format, notes, files, id, title"""
NOUNS_CJK = """い方法, 方法, 方式, 记录, 記錄, 履歴, 历史, 明细, 设置, 設定, 管理, 密码, 助手, 宝, 会, 包, 箱, 站, 的,
    済み, 失败, 成功, 수단, 내역, 방법, 기록, 설정, 완료"""
PAST_CJK = "已, 未, 不, 没, 最近, 取消"  # before a verb: it is done, or not to be done

DECLINES = """don't, don’t, dont, do not, never, no, not now, cancel, deny, decline, refuse, dismiss, keep, undo, skip,
    later, maybe later, disallow, nicht, nein, abbrechen, ablehnen, cancelar, denegar, rechazar, não, ne pas, annuler,
    refuser, non, annulla, rifiuta, не, нет, отмена, запретить, отклонить, hayır, iptal, izin verme, niet, nee,
    annuleren, nie, anuluj, tidak, batal, jangan, không, hủy, لا, إلغاء, رفض,
    不, 取消, 拒绝, 拒絕, 否, 暂不, 稍后, 以后, 禁止, 保留, キャンセル, いいえ, 취소, 거부, 아니, ยกเลิก, ไม่, रद्द, नहीं"""
DECLINES_AT_END = "しない, 안함, 안 함, 안됨, 안 됨"
AGREES = """ok, okay, yes, confirm, continue, accept, agree, i agree, done, next, submit, proceed, sure, go, sí,
    aceptar, confirmar, continuar, sim, oui, confirmer, continuer, valider, accepter, ja, bestätigen, weiter, fertig,
    akzeptieren, sì, conferma, continua, accetta, да, ок, подтвердить, продолжить, evet, tamam, onayla, bevestigen,
    doorgaan, tak, potwierdź, dalej, ya, oke, setuju, lanjutkan, có, đồng ý, xác nhận, نعم, موافق, تأكيد,
    确定, 確定, 确认, 確認, 是, 好, 同意, 继续, 繼續, 完成, 下一步, はい, 続行, 次へ, 확인, 예, 계속, 동의,
    ตกลง, ใช่, ยืนยัน, ठीक, हाँ, पुष्टि"""

SECRETS = """password, passwort, passcode, passphrase, kennwort, contraseña, senha, mot de passe, parola, şifre, пароль,
    hasło, wachtwoord, kata sandi, mật khẩu, pin, otp, one-time code, one time code, verification code, security code,
    cvv, cvc, card number, 密码, 密碼, 口令, 验证码, 驗證碼, 卡号, パスワード, 暗証番号, 비밀번호, 인증번호"""
TOTALS = """total, subtotal, amount, balance, checkout, payment, summe, gesamt, betrag, importe, montant, saldo, solde,
    totale, итого, сумма, toplam, 合计, 合計, 总计, 總計, 应付, 实付, 余额, 收银台, 付款, 支付, 金额, 총, 결제"""
MONEY = (
    r"(?:\b(?:us|hk|nt|[acr]))?[$€£¥₩₽₹₺￥]\s?\d[\d.,]*"
    r"|\d[\d.,]*\s?(?:元|円|원|€|₽|zł|(?:usd|eur|gbp|cny|rmb|inr|chf)\b)"
)

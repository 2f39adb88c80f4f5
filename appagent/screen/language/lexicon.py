"""Words for yes, no, delete, save and the like in many languages, and one function that folds texts for comparison.

A table is a comma-separated text, with about one language on each line. A "*" after a verb says that the word is a noun
as well, so that it may be a name ("Call log"); a "+", that it also ends a label ("Konto löschen").
"""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Literal

QUESTION_MARKS = ("?", "？", "؟", ";")  # at the end of a question; Greek ones end with ";"
NO_BOUNDARIES = "\u0900"  # scripts from here on do not separate words in a way that `\b` of a pattern recognises
_PIECE = 200  # letters folded at once, because normalising n accents on one letter takes time in proportion to n * n
HIDDEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\x00-\x08\x0e-\x1f]")

# Labels that agree to a question.
YES = """ok, okay, yes, confirm, continue, accept, agree, i agree, i understand, got it, done, next, submit, proceed,
    sure, go, go ahead, let's go, let's start, let's begin, get started, los geht's, auf geht's, loslegen, c'est parti,
    on y va, allons-y, vamos, empecemos, andiamo, iniziamo, aan de slag, zaczynamy, поехали, начнём, başlayalım, 出发,
    approve, finish, sí, aceptar, confirmar, continuar, entendido, sim, concluir, oui, confirmer,
    continuer, valider, accepter, ja, bestätigen, weiter, fertig, akzeptieren, sì, conferma, continua, accetta, да, ок,
    подтвердить, продолжить, evet, tamam, onayla, devam, bevestigen, doorgaan, tak, potwierdź, dalej, ya, oke, setuju,
    lanjutkan, có, đồng ý, xác nhận, tiếp tục, نعم, موافق, تأكيد,
    确定, 確定, 确认, 確認, 是, 好, 好的, 同意, 继续, 繼續, 完成, 下一步, はい, 続行, 次へ, 同意する,
    확인, 예, 계속, 동의, ตกลง, ใช่, ยืนยัน, ठीक, हाँ, पुष्टि,
    siguiente, acepto, aceitar, avançar, próximo, suivant, j'accepte, terminé, avanti, fatto, zustimmen, einverstanden,
    volgende, akkoord, kontynuuj, następny, zgadzam się, ileri, kabul et, lanjut, berikutnya, konfirmasi,
    fortsätt, nästa, godkänn, bekräfta, klar, jag förstår, kyllä, jatka, seuraava, hyväksy, vahvista, valmis,
    ano, pokračovat, další, potvrdit, souhlasím, přijmout, hotovo, áno, pokračovať, ďalej, potvrdiť, súhlasím, prijať,
    igen, folytatás, tovább, következő, megerősítés, elfogadom, rendben, kész, continuă, următorul, confirmă, gata,
    sunt de acord, nastavi, dalje, potvrdi, prihvaćam, prihvati, slažem se, настави, даље, потврди, прихвати,
    nadaljuj, naprej, potrdi, sprejmi, strinjam se, так, продовжити, далі, підтвердити, прийняти, погоджуюсь,
    taip, tęsti, toliau, patvirtinti, sutinku, jā, turpināt, tālāk, apstiprināt, piekrītu, d'acord, següent,
    teruskan, seterusnya, sahkan, magpatuloy, susunod, kumpirmahin, ndiyo, sawa, endelea, thibitisha, kubali,
    כן, אישור, המשך, הבא, אשר, بله, تایید, ادامه, بعدی, قبول, موافقم, ہاں, ٹھیک ہے, جاری رکھیں, تصدیق کریں,
    जारी रखें, आगे, स्वीकार, হ্যাঁ, ঠিক আছে, চালিয়ে যান, পরবর্তী, নিশ্চিত করুন, ஆம், சரி, தொடர், அடுத்து, అవును, సరే,
    కొనసాగించు, తదుపరి, నిర్ధారించు,
    klaar, gereed, verder, afronden, gotowe, zakończ, listo, hecho, finalizar, terminar, pronto, concluído, seguinte,
    terminer, c'est bon, fine, completa, abschließen, готово, далее, завершить, bitti, bitir, tamamla, sonraki, xong,
    hoàn tất, tiếp, selesai, siap, tapos na, tayari, färdig, slutför, dokončit, dokončiť, kész vagyok, finalizare,
    gotovo, završi, končano, zaključi, завершити, готова, baigta, baigti, gatavs, pabeigt, fet, acaba, finalitza,
    完了, 完了する, 搞定, 提交, 완료, 다음, 끝내기, تم, التالي, إنهاء, انجام شد, پایان, ہو گیا, مکمل, סיום, סיימתי,
    हो गया, समाप्त, অগ্রসর, সম্পন্ন, முடிந்தது, పూర్తయింది, เสร็จ, เสร็จสิ้น, ถัดไป"""

# Labels that refuse: words that they begin with, and (in NO_AT_END) words that they end with.
NO = """don't, don’t, dont, do not, never, never mind, no, not, not now, cancel, deny, decline, refuse, dismiss,
    keep, undo, skip, later, maybe later, disallow, back, go back, nicht, nein, abbrechen, ablehnen, zurück, cancelar,
    denegar, rechazar, volver, não, voltar, ne pas, annuler, refuser, retour, non, annulla, rifiuta, indietro, не, нет,
    отмена, запретить, отклонить, назад, hayır, iptal, izin verme, niet, nee, annuleren, nie, anuluj, tidak, batal,
    jangan, không, hủy, لا, عدم, إلغاء, رفض,
    不, 不了, 不用, 不要, 不再, 不想, 不必, 不需要, 不允许, 不允許, 不同意, 不接受, 不保存, 不更新, 不使用, 取消, 拒绝,
    拒絕, 否, 暂不, 稍后, 以后, 禁止, 返回, 保留, キャンセル, いいえ, 戻る, 취소, 거부, 아니, ยกเลิก, ไม่, रद्द, नहीं,
    reject, später, ahora no, más tarde, agora não, mais tarde, plus tard, pas maintenant, più tardi, później,
    daha sonra, nej, avbryt, inte, senare, avböj, tillbaka, ei, peruuta, myöhemmin, takaisin, hylkää, ne, zrušit,
    odmítnout, zpět, zrušiť, neskôr, odmietnuť, späť, nem, mégse, később, elutasítás, vissza, anulează, renunță,
    mai târziu, înapoi, respinge, odustani, otkaži, kasnije, natrag, nazad, odbij, откажи, одустани, касније, prekliči,
    pozneje, zavrni, ні, скасувати, пізніше, відхилити, atšaukti, vėliau, atgal, atmesti, nē, atcelt, vēlāk, atpakaļ,
    noraidīt, cancel·la, ara no, enrere, rebutja, kemudian, kanselahin, mamaya, hapana, ghairi, baadaye,
    לא, ביטול, אחר כך, חזרה, דחה, نه, خیر, لغو, انصراف, بعداً, نہیں, منسوخ, بعد میں, না, বাতিল, পরে, இல்லை, ரத்துசெய்,
    பின்னர், కాదు, వద్దు, రద్దు, తర్వాత"""
NO_AT_END = "しない, 안함, 안 함, 안됨, 안 됨"

# Words of a question that only ask, besides YES: without them is left what it asks about.
ASKING = """do you, do you want to, do you really want to, are you sure, you want to, would you like to, really, now,
    please, möchtest du, möchten sie, willst du, wollen sie, soll, sollen, bist du sicher, sind sie sicher,
    dich, sich, wirklich, jetzt, quieres, quiere, deseas, desea, seguro que, estás seguro, realmente, ahora,
    você, quer, deseja, tem certeza, agora, voulez-vous, veux-tu, souhaitez-vous, êtes-vous sûr, vous, vraiment,
    maintenant, vuoi, vuole, desideri, sei sicuro di, davvero, adesso, wil je, wilt u, weet je zeker dat je, nu,
    вы, ты, хотите, действительно, уверены, что, сейчас, czy, chcesz, na pewno, teraz, vill du, är du säker, vil
    du, er du sikker, haluatko, chcete, opravdu, biztosan, istiyor musun, istiyor musunuz, istediğinize,
    istediğinizden, emin misin, emin misiniz, şimdi, apakah, anda, yakin, bạn có muốn, bạn có chắc, هل, تريد,
    تريد حقا, متأكد, क्या, आप, चाहते हैं, คุณ, ต้องการ, หรือไม่, 您, 你, 要, 想, 吗, 嗎, 是否, 真的, 现在, 立即,
    本当に, よろしい, ですか, しますか, しても, いいですか, を, 今すぐ, 정말, 하시겠습니까, 할까요, 하시겠어요, 을,
    를"""

# Words that deny what follows them in a sentence.
NOT = """not, don't, don’t, dont, never, without, avoid, nicht, kein, keine, keinen, keinem, keiner, nie,
    niemals, ohne, no, nunca, jamás, sin, não, sem, pas, jamais, sans, non, mai, senza, не, никогда, без, değil,
    asla, niet, nooit, zonder, bez, jangan, tidak, đừng, không, لا, ليس, بدون, मत, नहीं, อย่า, ไม่, 不, 别, 勿, 没,
    ない, しない, 말, 않, 마세요"""

# Words with which a message says that something did not work, besides NOT.
FAILED = """failed, fails, failure, error, wrong, problem, unable, couldn't, couldn’t, can't, can’t, cannot, wasn't,
    wasn’t, denied, invalid, offline, try again, retry, later, fehler, fehlgeschlagen, falsch, später, ungültig, falló,
    fallo, fallido, inválido, erro, falhou, falha, échec, échoué, erreur, invalide, errore, fallito, fout, mislukt,
    błąd, ошибка, ошиб, сбой, помилка, hata, başarısız, geçersiz, fel, misslyckades, fejl, feil, virhe, chyba, hiba,
    eroare, σφάλμα, lỗi, gagal, kesalahan, خطأ, فشل, خطا, שגיאה, נכשל, त्रुटि, विफल, ล้มเหลว, ผิดพลาด, 失败, 失敗, 错误,
    錯誤, 无法, 無法, 重试, 重試, エラー, ません, 실패, 오류"""

# Words before what is not wanted, because something else is.
INSTEAD = """instead of, rather than, other than, statt, anstatt, anstelle, en lugar de, en vez de, au lieu de,
    plutôt que, invece di, piuttosto che, em vez de, ao invés de, in plaats van, вместо, zamiast, i stället för,
    i stedet for, yerine, а не, 而不是, ではなく"""

# Verbs with which a task keeps something away, such as an address.
SHUN = """block, report, ignore, avoid, refuse, decline, keep clear, stay away, blockiere, melde, ignoriere, meide,
    bloquear, bloquea, bloqueie, denunciar, denuncia, denuncie, ignorar, ignora, ignore, evita, evite, bloquer, bloque,
    signaler, signale, éviter, évite, blocca, segnala, заблокируй, пожалуйся, игнорируй, 屏蔽, 举报, 忽略, 拒绝, 無視,
    拒否"""

# Words of a task that mean all things of a kind, or any of them.
ALL = """all, everything, everyone, everybody, any, anything, anyone, every, each, both, alle, alles, allen,
    aller, jede, jeden, jedes, jeder, beide, todo, toda, todos, todas, ambos, ambas, cualquiera, cada, tudo,
    tout, toute, tous, toutes, chaque, tutto, tutta, tutti, tutte, ogni, entrambi, все, всё, всех, каждый,
    любой, оба, усе, всі, hepsi, hepsini, tümü, tümünü, tüm, bütün, allemaal, elke, elk, wszystko, wszystkie,
    wszystkich, każdy, każde, semua, semuanya, setiap, tất cả, mọi, mỗi, allt, alla, varje, båda, kaikki,
    kaikkea, všechno, všechny, vše, každý, mindent, mindet, minden, tot, toate, toți, fiecare, όλα, όλους, όλες,
    sve, svi, svaki, всичко, всички, tots, totes, lahat, yote, wote, visi, visus, viss, visas, vsi, vse, kõik,
    הכל, הכול, כולם, כל, كل, الكل, جميع, كلها, كله, همه, سب, سبھی, सब, सभी, हर, সব, সবগুলো, அனைத்தும், எல்லாம்,
    అన్నీ, ทั้งหมด, ทุก, 全部, 所有, 一切, 每个, 每個, 任何, すべて, 全て, 모두, 모든, 전부"""

# Words of a task that mean what was named before, or nothing.
IT = """it, them, this, that, these, those, him, her, none, nothing, es, ihn, sie, dies, das, diese, diesen,
    dieses, nichts, eso, esto, ello, nada, isso, isto, ele, ela, eles, elas, ça, cela, ceci, lui, eux, rien,
    esso, questo, questa, quello, niente, его, её, их, это, ничего, їх, це, onu, bunu, bunları, onları, het,
    hem, haar, hen, deze, dit, dat, niets, to, je, jego, ich, nic, itu, ini, mereka, nó, chúng, cái này, cái đó,
    det, den, dem, detta, tämä, azt, ezt, őket, asta, αυτό, αυτά, hii, hiyo, אותו, אותה, אותם, זה, هذا, هذه,
    ذلك, این, آن, یہ, यह, इसे, उसे, उन्हें, এটা, அது, இது, అది, ఇది, มัน, นี้, นั้น, 它, 它们, 它們, 这个, 這個, 那个, 那個,
    他们, 她们, それ, これ, あれ, 그것, 이것, 저것"""

# Words that part a text into clauses, besides punctuation.
AND = "and, then, und, dann, y, et, puis, e, и, ve, oraz, và, 并, 並, 且, 及"

# Verbs on labels that delete.
DELETE = """
    delete, remove, erase, wipe, unsend, recall*, clear all, clear data, clear storage, clear history, clear cache,
    clear chat, clear messages, clear conversation, format sd card, format storage, format as, reset*, factory reset,
    uninstall, empty trash, empty bin, empty recycle bin, unfriend, block*, move to trash, move to bin,
    close account, deactivate account, deactivate, disable account, terminate account, delete account,
    cancel account, cancel order, cancel subscription, cancel membership, cancel plan, cancel booking,
    cancel reservation, cancel appointment, cancel ride, cancel trip,
    eliminar, borrar, excluir, apagar, remover, desinstalar, vaciar, cerrar cuenta, desactivar cuenta,
    cancelar pedido, cancelar suscripción, esvaziar, encerrar conta, desativar conta,
    supprimer, effacer, désinstaller, vider, fermer compte, désactiver compte,
    löschen+, entfernen+, zurücksetzen+, deinstallieren+, papierkorb leeren, leeren+, kündigen+,
    elimina, cancella, rimuovi, disinstalla, svuota, chiudi account,
    удалить, стереть, очистить, сбросить, sil+, kaldır+, verwijderen+, wissen+, usuń, odinstaluj,
    hapus, xóa, xoá, gỡ cài đặt, حذف, إزالة, हटाएं, मिटाएं, ลบ, ถอนการติดตั้ง,
    删除, 刪除, 删掉, 清空, 清除, 移除, 卸载, 解除安裝, 重置, 格式化, 恢复出厂, 恢复出厂设置, 拉黑, 注销,
    销毁, 抹掉, 取消订单, 取消订阅, 取消預訂, 退订,
    削除, 消去, アンインストール, 初期化, 退会, 삭제, 제거, 초기화, 탈퇴, 🗑
"""

# What Android itself calls the arrow at the top of a page.
UP = """navigate up, back, go back, desplazarse hacia arriba, navegar hacia arriba, atrás, navegar para cima, voltar,
    revenir en haut de la page, remonter, retour, nach oben, zurück, torna indietro, indietro, перейти вверх, назад,
    yukarı git, geri, omhoog navigeren, terug, przejdź wyżej, wstecz, kembali ke atas, kembali, di chuyển lên, quay lại,
    الانتقال إلى أعلى, ऊपर जाएं, ย้อนกลับ, 转到上一层级, 向上导航, 返回, 返回上一层, 瀏覽至上一層級, 前に戻る, 戻る,
    上へ移動, 위로 이동, 뒤로"""

# Labels that delete the one thing that they stand beside, and say no more.
DELETES_ONE = """delete, remove, erase, move to trash, move to bin, löschen, entfernen, eliminar, borrar, quitar,
    excluir, apagar, remover, supprimer, effacer, retirer, elimina, rimuovi, cancella, verwijderen, удалить, sil,
    kaldır, usuń, smazat, radera, ta bort, slet, slett, poista, törlés, șterge, видалити, διαγραφή, xóa, hapus, ลบ, حذف,
    מחק, हटाएं, 删除, 移除, 刪除, 削除, 삭제"""

# What Android itself calls the menu at the top of a page.
OVERFLOW = """more options, more, más opciones, mais opções, plus d'options, plus d’options, autres options,
    weitere optionen, mehr optionen, altre opzioni, ещё, еще, другие параметры, diğer seçenekler, meer opties,
    więcej opcji, opsi lainnya, opsi lain, tùy chọn khác, خيارات أكثر, المزيد من الخيارات, ज़्यादा विकल्प, अधिक विकल्प,
    ตัวเลือกเพิ่มเติม, ตัวเลือกอื่น, 更多选项, 更多選項, その他のオプション, 옵션 더보기"""

# What a message says after something has gone out.
SENT = """
    sent, sending, raised, called, calling, shared, posted, published, reported, notified, delivered, announced,
    gesendet, versendet, verschickt, abgeschickt, angerufen, geteilt, veröffentlicht, gemeldet, ausgelöst,
    benachrichtigt, envoyé, envoyée, envoi, partagé, partagée, publié, publiée, appel en cours, signalé,
    alerte donnée, déclenchée, enviado, enviada, enviando, compartido, compartida, publicado, publicada,
    llamando, avisado, compartilhado, chamando, inviato, inviata, condiviso, condivisa, pubblicato, pubblicata,
    chiamata in corso, segnalato, segnalata, verzonden, verstuurd, gedeeld, gepubliceerd, gemeld, skickat,
    delat, sendt, delt, lähetetty, jaettu, отправлено, отправлен, отправлена, опубликовано, вызов, wysłano,
    udostępniono, opublikowano, odesláno, gönderildi, paylaşıldı, 已发送, 发送成功, 已分享, 已发布, 已呼叫,
    正在呼叫, 已報警, 已报警, 送信しました, 共有しました, 投稿しました, 発信中, 보냈습니다, 전송됨, 공유됨,
    게시됨, تم الإرسال, تم النشر, تمت المشاركة, भेजा गया
"""

# What labels say of writing or reporting to many, or to whoever runs the app.
TO_ALL = """
    announcement, announce, announcements, to all, to everyone, to everybody, everyone, broadcast, circular,
    newsletter, notice board, raise alarm, raise the alarm, report a problem, report an issue, an alle, allen,
    rundschreiben, rundmail, aushang, durchsage, ankündigung, alarmieren, annonce, annoncer, à tous, à toutes,
    aux membres, tous les membres, circulaire, signaler, anuncio, anunciar, anúncio, a todos, para todos,
    circular, comunicado, denunciar, annuncio, annunciare, a tutti, avviso a, segnala, segnalare, aan allen,
    aan iedereen, mededeling, melding maken, til alle, till alla, kaikille, объявление, всем, рассылка,
    сообщить, ogłoszenie, do wszystkich, všem, duyuru, herkese, 公告, 群发, 所有人, 举报, 报警, 通報, お知らせ,
    全員, みんなに, 공지, 모두에게, 신고, إعلان, للجميع, إبلاغ, घोषणा, सभी को
"""

# Labels that save or apply what a form or dialog holds, besides those in YES.
SAVE = """save, save changes, apply, set, speichern, sichern, änderungen speichern, übernehmen, anwenden,
    festlegen, guardar, guardar cambios, aplicar, establecer, salvar, gravar, guardar alterações, salvar
    alterações, definir, enregistrer, enregistrer les modifications, sauvegarder, appliquer, définir, régler,
    salva, salva modifiche, applica, imposta, opslaan, bewaren, toepassen, instellen, spara, använd, tillämpa,
    ställ in, lagre, bruk, gem, anvend, tallenna, käytä, aseta, uložit, použít, nastavit, uložiť, použiť,
    nastaviť, zapisz, zastosuj, ustaw, mentés, alkalmaz, salvează, salvați, aplică, setează, сохранить,
    применить, задать, зберегти, застосувати, запази, запиши, приложи, сачувај, примени, spremi,
    primijeni, sačuvaj, primeni, shrani, uporabi, išsaugoti, taikyti, saglabāt, lietot, salvesta, rakenda,
    kaydet, uygula, ayarla, αποθήκευση, εφαρμογή, desa, aplica, gorde, simpan, terapkan, gunakan, lưu, áp dụng,
    i-save, ilapat, hifadhi, שמור, שמירה, החל, حفظ, تطبيق, تعيين, ذخیره, اعمال, محفوظ کریں, सहेजें, सेव
    करें, लागू करें, সংরক্ষণ করুন, প্রয়োগ করুন, சேமி, பயன்படுத்து, సేవ్ చేయి, వర్తింపజేయి, บันทึก, 保存, 存储, 储存,
    儲存, 套用, 適用, 設定する, 保存する, 저장, 적용"""

# Names of search fields.
SEARCH = """search, find, filter, query, suche, suchen, buscar, recherche, rechercher, cerca, поиск, ara,
    搜索, 搜尋, 検索, 검색"""

# Words in a task that ask for a switch to be turned on, or off.
SWITCH_ON = "on, enable, activate, 开启, 打开, 启用"
SWITCH_OFF = "off, disable, deactivate, 关闭, 关掉, 停用, 禁用"

# Texts in which a switch shows its state; they are no name for the switch.
SHOWN_ON = "on, ein, activé, activado, ligado, вкл, 开, 开启, 已开启, 打开, オン, 켜짐"
SHOWN_OFF = "off, aus, désactivé, desactivado, desligado, выкл, 关, 关闭, 已关闭, オフ, 꺼짐"
SWITCH_STATES = f"{SHOWN_ON}, {SHOWN_OFF}"

# Words that greet by the time of day, and others with which an app greets who is signed in, before a name.
DAY_GREETINGS = """good morning, good afternoon, good evening, good night, good day, guten morgen, guten tag,
    guten abend, gute nacht, buenos días, buenas tardes, buenas noches, bom dia, boa tarde, boa noite, bonjour,
    bonsoir, bonne journée, bonne soirée, buongiorno, buon pomeriggio, buonasera, goedemorgen, goedemiddag,
    goedenavond, god morgon, god kväll, god morgen, god aften, hyvää huomenta, hyvää iltaa, dobré ráno, dobrý den,
    dobrý večer, dobrý deň, dzień dobry, dobry wieczór, jó reggelt, jó napot, jó estét, bună dimineața, bună ziua,
    bună seara, доброе утро, добрый день, добрый вечер, доброй ночи, доброго ранку, добрий день, добрий вечір,
    добро јутро, dobro jutro, dobar dan, dobro večer, dobra večer, günaydın, tünaydın, iyi günler, iyi akşamlar,
    iyi geceler, selamat pagi, selamat siang, selamat sore, selamat malam, magandang umaga, magandang hapon,
    magandang gabi, chào buổi sáng, chào buổi chiều, chào buổi tối, habari za asubuhi, صباح الخير, مساء الخير,
    בוקר טוב, צהריים טובים, ערב טוב, صبح بخیر, عصر بخیر, شب بخیر, καλημέρα, καλησπέρα, सुप्रभात, शुभ प्रभात,
    शुभ संध्या, সুপ্রভাত, শুভ সকাল, শুভ সন্ধ্যা, காலை வணக்கம், శుభోదయం, สวัสดีตอนเช้า, 早上好, 早安, 上午好, 中午好,
    下午好, 晚上好, 午安, 晚安, おはようございます, こんにちは, こんばんは, 좋은 아침, 좋은 오후, 좋은 저녁"""
GREETINGS = """hello, hi, hey, hi there, hello there, welcome back, hallo, hi ha, willkommen zurück, hola, olá, oi,
    bem-vindo de volta, bienvenido de nuevo, salut, coucou, bon retour, ciao, bentornato, bentornata, salve, hoi,
    welkom terug, hej, hei, moi, ahoj, cześć, witaj, witaj ponownie, szia, üdv, привет, здравствуйте, с возвращением,
    привіт, вітаємо, здраво, merhaba, selam, halo, hai, kumusta, xin chào, jambo, مرحبا, مرحباً, أهلا, أهلاً, שלום, سلام,
    γεια σου, नमस्ते, হ্যালো, নমস্কার, வணக்கம், నమస్తే, สวัสดี, 你好, 您好, 欢迎回来, 歡迎回來, お帰りなさい, 안녕하세요"""


def unaccented(text: str) -> str:
    """Return a text, folded, without accents.

    >>> unaccented("Février")
    'fevrier'
    """
    return "".join(each for each in unicodedata.normalize("NFD", folded(text)) if not unicodedata.combining(each))


# Marks that any letter may wear, and letters that draw nothing. A script's own marks, such as vowels, are not here.
_DECORATION = re.compile(
    r"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    r"\ufe00-\ufe0f\U000e0100-\U000e01ef\u115f\u1160\u17b4\u17b5\u3164\uffa0]"
)


def undecorated(text: str) -> str:
    """Remove marks that make no letter of an alphabet, such as strokes, and letters that draw nothing.

    >>> undecorated("P\\u0336a\\u0336y\\u0336"), undecorated("Gu\\u0336\\u031b\\u0309i")
    ('Pay', 'Gửi')
    """
    return _DECORATION.sub("", _normal("NFC", text))


def decorated(text: str) -> bool:
    """Tell whether letters of a text have marks that make no letter of an alphabet.

    >>> decorated("P\u0308ay"), decorated("Ma\u0308r")
    (True, False)
    """
    return any(map(unicodedata.combining, "".join(_DECORATION.findall(_normal("NFC", text)))))


def in_plain_width(text: str) -> str:
    """Replace letters in rings, of full width or of mathematics by plain ones, and remove invisible characters.

    >>> in_plain_width("Ｐａｙ \u24c3\u24de\u24e6")
    'Pay Now'
    """
    return HIDDEN.sub("", _normal("NFKC", text))


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """Fold a text for comparison: put it on one line, in lower case and plain width, without invisible characters.

    >>> folded("  Ｗｉ-Ｆｉ \\n settings "), folded("İptal")
    ('wi-fi settings', 'iptal')
    """
    whole = in_plain_width(text).casefold()
    return " ".join(whole.replace("i\u0307", "i").split())  # casefold makes this of a Turkish İ


def _normal(form: Literal["NFC", "NFKC"], text: str) -> str:
    pieces = (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
    return "".join(unicodedata.normalize(form, piece) for piece in pieces)


@cache
def listed(table: str) -> tuple[str, ...]:
    """Split a comma-separated table into its words, and fold each of them.

    >>> listed(SWITCH_ON)
    ('on', 'enable', 'activate', '开启', '打开', '启用')
    """
    return tuple(folded(word) for word in table.split(",") if word.strip())


@cache
def any_word(table: str) -> str:
    """Return a pattern that finds any word of a table in a folded text; in scripts without blanks, anywhere in it.

    >>> bool(re.search(any_word(NOT), "do not open it")), bool(re.search(any_word(NOT), "a note"))
    (True, False)
    """
    words = [(word, word < NO_BOUNDARIES and word[0].isalpha()) for word in listed(table)]
    whole, parts = ("|".join(re.escape(word) for word, apart in words if apart is kind) for kind in (True, False))
    return rf"(?<!\w)(?:{whole})(?!\w)|(?:{parts})"

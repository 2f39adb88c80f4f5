"""Recognise input fields that ask for a password, a PIN, a card number or the like, by their names."""

import re
from functools import cache

from appagent.screen.language.lexicon import any_word, folded, listed

# Comma-separated, about one language a line.
_CARDS = "cvv, cvc, card number, kartennummer, número de tarjeta, numéro de carte, 卡号, カード番号, 카드 번호"
_SECRETS = f"""
    {_CARDS},
    password, passwort, passcode, passphrase, kennwort, contraseña, senha, mot de passe, parola, şifre, пароль, hasło,
    wachtwoord, kata sandi, mật khẩu, pin, otp, one-time code, one time code, verification code, security code,
    recovery phrase, seed phrase, secret phrase, recovery code, backup code, private key,
    wiederherstellungsphrase, frase de recuperación, frase de recuperação, phrase de récupération, секретная фраза,
    kurtarma ifadesi, fraza odzyskiwania, cụm từ khôi phục, 助记词, 助記詞, 私钥, リカバリーフレーズ, 복구 문구,
    密码, 密碼, 口令, 验证码, 驗證碼, パスワード, 暗証番号, 비밀번호, 인증번호,
    access code, entry code, unlock code, zugangscode, entsperrcode, geheimzahl, código de acceso, código de acesso,
    code d'accès, code secret, codice di accesso, toegangscode, pincode, pinkode, пин, пин-код,
    код доступа, kod dostępu, contrasenya, palavra-passe, lösenord, passord, adgangskode, salasana, heslo, jelszó,
    parolă, lozinka, geslo, slaptažodis, κωδικός πρόσβασης, סיסמה, كلمة المرور, كلمة السر, رمز عبور, पासवर्ड, পাসওয়ার্ড,
    รหัสผ่าน, 암호, 暗証
"""
_LONG = 8  # letters from which on a word is known inside a longer one, such as "Gerätepasswort"


def names_a_secret(label: str) -> bool:
    """Tell whether a label, hint, resource-id or sentence contains a word for a secret, such as "password" or "PIN".

    A long word for one may be a part of a longer word.

    >>> [names_a_secret(label) for label in ("Gerätepasswort:", "支付密码", "etPassword", "pin_entry", "Pinboard")]
    [True, True, True, True, False]
    """
    said = _spaced(label)
    return bool(re.search(any_word(_SECRETS), said)) or any(word in said for word in _long_words())


def is_name_of_a_secret(text: str) -> bool:
    """Tell whether a text is a word for a secret and nothing else.

    >>> [is_name_of_a_secret(text) for text in ("Пароль", "One-time code", "MyPassword", "correct horse pin")]
    [True, True, False, False]
    """
    return folded(text) in listed(_SECRETS)


def names_a_card(label: str) -> bool:
    """Tell whether a label, hint or resource-id contains a word for the number or the code of a payment card.

    >>> names_a_card("Card number"), names_a_card("et_cvv"), names_a_card("Password")
    (True, True, False)
    """
    return bool(re.search(any_word(_CARDS), _spaced(label)))


@cache
def _long_words() -> tuple[str, ...]:
    """Return the words for a secret that are long enough to be known inside a longer word."""
    return tuple(word for word in listed(_SECRETS) if len(word) >= _LONG and " " not in word)


def _spaced(label: str) -> str:
    return folded(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label).replace("_", " "))

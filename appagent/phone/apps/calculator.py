"""Calculator: a sum as it is typed, what it comes to, past results, and one memory."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from appagent.phone.app import App, Dialog, Page
from appagent.phone.dialogs import alert
from appagent.phone.parts import toolbar
from appagent.phone.ui import Button, Column, Frame, Handler, IconButton, List, Row, Text, Widget

DIGITS, LONGEST, HIGHEST = 12, 40, 10**100  # of a number, of a sum in characters, of a result
OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "−": operator.sub, "×": operator.mul, "÷": operator.truediv
}  # fmt: skip


@dataclass(frozen=True)
class Number:
    """A number in a sum. exact: of one that was worked out, all of it; no digit can be added to that."""

    text: str
    exact: Fraction | None = None

    @property
    def value(self) -> Fraction:
        """What it stands for."""
        return Fraction(self.text) if self.exact is None else self.exact


@dataclass(frozen=True)
class Result:
    """A line of the history."""

    formula: str
    result: str
    exact: Fraction


class Calculator(App):
    """Type a sum, then equals; the clock leads to past results, M+ and MR keep a number and bring it back."""

    package = "com.example.calculator"
    label = "Calculator"
    icon = "calculator"
    colour = "#2e7d4f"
    version = "1.4"
    words = {
        "zh": {
            "Calculator": "计算器", "History": "历史记录", "No results yet": "还没有结果", "Clear history?": "清空历史记录？",
            "Clear history": "清空历史记录", "Clear": "清空", "Cancel": "取消", "Memory": "存储", "Navigate up": "返回",
            "No more fits": "放不下了", "Cannot divide by zero": "不能除以零", "Too large": "数值过大",
            "clear": "归零", "backspace": "退格", "percent": "百分比", "change sign": "正负号", "point": "小数点",
            "equals": "等于", "plus": "加", "minus": "减", "times": "乘", "divided by": "除以",
            "memory clear": "存储归零", "memory recall": "读取存储", "memory minus": "存储减", "memory plus": "存储加",
        }
    }  # fmt: skip

    def begin(self) -> None:
        """Nothing typed, nothing kept."""
        self.display = "0"
        self.history: list[Result] = []
        self.memory = Fraction(0)
        self._terms: list[Number | str] = []  # numbers, and the signs between them
        self._formula = ""

    def home(self) -> Page:
        """The display over the keys."""
        key, digit, sign = self.key, self.digit, self.sign
        memory = [
            key("MC", "mc", "memory clear", self.forget, "background"),
            key("MR", "mr", "memory recall", self.recall, "background"),
            key("M−", "m_sub", "memory minus", lambda: self.remember(-1), "background"),
            key("M+", "m_add", "memory plus", lambda: self.remember(1), "background"),
        ]
        rows = [
            [key("C", "clr", "clear", lambda: self.show([])), key("DEL", "del", "backspace", self.backspace),
             key("%", "op_pct", "percent", self.percent), sign("÷", "op_div", "divided by")],
            [digit("7"), digit("8"), digit("9"), sign("×", "op_mul", "times")],
            [digit("4"), digit("5"), digit("6"), sign("−", "op_sub", "minus")],
            [digit("1"), digit("2"), digit("3"), sign("+", "op_add", "plus")],
            [key("±", "op_neg", "change sign", self.negate, "surface"), digit("0"),
             key(".", "dec_point", "point", lambda: self.type("."), "surface"),
             key("=", "eq", "equals", self.equals, "primary")],
        ]  # fmt: skip
        pad = [Row(memory, weight=0.7), *(Row(row, weight=1) for row in rows)]
        return Page(Column([self.top(), Column(pad, id="pad", weight=6, pad=(6, 0, 6, 6))]), activity="Calculator")

    def top(self) -> Widget:
        """What was typed and what came of it; the way to past results beside it."""
        size = 42 if len(self.display) <= 12 else 32 if len(self.display) <= 20 else 22
        result = Text(self.t(self.display), id="result", size=size, align="right", gravity="right")
        formula = Text(self._formula, id="formula", size=14, color="text2", align="right", weight=1)
        kept = Text(f"{self.t('Memory')} {shown(self.memory)}", id="memory", size=14, color="text2", gravity="top")
        above = [*([kept] if self.memory else []), *([formula] if self._formula else [])]
        clock = IconButton("clock", id="history", desc=self.t("History"), gravity="top", on_tap=self.look_back)
        numbers = Column([Row(above), result] if above else [result], id="display", weight=1, height="fill",
                         pad=(0, 6, 16, 0), gravity="center")  # fmt: skip
        return Row([clock, numbers], weight=2.3, pad=4)

    def key(self, words: str, name: str, desc: str, do: Handler, colour: str = "track") -> Widget:
        """One key."""
        ink, size = "on_primary" if colour == "primary" else "text", 24 if len(words) == 1 else 16
        button = Button(words, id=name, desc=self.t(desc), size=size, bold=False, color=ink, background=colour,
                        radius=16, pad=0, width="fill", height="fill", on_tap=lambda: self.carry_out(do))  # fmt: skip
        return Frame([button], weight=1, height="fill", pad=3)

    def digit(self, digit: str) -> Widget:
        """A key with a digit on it."""
        return self.key(digit, f"digit_{digit}", "", lambda: self.type(digit), "surface")

    def sign(self, sign: str, name: str, desc: str) -> Widget:
        """A key with the sign of an operation on it."""
        return self.key(sign, name, desc, lambda: self.operate(sign))

    def type(self, character: str) -> None:
        """A digit or the point, added to the number at the end or beginning one."""
        before, last = self.split()
        text = last.text if last and last.exact is None else "0"
        if character != ".":
            text = (text[:-1] if text in ("0", "-0") else text) + character
        elif "." not in text:
            text += "."
        if sum(map(str.isdigit, text)) > DIGITS:
            self.toast(self.t("No more fits"))
        else:
            self.show([*before, Number(text)])

    def operate(self, sign: str) -> None:
        """A sign after the number at the end, or instead of the sign there."""
        before, last = self.split()
        done = [*before, Number(last.text.rstrip("."), last.exact)] if last else before[:-1]
        self.show([*(done or [Number("0")]), sign])

    def backspace(self) -> None:
        """Take away the last digit, or the last sign, or all of a number that was not typed."""
        before, last = self.split()
        if last and last.exact is None and len(last.text.lstrip("-")) > 1:
            self.show([*before, Number(last.text[:-1])])
        else:
            self.show(self._terms[:-1])

    def negate(self) -> None:
        """The number at the end with the other sign."""
        before, last = self.split()
        if last and last.text != "0":
            text = last.text[1:] if last.text.startswith("-") else f"-{last.text}"
            self.show([*before, Number(text, last.exact and -last.exact)])

    def percent(self) -> None:
        """Hundredths; after plus and minus, of what stands before."""
        before, last = self.split()
        if last:
            whole = worth(before[:-1]) if before and before[-1] in ("+", "−") else 1
            self.put(whole * last.value / 100)

    def equals(self) -> None:
        """What the sum comes to."""
        before, last = self.split()
        if before and last:
            formula, number = self.display.rstrip("."), result_of(worth(self._terms))
            self.history.insert(0, Result(formula, number.text, number.value))
            self.show([number], f"{formula} =")

    def remember(self, times: int) -> None:
        """Add what is on the display to the memory, or take it away."""
        before, last = self.split()
        exact = worth([*before, last] if last else before[:-1])
        self.show([result_of(exact)])
        self.memory = result_of(self.memory + times * exact).value

    def recall(self) -> None:
        """Bring the memory back."""
        self.put(self.memory)

    def forget(self) -> None:
        """Empty the memory."""
        self.memory = Fraction(0)

    def put(self, exact: Fraction) -> None:
        """A number that was worked out, in the place of the one at the end."""
        self.show([*self.split()[0], result_of(exact)])

    def split(self) -> tuple[list[Number | str], Number | None]:
        """The sum up to the number at its end, and that number where there is one."""
        if self._terms and isinstance(self._terms[-1], Number):
            return self._terms[:-1], self._terms[-1]
        return self._terms, None

    def show(self, terms: list[Number | str], formula: str = "") -> None:
        """Put a sum on the display."""
        words = " ".join(term.text if isinstance(term, Number) else term for term in terms) or "0"
        if len(words) > LONGEST:
            self.toast(self.t("No more fits"))
        else:
            self._terms, self.display, self._formula = terms, words, formula

    def carry_out(self, do: Handler) -> None:
        """Do what a key is for, or say on the display why a sum has no result."""
        try:
            do()
        except (ZeroDivisionError, OverflowError) as error:
            why = "Too large" if isinstance(error, OverflowError) else "Cannot divide by zero"
            self._terms, self.display, self._formula = [], why, self.display

    def look_back(self) -> None:
        """Go to the past results."""
        self.open(self.past)

    def past(self) -> Page:
        """Past results, the latest first; a tap takes one over."""
        clear = IconButton(
            "trash", id="clear_history", desc=self.t("Clear history"), on_tap=lambda: self.ask(self.sure)
        )
        actions = [clear] if self.history else []
        bar = toolbar(self.t("History"), *actions, on_back=self.close, up=self.t("Navigate up"))
        rows = [self.row(line) for line in self.history] or [Text(self.t("No results yet"), color="text2", pad=24)]
        return Page(Column([bar, List(rows, id="history_list")]), activity="HistoryActivity")

    def row(self, line: Result) -> Widget:
        """A sum over what it came to."""
        parts = [Text(line.formula, id="history_formula", size=14, color="text2", gravity="right"),
                 Text(line.result, id="history_result", size=24, gravity="right")]  # fmt: skip
        return Column(parts, id="history_item", pad=(20, 12, 20, 12), on_tap=lambda: self.take(line))

    def take(self, line: Result) -> None:
        """Go on with a past result."""
        self.put(line.exact)
        self.close()

    def sure(self) -> Dialog:
        """Asked before the history is gone."""
        return alert(
            self.t("Clear history?"),
            "",
            Button(self.t("Cancel"), id="android:id/button2", on_tap=self.close),
            Button(self.t("Clear"), id="android:id/button1", color="danger", on_tap=self.clear_history),
        )

    def clear_history(self) -> None:
        """Forget all past results."""
        self.did("delete", f"{len(self.history)} results")
        self.history.clear()
        self.close()


def worth(terms: list[Number | str]) -> Fraction:
    """What a sum comes to, exactly: products before sums, each from the left. Nothing is 0."""
    for signs in (("+", "−"), ("×", "÷")):
        for at in reversed(range(len(terms))):
            sign = terms[at]
            if isinstance(sign, str) and sign in signs:
                return OPERATIONS[sign](worth(terms[:at]), worth(terms[at + 1 :]))
    return terms[0].value if terms and isinstance(terms[0], Number) else Fraction(0)


def result_of(exact: Fraction) -> Number:
    """What was worked out, as a number to go on with."""
    return Number(shown(exact), exact)


def shown(exact: Fraction) -> str:
    """A number in decimal digits, as few as will do and at most 12. Raises OverflowError where it is too large.

    >>> shown(Fraction(1, 3)), shown(Fraction("0.30")), shown(Fraction(10) ** 15)
    ('0.333333333333', '0.3', '1E+15')
    """
    if abs(exact) >= HIGHEST:
        raise OverflowError
    short = Context(prec=DIGITS).divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize()
    return f"{short:f}" if -7 <= short.adjusted() < DIGITS else str(short)

"""Colours by name, light and dark, and the scale from dp to px."""

from dataclasses import dataclass

_LIGHT = {
    "background": "#fdfcff", "surface": "#f1f3f9", "card": "#ffffff", "text": "#1a1c1e", "text2": "#5b5f66",
    "hint": "#7a7f88", "primary": "#1857b6", "on_primary": "#ffffff", "line": "#dfe2e8", "bar": "#f1f3f9",
    "danger": "#b3261e", "on": "#1857b6", "off": "#74777f", "track": "#d4d8e0", "key": "#ffffff",
    "keyboard": "#e3e6ee", "toast": "#303438", "on_toast": "#f4f4f6",
    "on_snack": "#a9c7ff",
}  # fmt: skip
_DARK = {
    "background": "#121316", "surface": "#1c1e22", "card": "#24262b", "text": "#e6e6ea", "text2": "#a9adb5",
    "hint": "#7d828b", "primary": "#a9c7ff", "on_primary": "#0a2a5e", "line": "#33363c", "bar": "#121316",
    "danger": "#ffb4ab", "on": "#a9c7ff", "off": "#8e929a", "track": "#3d4047", "key": "#3a3d44",
    "keyboard": "#26282d", "toast": "#e4e5ea", "on_toast": "#222428",
    "on_snack": "#1857b6",
}  # fmt: skip


@dataclass(frozen=True)
class Theme:
    """Look of the phone: density in dots per inch, and colours by name."""

    density: int = 420
    dark: bool = False

    def px(self, dp: float) -> int:
        """Convert a length in dp to px.

        >>> Theme(density=320).px(24)
        48
        """
        return round(dp * self.density / 160)

    def colour(self, name: str) -> str:
        """Return the "#rrggbb" of a colour's name; a "#rrggbb" stands for itself. Raises ValueError for other names."""
        named = _DARK if self.dark else _LIGHT
        if not name.startswith("#") and name not in named:
            raise ValueError(f"no colour {name!r}; there are #rrggbb and {', '.join(named)}")
        return named.get(name, name)

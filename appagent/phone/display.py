"""Display that can be given another size while the phone is on, as `wm size` does."""

from appagent.phone.shade import Shaded


class Resizable(Shaded):
    """Stage whose display can have another size than it was built with."""

    _built: tuple[int, int] | None = None  # what it was built with, once it has another size

    @property
    def launcher(self) -> str:
        """Return the package of the app that shows the others."""
        return self._launcher

    @property
    def upright_size(self) -> tuple[int, int]:
        """Return the display's width and height while it is upright, px."""
        return self.size if self.rotation % 2 == 0 else self.size[::-1]

    @property
    def built_size(self) -> tuple[int, int]:
        """Return the upright width and height that the display had before it was given others."""
        return self._built or self.upright_size

    def resize(self, size: tuple[int, int] | None) -> None:
        """Give the display another upright width and height, px; None for those it was built with."""
        with self.lock:
            self._built = self.built_size
            width, height = size or self._built
            self.size = (width, height) if self.rotation % 2 == 0 else (height, width)
            self._changed()

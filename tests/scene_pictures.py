"""Code of an app that draws photographs and films, for scenes of `changing_app`."""

SKETCH = """
    def now(self, *pair): return pair[self.later]

    def photo(self, kind, high=120.0, **more):
        grounds = ("#204060", "#a04020", "#208040", "#c0a020", "#602080", "#e0e0e0")

        def paint(draw, size, theme):
            wide, tall = size
            draw.rectangle((0, 0, wide, tall), fill=grounds[kind % 6])
            for n in range(5):
                x, y = (kind * 37 + n * 53) % 100 / 100 * wide, (kind * 59 + n * 31) % 100 / 100 * tall
                r = (0.1 + (kind + n) % 3 * 0.06) * wide
                draw.ellipse((x - r, y - r, x + r, y + r), fill=("#ffffff", "#101010", "#ffcc00")[(n + kind) % 3])
        return Picture(paint, height=high, **{"width": "fill", **more})

    def moving(self, high, **more):
        self.ticks += 7
        return self.photo(self.ticks, high, **more)
"""

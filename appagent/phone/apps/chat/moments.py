"""Chat's Moments: friends' posts, with likes and comments behind two dots."""

from functools import partial

from appagent.phone.app import Page
from appagent.phone.apps.chat.people import GREEN, OBFUSCATED, Comment, People, Post
from appagent.phone.parts import divider, nothing_here, photo
from appagent.phone.ui import Button, Column, Field, Frame, Icon, IconButton, List, Row, Space, Text, Widget


class Moments(People):
    """Every post has the same nameless dots; what they open stands beside them."""

    def begin(self) -> None:
        """No post's dots are open, no comment is being written."""
        super().begin()
        self._dotted: Post | None = None
        self._answered: Post | None = None
        self._comment = self._written = ""

    def moments(self) -> Page:
        """All posts, the latest first; a line to comment on below, while one is written."""
        camera = self.sign("camera", "New post", self.begin_post)
        cover = Frame([photo("cover of " + self.my_name, height=200), Text(self.my_name, color="#ffffff", bold=True, size=18, pad=16,
                                                                        gravity="bottom right")])  # fmt: skip
        rows = [cover, *(self.post_row(post) for post in self.posts)]
        line = [self.comment_line(self._answered)] if self._answered else []
        return self.screen(self.t("Moments"), ".plugin.sns.ui.SnsTimeLineUI", List(rows, loads=0.3), *line,
                           actions=[camera], on_back=self.leave)  # fmt: skip

    def leave(self) -> None:
        """Go back; what stood open is closed."""
        self._dotted = self._answered = None
        self.close()

    def posts_of(self, who: str) -> Page:
        """One person's posts."""
        rows = [self.post_row(post) for post in self.posts if post.who == who]
        rows = rows or [nothing_here("pictures", self.t("No posts"))]
        return self.screen(self.called(who), ".plugin.sns.ui.SnsUserUI", List(rows))

    def post_row(self, post: Post) -> Widget:
        """Who, what, a picture, when; likes and comments below."""
        show = None if post.who == "me" else partial(self.open, self.profile, post.who)
        name = Text(self.called(post.who), id="hg4", bold=True, color="primary", on_tap=show)
        parts: list[Widget] = [name, Text(post.text, id="cut", pad=(0, 2, 0, 6))]
        if post.picture:
            parts.append(photo(post.picture, width=200, height=140, on_tap=self.not_here))
        parts.append(self.under(post))
        if post.likes or post.comments:
            parts.append(self.answers(post))
        face = self.face(post.who, on_tap=show)
        face.gravity = "top"
        row = Row([face, Column(parts, weight=1, pad=(10, 0, 0, 0))], pad=(16, 12, 12, 10))
        return Column([row, divider()], id="n9g", on_tap=partial(self.open_dots, None))

    def under(self, post: Post) -> Widget:
        """When it was, the two dots, and what they opened."""
        dots = IconButton("dots", size=18, pad=(10, 5, 10, 5), background="surface", radius=4,
                          on_tap=partial(self.open_dots, post))  # fmt: skip
        opened: list[Widget] = []
        if self._dotted is post:
            like = "Unlike" if "me" in post.likes else "Like"
            choices = [self.choice("heart", like, partial(self.like, post)),
                       self.choice("comment", "Comment", partial(self.begin_comment, post))]  # fmt: skip
            opened = [Row(choices, width="wrap", background="#3f444b", radius=6), Space(width=6)]
        return Row([Text(post.at, size=13, color="hint", weight=1), *opened, dots], height=48)

    def choice(self, icon: str, words: str, do: partial[None]) -> Widget:
        """A half of what the dots open."""
        parts = [Icon(icon, size=16, color="#ffffff"), Text(self.t(words), size=14, color="#ffffff", pad=(6, 0, 0, 0))]
        return Row(parts, width="wrap", pad=(12, 9, 12, 9), on_tap=do)

    def answers(self, post: Post) -> Widget:
        """Who likes it, who says what."""
        liked = ", ".join(map(self.called, post.likes))
        rows: list[Widget] = []
        if liked:
            rows.append(
                Row([Icon("heart", size=14, color="primary"), Text(liked, size=14, color="primary", pad=(6, 0, 0, 0))])
            )
        rows += [Text(f"{self.called(comment.who)}: {comment.text}", size=14, width="fill", pad=(0, 2, 0, 2),
                      on_tap=partial(self.begin_comment, post)) for comment in post.comments]  # fmt: skip
        return Column(rows, background="surface", radius=4, pad=(8, 6, 8, 6))

    def open_dots(self, post: Post | None) -> None:
        """Show what can be done with a post, or no longer with any."""
        self._dotted = None if self._dotted is post else post

    def like(self, post: Post) -> None:
        """Like it, or no longer."""
        post.likes.remove("me") if "me" in post.likes else post.likes.append("me")
        self._dotted = None

    def begin_comment(self, post: Post) -> None:
        """Write below a post."""
        self._dotted, self._answered, self._comment = None, post, ""

    def comment_line(self, post: Post) -> Widget:
        """A field and its button, at the bottom of the page."""
        entry = Field(self._comment, id=OBFUSCATED, hint=self.t("Comment"), background="card", radius=6, weight=1, focus=True,
                      on_change=self.setter("_comment"), on_submit=partial(self.comment, post), enter="send")  # fmt: skip
        ready = bool(self._comment.strip())
        send = Button(self.t("Send"), color="#ffffff", background=GREEN if ready else "track", radius=6, enabled=ready,
                      on_tap=partial(self.comment, post))  # fmt: skip
        return Row([entry, Space(width=8), send], background="surface", pad=8)

    def comment(self, post: Post) -> None:
        """What was written stands below the post."""
        if self._comment.strip():
            post.comments.append(Comment("me", self._comment.strip()))
            self.did("send", self._comment.strip())
            self._answered = None

    def begin_post(self) -> None:
        """Write something for everybody."""
        self._written = ""
        self.open(self.post_page)

    def post_page(self) -> Page:
        """A large field."""
        ready = bool(self._written.strip())
        post = Button(self.t("Post"), color="#ffffff", background=GREEN if ready else "track", radius=6, enabled=ready,
                      on_tap=self.post)  # fmt: skip
        bar = Row([IconButton("close", on_tap=self.close), Space(weight=1), post], height=56, pad=(4, 0, 12, 0))
        entry = Field(
            self._written, hint=self.t("What is on your mind?"), lines=6, focus=True, on_change=self.setter("_written")
        )
        return Page(Column([bar, Column([entry], pad=(16, 0, 16, 0))]), activity=".plugin.sns.ui.SnsUploadUI")

    def post(self) -> None:
        """It is there for everybody to see."""
        self.posts.insert(0, Post("me", self._written.strip(), at=self.t("now")))
        self.did("send", self._written.strip())
        self.close()

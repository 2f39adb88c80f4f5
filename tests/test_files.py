"""Files that are written for others to read."""

from appagent.files import write_shared


def test_what_takes_the_place_of_a_link_has_the_permissions_of_a_new_file(tmp_path):
    (tmp_path / "target").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_shared(tmp_path / "link", b"ours")
    (tmp_path / "new").touch()
    assert ((tmp_path / "target").read_text(), (tmp_path / "link").read_text()) == ("mine", "ours")
    assert (tmp_path / "link").stat().st_mode == (tmp_path / "new").stat().st_mode

"""Results and digests outside git: kept while nothing changes, believed only when they are ours."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from trueup.evidence.values import Outcome
from trueup.files import Root
from trueup.quantity.value import Name, Quantity
from trueup.recall.home import own_folder
from trueup.store.digests import DigestCache
from trueup.store.results import Cache, result_key

SEVEN: Outcome = Quantity.exact(7)


@pytest.fixture
def root(tmp_path: Path) -> Root:
    (tmp_path / "project").mkdir()
    return Root(tmp_path / "project")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"TRUEUP_CACHE_DIR": str(tmp_path / "cache")}


def files(environment: dict[str, str]) -> list[Path]:
    return sorted(Path(environment["TRUEUP_CACHE_DIR"]).rglob("*-1.json"))


def kept(root: Root, environment: dict[str, str], value: Outcome = SEVEN, setting: str | None = None) -> None:
    cache = Cache(root, setting, environment)
    assert cache.put("key", value, verifier="a.b") is None
    cache.save()


def test_a_result_is_kept(root: Root, environment: dict[str, str]) -> None:
    assert Cache(root, None, environment).get("key") is None
    kept(root, environment)
    assert Cache(root, None, environment).get("key") == SEVEN


def test_another_project_has_its_own(root: Root, environment: dict[str, str], tmp_path: Path) -> None:
    kept(root, environment)
    (tmp_path / "other").mkdir()
    assert Cache(Root(tmp_path / "other"), None, environment).get("key") is None


def test_nothing_new_writes_nothing(root: Root, environment: dict[str, str]) -> None:
    kept(root, environment)
    (file,) = files(environment)
    before = file.stat()
    kept(root, environment)
    assert file.stat() == before


@pytest.mark.parametrize(
    "change",
    [
        {"verifier": "a.c"},
        {"digest_of_verifier": "version:2"},
        {"parameters": {"k": "2"}},
        {"parameters": {"k": ("1",)}},
        {"subject": {"model": "sha256:1"}},
        {"subject": {}},
    ],
)
def test_the_key_is_made_of_all_that_goes_in(change: dict[str, object]) -> None:
    given = {
        "verifier": "a.b",
        "digest_of_verifier": "version:1",
        "parameters": {"k": "1"},
        "subject": {"model": "sha256:0"},
    }
    assert result_key(**given) == result_key(**given)  # type: ignore[arg-type]
    assert result_key(**given) != result_key(**{**given, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-10],
        lambda content: content.replace(b'"7"', b'"8"'),
        lambda content: b"\n" + content.partition(b"\n")[2],
        lambda content: b"unsigned\n" + content.partition(b"\n")[2],
        lambda content: content.partition(b"\n")[2],
        lambda content: b"[" * 100_000,
    ],
)
def test_a_damaged_cache_is_forgotten(root: Root, environment: dict[str, str], damage: object) -> None:
    kept(root, environment)
    (file,) = files(environment)
    before = file.read_bytes()
    file.write_bytes(damage(before))  # type: ignore[operator]
    assert file.read_bytes() != before
    assert Cache(root, None, environment).get("key") is None
    kept(root, environment)
    assert Cache(root, None, environment).get("key") == SEVEN


def test_a_cache_in_the_project_is_believed_only_where_it_was_made(
    root: Root, environment: dict[str, str], tmp_path: Path
) -> None:
    kept(root, environment, setting=".cache")
    assert Cache(root, ".cache", environment).get("key") == SEVEN
    stranger = {"TRUEUP_CACHE_DIR": str(tmp_path / "other")}
    assert Cache(root, ".cache", stranger).get("key") is None
    assert Cache(root, ".cache", {}).get("key") is None


def test_a_key_that_came_with_the_project_is_not_believed(root: Root) -> None:
    environment = {"TRUEUP_CACHE_DIR": str(root.path / ".cache")}
    kept(root, environment)
    assert Cache(root, None, environment).get("key") is None


@pytest.mark.parametrize("mode", [0o644, 0o620])
def test_a_key_that_others_can_read_or_write_is_not_believed(
    root: Root, environment: dict[str, str], mode: int
) -> None:
    kept(root, environment)
    (Path(environment["TRUEUP_CACHE_DIR"]) / "key").chmod(mode)
    assert Cache(root, None, environment).get("key") is None


def test_a_key_of_another_user_is_not_believed(
    root: Root, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(root, environment)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert Cache(root, None, environment).get("key") is None


def test_a_folder_outside_the_project_is_not_written(
    root: Root, environment: dict[str, str], tmp_path: Path
) -> None:
    kept(root, environment, setting="../elsewhere")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("kind", ["file", "pipe", "link"])
def test_a_cache_that_cannot_be_used_costs_only_time(
    root: Root, environment: dict[str, str], kind: str
) -> None:
    place = Path(environment["TRUEUP_CACHE_DIR"])
    if kind == "file":
        place.write_bytes(b"")
    else:
        kept(root, environment)
        (file,) = files(environment)
        file.unlink()
        os.mkfifo(file) if kind == "pipe" else file.symlink_to("/dev/zero")
    kept(root, environment)


def test_without_a_home_nothing_is_kept(root: Root) -> None:
    kept(root, {})
    assert Cache(root, None, {}).get("key") is None


def test_two_answers_for_the_same_inputs_are_an_error(root: Root, environment: dict[str, str]) -> None:
    kept(root, environment)
    cache = Cache(root, None, environment)
    fault = cache.put("key", Name(words=("other",)), verifier="a.b")
    assert fault is not None
    assert (fault.code, fault.message) == ("V520", "a.b gave two answers for the same inputs")
    assert cache.put("key", SEVEN, verifier="a.b") is not None, "neither answer is believed"
    cache.save()
    assert Cache(root, None, environment).get("key") is None


def test_two_writers_keep_both_results(root: Root, environment: dict[str, str]) -> None:
    caches = [Cache(root, None, environment) for _ in range(2)]
    for number, cache in enumerate(caches):
        cache.put(f"key{number}", SEVEN, verifier="a.b")
    for cache in caches:
        cache.save()
    found = Cache(root, None, environment)
    assert (found.get("key0"), found.get("key1")) == (SEVEN, SEVEN)


def test_where_the_user_s_own_folder_is() -> None:
    assert own_folder({"TRUEUP_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}) == "/a"
    assert own_folder({"XDG_CACHE_HOME": "/b", "HOME": "/c"}) == "/b/trueup"
    assert own_folder({"XDG_CACHE_HOME": "relative", "HOME": "/c"}) == "/c/.cache/trueup"
    assert own_folder({}) is None


class Model:
    """A large file, and how often it was read."""

    def __init__(
        self, root: Root, environment: dict[str, str], *, size: int = 1 << 16, age: int = 100
    ) -> None:
        self.root, self.environment, self.age = root, environment, age
        self.path = root.path / "model.onnx"
        self.reads = 0
        self.write(b"x" * size)

    def write(self, content: bytes) -> None:
        self.path.write_bytes(content)
        self.settle(-self.age * 10**9)

    def settle(self, nanoseconds: int) -> None:
        now = self.path.stat().st_mtime_ns
        os.utime(self.path, ns=(now, now + nanoseconds))

    def compute(self) -> str:
        self.reads += 1
        return self.root.digest("model.onnx")

    def digest(self) -> str:
        cache = DigestCache(self.root, None, self.environment)
        found = cache.digest(self.path, self.compute)
        cache.save()
        return found


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """All files were written a while ago: the times of change can't be set, so the clock is."""
    now = __import__("time").time_ns
    monkeypatch.setattr("trueup.store.digests.time.time_ns", lambda: now() + 10_000_000_000)


@pytest.mark.usefixtures("later")
def test_a_large_file_is_read_once(root: Root, environment: dict[str, str]) -> None:
    model = Model(root, environment)
    assert model.digest() == model.digest() == root.digest("model.onnx")
    assert model.reads == 1


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("how", ["content", "time", "replaced"])
def test_a_file_that_changed_is_read_again(root: Root, environment: dict[str, str], how: str) -> None:
    model = Model(root, environment)
    model.digest()
    if how == "content":
        before = model.path.stat()
        model.path.write_bytes(b"y" * (1 << 16))
        os.utime(model.path, ns=(before.st_atime_ns, before.st_mtime_ns))  # as tools do that hide an edit
    elif how == "time":
        model.settle(5)
    else:
        shutil.copy2(model.path, model.path.with_suffix(".new"))
        model.path.with_suffix(".new").replace(model.path)
    assert model.digest() == root.digest("model.onnx")
    assert model.reads == 2


def test_a_file_written_just_now_is_not_kept(root: Root, environment: dict[str, str]) -> None:
    model = Model(root, environment, age=0)
    model.digest()
    model.digest()
    assert model.reads == 2


@pytest.mark.usefixtures("later")
def test_a_small_file_is_simply_read(root: Root, environment: dict[str, str]) -> None:
    model = Model(root, environment, size=10)
    model.digest()
    model.digest()
    assert model.reads == 2


@pytest.mark.usefixtures("later")
def test_a_file_that_changes_while_it_is_read_is_not_kept(root: Root, environment: dict[str, str]) -> None:
    model = Model(root, environment)
    cache = DigestCache(root, None, environment)

    def compute() -> str:
        found = model.compute()
        model.write(b"z" * (1 << 16))
        return found

    cache.digest(model.path, compute)
    cache.save()
    assert model.digest() == root.digest("model.onnx")
    assert model.reads == 2

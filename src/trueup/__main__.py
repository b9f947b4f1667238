"""The entry point: ``python -m trueup``, and the script ``trueup``.

Where it is run in a stranger's project, no file there may stand in for a library. ``python -m`` puts the
current folder on the search path, and a relative entry of ``PYTHONPATH``, be it ``.``, ``src`` or an empty
one, a folder in it; all are taken off before anything else is imported. A folder ``trueup`` in the current
one can't be kept out from here: ``python -P -m trueup`` and the script never look there.
"""

import os
import sys


def _leave_out_the_current_folder() -> None:
    here = os.getcwd()  # noqa: PTH109  pathlib would be looked for there
    if __name__ == "__main__" and not sys.flags.safe_path and sys.path[:1] in ([""], [here]):
        del sys.path[0]
    named = os.environ.get("PYTHONPATH", here).split(os.pathsep)
    found = {os.path.abspath(entry) for entry in named if not os.path.isabs(entry)}  # noqa: PTH100, PTH117
    if found:
        own = tuple(os.path.normcase(os.path.join(prefix, "lib")) for prefix in (sys.prefix, sys.base_prefix))  # noqa: PTH118
        found = {entry for entry in found if not os.path.normcase(entry).startswith(own)}
        sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) not in found]  # noqa: PTH100


_leave_out_the_current_folder()

from trueup.cli import main as command  # noqa: E402


def main() -> None:
    """Run the command; where the locale has another encoding for names of files, begin again without it."""
    if sys.getfilesystemencoding() != "utf-8" and "utf8" not in sys._xoptions:  # noqa: SLF001
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    command.main()


if __name__ == "__main__":
    main()

"""The entry point: ``python -m trueup``, and the script ``trueup``.

Where it is run in a stranger's project, no file there may stand in for a library. ``python -m`` puts the
current folder on the search path, and so does an empty entry of ``PYTHONPATH``; both are taken off before
anything else is imported. A folder ``trueup`` in the current one can't be kept out from here:
``python -P -m trueup`` and the script never look there.
"""

import os
import sys


def _leave_out_the_current_folder() -> None:
    here = os.getcwd()  # noqa: PTH109  pathlib would be looked for there
    if __name__ == "__main__" and not sys.flags.safe_path and sys.path[:1] in ([""], [here]):
        del sys.path[0]
    if "" in os.environ.get("PYTHONPATH", here).split(os.pathsep):
        sys.path[:] = [entry for entry in sys.path if entry not in ("", here)]


_leave_out_the_current_folder()

from trueup.cli import main as command  # noqa: E402


def main() -> None:
    """Run the command; where the locale has another encoding for names of files, begin again without it."""
    if sys.getfilesystemencoding() != "utf-8" and "utf8" not in sys._xoptions:  # noqa: SLF001
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    command.main()


if __name__ == "__main__":
    main()

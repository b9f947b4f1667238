"""The commands, and what becomes of errors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import click

from trueup import __version__
from trueup.cli.printed import Unprinted
from trueup.diagnostics import TrueupError, nearest
from trueup.escape import terminal
from trueup.gate import Exit
from trueup.recall.question import Question

#: Each is a function in the module of its name, imported when it is asked for: a run pays for one command.
COMMANDS = (
    "check", "lint", "audit", "fix", "diff", "explain", "measure", "worker", "mutate", "init", "suggest",
    "site", "badge", "lsp",
)  # fmt: skip


class Commands(click.Group):
    """The commands in the order in which help lists them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"trueup.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            alike = nearest(args[0], COMMANDS)
            hint = f"did you mean {alike!r}?" if alike else f"there are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command {terminal(args[0])!r}; {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="trueup")
def cli() -> None:
    """Keep the numbers in technical design documents true.

    Begin with "trueup audit docs", which needs no set-up, or with "trueup init".

    Exit codes: 0 holds, 1 stale, 2 bad input or usage, 3 internal error, 130 interrupted.
    """


def run(arguments: Sequence[str], question: Question | None = None) -> int:
    """Run a command and return its exit code; never show a traceback.

    :param question: under which the answer of a check is kept
    """
    try:
        code = cli.main(list(arguments), prog_name="trueup", standalone_mode=False, obj=question)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return int(Exit.BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; what was finished is kept", err=True)
        return int(Exit.INTERRUPTED)
    except TrueupError as error:
        from trueup.reports import text  # noqa: PLC0415  only a fault needs it

        for diagnostic in error.diagnostics:
            for line in text.diagnostic(diagnostic, colour=False):
                click.echo(line, err=True)
        return int(Exit.BAD_INPUT)
    except Unprinted:
        raise
    except Exception as error:  # noqa: BLE001  the last line of defence: say it, keep the trace for a report
        return _internal(error)
    return code if isinstance(code, int) else int(Exit.HOLDS)


def _internal(error: Exception) -> int:
    import traceback  # noqa: PLC0415  only a fault pays for it
    from tempfile import gettempdir  # noqa: PLC0415  only a fault pays for it

    log = Path(gettempdir()) / f"trueup-{datetime.now(UTC):%Y%m%dT%H%M%S}.log"
    try:
        log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        where = f"; details are in {log}"
    except OSError:
        where = ""
    click.echo(terminal(f"internal error: {type(error).__name__}: {error}{where}"), err=True)
    click.echo(
        "this is a fault of trueup, not of your documents: please report it with those details", err=True
    )
    return int(Exit.INTERNAL)

"""The command `simt`, also `python -m simt`. Ctrl-C ends it quietly, even while its modules are imported."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # what `signal` wraps, which takes milliseconds to import
import gc
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Run the console script."""
    gc.set_threshold(150_000)  # modules and classes are not garbage: a short run, of half as many, never looks for any
    # numpy's BLAS would start a thread for each processor as it is imported, which spins until it has work.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not ignored, as under nohup
    try:
        if is_heard:  # an exception could be lost in a callback of what is imported
            signal.signal(signal.SIGINT, _end)
        from simt.cli.main import main as command

        if is_heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command()
    except KeyboardInterrupt:
        _end()


def _end(number: int = signal.SIGINT, frame: FrameType | None = None) -> None:
    os.write(2, b"interrupted\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()

"""The program `junqi`: also `python -m junqi`."""

import signal
import sys

from junqi import _junqi


def main() -> int:
    """Runs the command line and returns the exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Python's handler would raise KeyboardInterrupt after the program has ended by itself.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _junqi.main(["junqi", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

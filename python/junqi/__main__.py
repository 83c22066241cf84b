"""The program `junqi`: also `python -m junqi`."""

import sys

from junqi import _junqi


def main() -> int:
    """Runs the command line and returns the exit code."""
    return _junqi.main(["junqi", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())

"""``python -m trueup``."""

from trueup.cli import main

if __name__ == "__main__":
    main()

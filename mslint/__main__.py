"""`python -m mslint`: the command line."""

from mslint.cli.main import main

if __name__ == "__main__":
    main(prog_name="mslint")

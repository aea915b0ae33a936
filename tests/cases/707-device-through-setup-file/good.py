"""A program that still calls its device as PyTorch does."""

import argparse

from good_setup import prepare


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", type=str, default="GPU", choices=["GPU", "CPU"])
    return parser.parse_args()


def main():
    args = options()
    prepare(args.device)
    prepare(device_target="CPU")


if __name__ == "__main__":
    main()

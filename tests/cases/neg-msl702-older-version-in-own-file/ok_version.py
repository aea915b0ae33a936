def is_version_ge(one, other):
    return one.split(".") >= other.split(".")

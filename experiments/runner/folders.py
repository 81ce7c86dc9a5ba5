#!/usr/bin/python3
"""Where experiments stand: in the folder of experiments itself, or in a folder in it, one for each subject. Their names are unique."""

from runner.errors import UsageError, nearest


def files(top):
    """{name: file} of the experiments of a folder, by name."""
    found = {}
    for file in sorted([*top.glob("*.yaml"), *top.glob("*/*.yaml")], key=lambda file: (file.stem, file)):
        if file.stem in found:
            raise UsageError(f"two experiments are called '{file.stem}': {shown(top, found[file.stem])} and {shown(top, file)}")
        found[file.stem] = file
    return found


def file_of(top, name):
    """The file of the experiment `name`."""
    found = files(top)
    if name not in found:
        raise UsageError(f"no experiment '{name}'{nearest(name, list(found))}")
    return found[name]


def is_own(top, folder):
    """Whether what stands in `folder` belongs to no experiments of `top`."""
    return top.resolve() not in (folder, folder.parent)


def shown(top, file):
    """How messages name a file of `top`."""
    return f"experiments/{file.relative_to(top).as_posix()}"

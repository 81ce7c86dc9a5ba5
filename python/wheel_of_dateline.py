"""What pip asks for to install the package (PEP 517, PEP 660). A wheel is a zip of the package, of the runner that it uses, of the program where
one is built, and of the files that describe it; nothing else is needed to make one, so neither setuptools nor a network is.

The program is that of build/release, or the one that `--config-settings program=FILE` names; `program=` leaves it out. With it the wheel is for
machines of this kind, which have the shared libraries that the program was built with; without it for every machine."""

import base64
import hashlib
import os
import re
import sysconfig
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
BUILT = TOP / "build/release/dateline"
CARRIED = "dateline/bin/dateline"  # in the wheel
LIBRARY = "libdateline.so.1"  # goes with the program that it was built beside
VERSION = re.search(r'^__version__ = "(.*)"$', (TOP / "python/dateline/__init__.py").read_text(), re.MULTILINE)[1]
INFO = f"dateline-{VERSION}.dist-info"
METADATA = f"""Metadata-Version: 2.1
Name: dateline
Version: {VERSION}
Summary: Cycle-accurate, flit-level interconnection networks: runs, sweeps and results of the program dateline
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: frame
Requires-Dist: pandas ; extra == "frame"
Provides-Extra: plot
Requires-Dist: matplotlib ; extra == "plot"
"""
COMMAND = "[console_scripts]\ndateline = dateline.program:command\n"  # of a wheel that carries the program


def package():
    """{name in the wheel: content}"""
    own = TOP / "python/dateline"
    files = {f"dateline/{file.name}": file.read_bytes() for file in (*own.glob("*.py"), own / "py.typed")}
    runner = TOP / "experiments/runner"
    files.update({f"dateline/experiments/runner/{file.relative_to(runner)}": file.read_bytes() for file in runner.rglob("*.py")})
    return files


def program(settings):
    """The files of a wheel that come with the program; none where there is none."""
    chosen = (settings or {}).get("program", BUILT if os.access(BUILT, os.X_OK) else "")
    if not chosen:
        return {}
    library = Path(chosen).with_name(LIBRARY)
    beside = {f"dateline/bin/{LIBRARY}": library.read_bytes()} if library.is_file() else {}
    return {CARRIED: Path(chosen).read_bytes(), **beside, f"{INFO}/entry_points.txt": COMMAND.encode()}


def write_wheel(directory, files):
    carries = CARRIED in files
    tag = f"py3-none-{re.sub('[.-]', '_', sysconfig.get_platform())}" if carries else "py3-none-any"
    about = f"Wheel-Version: 1.0\nGenerator: dateline\nRoot-Is-Purelib: {str(not carries).lower()}\nTag: {tag}\n"
    files = {**files, f"{INFO}/METADATA": METADATA.encode(), f"{INFO}/WHEEL": about.encode()}
    name = f"dateline-{VERSION}-{tag}.whl"
    record = ""
    with zipfile.ZipFile(Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in sorted(files.items()):
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if path == CARRIED else 0o100644) << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(content)}\n"
        wheel.writestr(zipfile.ZipInfo(f"{INFO}/RECORD"), record + f"{INFO}/RECORD,,\n")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {**package(), **program(config_settings)})


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {"dateline.pth": f"{TOP / 'python'}\n".encode()})

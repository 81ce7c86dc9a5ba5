"""What pip asks for to install the package (PEP 517, PEP 660). A wheel is a zip of the package, of the runner that it uses, and of three
files that describe it; nothing else is needed to make one, so neither setuptools nor a network is."""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
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
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: dateline\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def package():
    """{name in the wheel: content}"""
    files = {f"dateline/{file.name}": file.read_bytes() for file in (TOP / "python/dateline").glob("*.py")}
    runner = TOP / "experiments/runner"
    files.update({f"dateline/experiments/runner/{file.relative_to(runner)}": file.read_bytes() for file in runner.rglob("*.py")})
    return files


def write_wheel(directory, files):
    name = f"dateline-{VERSION}-py3-none-any.whl"
    files = {**files, f"{INFO}/METADATA": METADATA.encode(), f"{INFO}/WHEEL": WHEEL.encode()}
    record = ""
    with zipfile.ZipFile(Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in sorted(files.items()):
            wheel.writestr(zipfile.ZipInfo(path), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            record += f"{path},sha256={digest},{len(content)}\n"
        wheel.writestr(zipfile.ZipInfo(f"{INFO}/RECORD"), record + f"{INFO}/RECORD,,\n")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, package())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, {"dateline.pth": f"{TOP / 'python'}\n".encode()})

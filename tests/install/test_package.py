#!/usr/bin/python3
"""The Debian package of a build with DATELINE_SHARED: what it holds and asks for; unpacked, a client in C and one in Python run with its library."""
import os
import pathlib
import re
import shlex
import sys
import tempfile
import unittest

from commands import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("DATELINE_BUILD") or ROOT / "build/package")
FILES = ("bin/dateline", "share/man/man1/dateline.1", "share/bash-completion/completions/dateline", "share/dateline/embed/astra_sim.hpp",
         "include/dateline/sim/embed/network.hpp", "include/dateline/sim/systemc/network.hpp", "lib/libdateline_embed.a",
         "lib/cmake/dateline/dateline-config.cmake", "lib/cmake/dateline/dateline-c.cmake", "lib/pkgconfig/dateline.pc", "lib/pkgconfig/dateline-embed.pc",
         "include/dateline/dateline.h", "lib/libdateline.so.1", "lib/pkgconfig/libdateline.pc")  # the last line: what C and Python need
LIBRARIES = ("libc6", "libsystemc", "libboost-program-options", "libfmt", "coinor-libclp", "libbz2")
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(client LANGUAGES C)
find_package(dateline REQUIRED COMPONENTS c)
add_executable(client client.c)
target_link_libraries(client PRIVATE dateline::c)
"""
ARRIVED = r"^1 in cycle \d+\n$"


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder])
        [cls.package] = cls.folder.glob("dateline_*.deb")
        run(["dpkg-deb", "--extract", cls.package, cls.folder / "root"])
        cls.prefix = cls.folder / "root/usr"
        cls.source = cls.folder / "client"
        cls.source.mkdir()
        [text] = re.findall(r"^```c\n(.*?)^```$", (ROOT / "docs/extend/embed.md").read_text(), re.MULTILINE | re.DOTALL)
        (cls.source / "client.c").write_text(text)
        (cls.source / "CMakeLists.txt").write_text(CMAKE)

    def test_it_has_the_files_and_asks_for_the_libraries(self):
        files = run(["dpkg-deb", "--contents", self.package])
        for name in FILES:
            self.assertRegex(files, rf" \./usr/{re.escape(name)}( -> [\w.]+)?\n")
        depends = run(["dpkg-deb", "--field", self.package, "Depends"])
        for library in LIBRARIES:
            self.assertIn(library, depends)

    def test_pkg_config_builds_a_client_in_c(self):
        folder = self.prefix / "lib/pkgconfig"
        flags = shlex.split(run(["pkg-config", "--cflags", "--libs", "libdateline"], env={**os.environ, "PKG_CONFIG_PATH": str(folder)}))
        run(["cc", "-std=c11", "-Wall", "-Werror", self.source / "client.c", *flags, "-o", self.folder / "by_pkg_config"])
        self.assertRegex(run([self.folder / "by_pkg_config"], env={**os.environ, "LD_LIBRARY_PATH": str(self.prefix / "lib")}), ARRIVED)

    def test_cmake_builds_a_client_in_c(self):
        run(["cmake", "-S", self.source, "-B", self.source / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"])
        run(["cmake", "--build", self.source / "build"])
        self.assertRegex(run([self.source / "build/client"]), ARRIVED)

    def test_python_finds_a_network_in_it(self):
        code = "import dateline, sys; print(dateline.Network(topology='torus:4x4').terminals)"
        library = self.prefix / "lib/libdateline.so.1"
        self.assertEqual(run([sys.executable, "-c", code], env={**os.environ, "DATELINE_LIBRARY": str(library), "PYTHONPATH": str(ROOT / "python")}), "16\n")


if __name__ == "__main__":
    unittest.main()

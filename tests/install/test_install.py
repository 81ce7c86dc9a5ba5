#!/usr/bin/python3
"""What `cmake --install` leaves: a program, and libraries that other programs are built against, wherever the prefix is moved to. By default one
program is built with SystemC and one without, and a router in Verilog is configured alone."""
import functools
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests" / "support"))
from commands import run  # noqa: E402
from sample import WHOLE, sample  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(os.environ.get("DATELINE_BUILD") or ROOT / "build/release")
EXAMPLES = ROOT / "sim/systemc/examples"
PING_PONG = EXAMPLES / "ping_pong.cpp"
LAST = "node 0: packet 10 after 39 cycles"  # six hops of 32 flits: h + M + 1
EMBED = (ROOT / "docs/extend/embed.md").read_text()
PUBLIC = [line for line in (ROOT / "cmake/public_headers.txt").read_text().splitlines() if line and not line.startswith("#")]


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        run(["cmake", "--install", BUILD, "--prefix", cls.folder / "first"])
        cls.prefix = (cls.folder / "first").rename(cls.folder / "moved here")
        cls.include = cls.prefix / "include/dateline"

    @classmethod
    @functools.lru_cache(None)
    def consumer(cls, name, *files, build=True):
        """Builds the project of that name beside this file, with copies of the files; the folder it was built in."""
        source = cls.folder / name
        shutil.copytree(HERE / name, source)
        for file in files:
            shutil.copy(file, source)
        run(["cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={cls.prefix}"])
        if build:
            run(["cmake", "--build", source / "build"])
        return source / "build"

    def pkg_config(self, *words):
        [file] = self.prefix.rglob("dateline.pc")
        return shlex.split(run(["pkg-config", *words, "dateline"], env={**os.environ, "PKG_CONFIG_PATH": str(file.parent)}))

    def headers(self):
        return {file.relative_to(self.include).as_posix() for file in self.include.rglob("*.hpp")}

    def test_the_program_its_page_and_its_completion_are_there(self):
        path = f"{self.prefix / 'bin'}:{os.environ['PATH']}"
        self.assertIn("torus:8x8", run(["dateline", "simulate", "--help"], env={"PATH": path}))
        page = (self.prefix / "share/man/man1/dateline.1").read_text()
        self.assertTrue(page.startswith(".TH DATELINE 1"))
        self.assertIn("complete ", (self.prefix / "share/bash-completion/completions/dateline").read_text())

    def test_ten_lines_of_cmake_build_the_example(self):
        lines = (HERE / "consumer/CMakeLists.txt").read_text().splitlines()
        self.assertLessEqual(len(lines), 10)
        self.assertIn(LAST, run([self.consumer("consumer", PING_PONG) / "ping_pong"]))

    @unittest.skipUnless(WHOLE, "three seconds: tests/run --long; ping_pong is built against it too")
    def test_a_router_of_ones_own_is_built_and_gives_the_core_s_results(self):
        self.assertLessEqual(len((HERE / "own_router/CMakeLists.txt").read_text().splitlines()), 10)
        program = self.consumer("own_router", EXAMPLES / "own_router.cpp", EXAMPLES / "plain_router.hpp") / "own_router"
        options = ["simulate", "--topology", "mesh:4x4", "--vcs", "1", "--load", "0.2", "--cycles", "500", "--json", "-"]
        for nodes in ([], ["--external", "5"], ["--external", "3,12"]) if WHOLE else ([],):
            self.assertEqual(run([program, *options, *nodes]), run([self.prefix / "bin/dateline", *options]))
        self.assertEqual(run([program, "simulate", "--topology", "mesh:4x4", "--vcs", "2", "--load", "0.2"], status=2).count("\n"), 1)

    @unittest.skipUnless(shutil.which("verilator"), "verilator is not installed")
    def test_a_router_in_verilog_is_built_and_gives_the_core_s_results(self):
        self.assertLessEqual(len((HERE / "rtl/CMakeLists.txt").read_text().splitlines()), 10)
        program = self.consumer("rtl", EXAMPLES / "rtl/rtl_mesh.cpp", EXAMPLES / "rtl/wormhole_router.sv", build=WHOLE) / "rtl_mesh"
        for nodes in ("5", "all") if WHOLE else ():
            self.assertRegex(run([program, nodes, "8", "0.2", "500", "--compare"]), r"identical: [1-9]\d+ events")

    @unittest.skipUnless(WHOLE, "two seconds: tests/run --long; the page on embedding is built without SystemC too")
    def test_the_component_core_needs_no_systemc(self):
        # 64 nodes: each sends 64/63 of what uniform traffic to all, itself too, sends to the others; that loads a ring of 8 by 8/8.
        self.assertEqual(run([self.consumer("core") / "torus_loads"]), "64/63\n")

    def block(self, language, number=0):
        """Code of the page on embedding."""
        return re.findall(rf"^```{language}\n(.*?)^```$", EMBED, re.MULTILINE | re.DOTALL)[number]

    def test_the_page_on_embedding_goes_from_here_to_a_message_that_arrives(self):
        source = self.folder / "embed"
        source.mkdir()
        (source / "first_message.cpp").write_text(self.block("cpp"))
        (source / "CMakeLists.txt").write_text(self.block("cmake"))
        run(["cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}"])
        self.assertNotIn("systemc", (source / "build/CMakeCache.txt").read_text().lower())
        run(["cmake", "--build", source / "build"])
        printed = run([source / "build/first_message"])
        self.assertRegex(printed, r"^message 1 came in cycle \d+\n$")
        self.assertIn(f"It prints `{printed.strip()}`", " ".join(EMBED.split()))

    @unittest.skipUnless(WHOLE, "a second: tests/run --long; the library's tests include them too")
    def test_the_adapters_of_the_page_need_no_more_than_what_is_installed(self):
        adapters = self.prefix / "share/dateline/embed"
        self.assertEqual({file.name for file in adapters.iterdir()}, {file.name for file in (ROOT / "sim/embed/examples").iterdir()})
        source = self.folder / "all.cpp"
        source.write_text("".join(f'#include "{file.name}"\n' for file in sorted(adapters.glob("*.hpp"))))
        [file] = self.prefix.rglob("dateline-embed.pc")
        flags = shlex.split(run(["pkg-config", "--cflags", "dateline-embed"], env={**os.environ, "PKG_CONFIG_PATH": str(file.parent)}))
        run([os.environ.get("CXX", "g++"), "-std=c++17", "-fsyntax-only", "-isystem", ROOT / "tests/sim/embed/examples", "-isystem", ROOT / "tests/sim/embed/examples/gem5", f"-I{adapters}", *flags,
             source])

    def test_pkg_config_builds_the_example(self):
        program = self.folder / "by_pkg_config"
        flags = self.pkg_config("--cflags", "--libs")
        built = PING_PONG
        if not WHOLE:  # the example is compiled once; test_public_headers_stand_alone compiles with these flags
            [built] = self.consumer("consumer", PING_PONG).rglob("ping_pong.cpp.o")
        run([os.environ.get("CXX", "g++"), "-std=c++17", "-O0", built, *flags, "-o", program])
        self.assertIn(LAST, run([program]))

    def test_public_headers_stand_alone(self):
        names = sorted(name for pattern in PUBLIC for name in self.headers() if pathlib.PurePath(name).match(pattern))
        self.assertGreater(len(names), 40)
        self.assertLessEqual({"sim/systemc/network.hpp", "models/network/relation/relation.hpp", "routing/registry/registry.hpp"}, set(names))
        unit = self.folder / "all_headers.cpp"
        some = names if WHOLE else sample([name for name in names if "systemc" not in name], 12)  # the example is compiled with the others
        unit.write_text("".join(f'#include "{name}"\n' for name in some))
        run([os.environ.get("CXX", "g++"), "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", unit, *self.pkg_config("--cflags")])

    def test_what_headers_include_is_installed_and_nothing_else(self):
        headers = self.headers()
        included = {name for header in headers for name in re.findall(r'^#include "([^"]+)"', (self.include / header).read_text(), re.MULTILINE)}
        self.assertLessEqual(included, headers)
        public = {name for name in headers if any(pathlib.PurePath(name).match(pattern) for pattern in PUBLIC)}
        self.assertEqual(headers - included - public, set())
        self.assertFalse({name for name in headers if name.startswith("sim/cli/")})

    def test_no_file_names_the_tree_that_it_was_built_in(self):
        for file in self.prefix.rglob("*"):
            if file.is_file() and file.suffix not in (".a", "") or file.suffix in (".cmake", ".pc"):
                self.assertNotIn(str(ROOT).encode(), file.read_bytes(), file)

    def test_no_package_is_made_without_the_library_for_c(self):
        if list(self.prefix.rglob("libdateline.so.1")):
            self.skipTest("built with DATELINE_SHARED: test_package.py")
        package = self.folder / "package"
        self.assertIn("--preset package", run(["cpack", "--config", BUILD / "CPackConfig.cmake", "-B", package], status=1))
        self.assertEqual(list(package.glob("**/*.deb")), [])

    def test_as_part_of_another_project_it_brings_no_tests(self):
        source = self.folder / "whole"
        source.mkdir()
        (source / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(whole LANGUAGES CXX)\nenable_testing()\n"
                                               f"add_subdirectory({ROOT} dateline)\nadd_executable(ping_pong {PING_PONG})\n"
                                               "target_link_libraries(ping_pong PRIVATE dateline::systemc)\n")
        build = source / "build"
        run(["cmake", "-S", source, "-B", build, "-G", "Ninja", "-DCMAKE_CXX_FLAGS=-DOURS", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"])
        targets = run(["ninja", "-C", build, "-t", "targets", "all"])
        self.assertIn("ping_pong", targets)
        self.assertNotRegex(targets, r"test_|fuzz_|catch")
        self.assertIn("Total Tests: 0", run(["ctest", "--test-dir", build, "-N"]))
        [command] = re.findall(r'"command": "(.*)",\n\s*"file": "' + re.escape(str(PING_PONG)), (build / "compile_commands.json").read_text())
        self.assertNotRegex(command, r"-Wconversion|-Wshadow|-Werror")  # those are for our own files
        self.assertFalse([line for line in run(["cmake", "--install", build, "--prefix", source / "prefix"], status=0).splitlines() if "Installing" in line])


if __name__ == "__main__":
    unittest.main()

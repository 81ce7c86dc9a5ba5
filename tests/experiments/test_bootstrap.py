#!/usr/bin/python3
"""bootstrap.sh against a make-believe Debian: commands on PATH that write down how they were called."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import HANGS, TOP

FAKES = {
    "dpkg-query": 'for word; do case $word in -*) ;; *) grep -qx "$word" "$FAKE/installed" && echo "ii  $word"; done; exit 1',
    "apt-get": 'echo "apt-get $*" >>"$FAKE/calls"; echo "frontend $DEBIAN_FRONTEND" >>"$FAKE/calls"; sleep 0.2\n'
               'case " $* " in *" install "*) for word; do echo "$word"; done >>"$FAKE/installed" ;; esac\nexit "${FAKE_APT:-0}"',
    "id": 'echo "${FAKE_UID:-0}"',
    "cmake": 'echo "cmake $*" >>"$FAKE/calls"; [ "$1" != --preset ] || mkdir -p "build/$2"; sleep 0.1; exit "${FAKE_CMAKE:-0}"',
}
FAKES["dpkg-query"] = FAKES["dpkg-query"].replace('echo "ii  $word"; done', 'echo "ii  $word" ;; esac; done')


class MakeBelieve(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.place = Path(place.name)
        self.checkout = self.place / "checkout"
        (self.checkout / "experiments").mkdir(parents=True)
        (self.checkout / "experiments/packages.txt").write_text("# a list\nbase one\nbase two\nlong three\n")
        (self.checkout / "CMakePresets.json").write_text("{}")
        (self.place / "installed").write_text("one\n")
        self.commands = self.place / "bin"
        self.commands.mkdir()
        for name, body in FAKES.items():
            self.fake(name, body)
        for name in ("awk", "sed", "tr", "mkdir", "flock", "env", "grep", "tail", "head", "find", "touch", "sleep"):
            os.symlink(next(f"{place}/{name}" for place in ("/usr/bin", "/bin") if os.path.exists(f"{place}/{name}")), self.commands / name)

    def fake(self, name, body):
        (self.commands / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.commands / name).chmod(0o755)

    def start(self, script, **environment):
        return subprocess.Popen(["/bin/sh", "-c", f'top=$1; . "{TOP}/experiments/bootstrap.sh"; {script}', "sh", str(self.checkout)],
                                env={"PATH": str(self.commands), "FAKE": str(self.place), **environment}, cwd="/", text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def call(self, script, **environment):
        process = self.start(script, **environment)
        _, stderr = process.communicate(timeout=HANGS)
        return process.returncode, stderr

    def calls(self, of=""):
        file = self.place / "calls"
        return [line for line in file.read_text().splitlines() if line.startswith(of)] if file.exists() else []


class Bootstrap(MakeBelieve):
    def test_nothing_missing_leaves_apt_alone(self):
        (self.place / "installed").write_text("one\ntwo\n")
        self.assertEqual(self.call("install_packages base"), (0, ""))
        self.assertEqual(self.calls(), [])

    def test_it_installs_what_is_missing_of_the_groups_asked_for(self):
        self.assertEqual(self.call("install_packages base"), (0, "installing: two \n"))
        update, install = self.calls("apt-get")
        self.assertTrue(update.endswith(" update"))
        self.assertTrue(install.endswith(" install --no-install-recommends two"), install)
        self.assertEqual(self.calls("frontend"), ["frontend noninteractive"] * 2)
        self.call("install_packages base long")
        self.assertTrue(self.calls("apt-get")[-1].endswith(" three"))

    def test_two_at_once_install_once(self):
        both = [self.start("install_packages base") for _ in range(2)]
        self.assertEqual([process.communicate(timeout=HANGS) and process.returncode for process in both], [0, 0])
        self.assertEqual(len(self.calls("apt-get")), 2)

    def test_neither_root_nor_sudo_is_one_line(self):
        status, stderr = self.call("install_packages base", FAKE_UID="1000")
        self.assertNotEqual(status, 0)
        self.assertRegex(stderr, r"^missing packages, and neither root nor sudo to install them: two \n$")
        self.assertEqual(self.calls(), [])

    def test_sudo_is_used_when_not_root(self):
        self.fake("sudo", 'echo "sudo" >>"$FAKE/calls"; exec "$@"')
        self.assertEqual(self.call("install_packages base", FAKE_UID="1000")[0], 0)
        self.assertEqual(len(self.calls("sudo")), 2)

    def test_a_failed_installation_is_a_failure(self):
        status, stderr = self.call("install_packages base", FAKE_APT="100")
        self.assertNotEqual(status, 0)
        self.assertIn("packages could not be installed", stderr)
        self.assertEqual(len(self.calls("apt-get")), 1)

    def test_it_configures_once_and_again_when_the_presets_change(self):
        self.assertEqual(self.call("build_preset release dateline")[0], 0)
        self.assertEqual(self.calls(), ["cmake --preset release", "cmake --build --preset release --target dateline"])
        self.call("build_preset release")
        self.assertEqual(self.calls()[2:], ["cmake --build --preset release"])
        later = os.stat(self.checkout / "build/release/.configured").st_mtime + 10
        os.utime(self.checkout / "CMakePresets.json", (later, later))
        self.call("build_preset release")
        self.assertEqual(self.calls()[3:4], ["cmake --preset release"])

    def test_release_is_configured_by_the_preset_that_dateline_release_names(self):
        self.call("build_preset release", DATELINE_RELEASE="ci")
        self.call("build_preset debug", DATELINE_RELEASE="ci")
        self.assertEqual(self.calls("cmake --preset"), ["cmake --preset ci", "cmake --preset debug"])
        self.assertEqual(self.calls("cmake --build"), ["cmake --build --preset release", "cmake --build --preset debug"])

    def test_warnings_are_errors_in_presets_of_ci_alone(self):
        presets = {preset["name"]: preset for preset in json.loads(Path(TOP, "CMakePresets.json").read_text())["configurePresets"]}
        self.assertEqual(presets["release"]["cacheVariables"]["DATELINE_WERROR"], "OFF")
        self.assertEqual((presets["ci"]["cacheVariables"]["DATELINE_WERROR"], presets["ci"]["inherits"]), ("ON", "release"))
        self.assertIn("DATELINE_RELEASE=ci", Path(TOP, ".ci/run").read_text())

    def test_a_failed_configuration_is_not_taken_for_done(self):
        status, stderr = self.call("build_preset release", FAKE_CMAKE="1")
        self.assertNotEqual(status, 0)
        self.assertIn("could not configure release", stderr)
        self.call("build_preset release")
        self.assertEqual(self.calls("cmake --preset"), ["cmake --preset release"] * 2)

    def test_a_failed_build_is_a_failure(self):
        self.call("build_preset release")
        status, stderr = self.call("build_preset release", FAKE_CMAKE="1")
        self.assertNotEqual(status, 0)
        self.assertIn("release does not build", stderr)

    def test_a_built_checkout_that_was_moved_says_what_to_do(self):
        self.call("build_preset release")
        cache = self.checkout / "build/release/CMakeCache.txt"
        cache.write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.checkout}\n")
        self.assertEqual(self.call("build_preset release")[0], 0)
        cache.write_text("# made elsewhere\nCMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\nA:STRING=b\n")
        before = len(self.calls())
        status, stderr = self.call("build_preset release")
        self.assertNotEqual(status, 0)
        self.assertIn(f"was made in /somewhere/else, and this checkout is {self.checkout}: remove it", stderr)
        self.assertTrue(stderr.endswith(f"rm -r {self.checkout}/build/release\n"), stderr)
        self.assertEqual(len(self.calls()), before)


class ChoosePython(MakeBelieve):
    """python3 of the PATH is one that says how it was asked, and has what the test gives it."""

    def choose(self, answer, modules="yaml"):
        self.fake("python3", f'echo "python3 $*" >>"$FAKE/calls"; exit {answer}')
        process = self.start(f'choose_python {modules} && echo "$python"')
        stdout, stderr = process.communicate(timeout=HANGS)
        return process.returncode, stdout, stderr

    def test_that_of_the_path_where_it_has_what_is_needed(self):
        self.assertEqual(self.choose(0), (0, f"{self.commands}/python3\n", ""))
        self.assertTrue(self.calls("python3 -I -c")[0].endswith(" yaml"))

    def test_debians_where_it_has_not(self):
        self.assertEqual(self.choose(1, "json"), (0, "/usr/bin/python3\n", ""))

    def test_neither_is_one_line(self):
        status, stdout, stderr = self.choose(1, "no_such_module")
        self.assertEqual((status, stdout), (1, ""))
        self.assertRegex(stderr, r"^no Python 3.9 or later that has no_such_module: .*\n$")

class ExperimentsRun(MakeBelieve):
    """What experiments/run installs and builds; the runner itself is not in the make-believe checkout."""

    def setUp(self):
        super().setUp()
        shutil.copy(f"{TOP}/experiments/run", self.checkout / "experiments/run")
        shutil.copy(f"{TOP}/experiments/bootstrap.sh", self.checkout / "experiments")
        (self.checkout / "experiments/one.yaml").write_text("")
        (self.checkout / "experiments/subject").mkdir()
        (self.checkout / "experiments/subject/deep.yaml").write_text("")
        (self.place / "my own.yaml").write_text("")
        self.fake("dirname", 'echo "${2%/*}"')
        os.symlink("/bin/cat", self.commands / "cat")

    def run_it(self, *words):
        done = subprocess.run(["/bin/sh", str(self.checkout / "experiments/run"), *words], cwd=self.place, text=True, capture_output=True, timeout=HANGS,
                              env={"PATH": str(self.commands), "FAKE": str(self.place)})
        return done, [call.split()[0] for call in self.calls() if not call.startswith("frontend")]

    def test_what_only_reads_installs_and_builds_nothing(self):
        for words in (["list"], ["status", "one"], ["show", "one", "12ab"], ["--help"], ["one", "--help"], ["-h"], ["status", "my own.yaml"], ["nothing"], ["nothing.yaml"], []):
            self.assertEqual(self.run_it(*words)[1], [], words)
        self.assertEqual(self.run_it("--help")[0].returncode, 0)

    def test_a_run_installs_and_builds_by_name_and_by_file(self):
        for words in (["one"], ["deep"], ["my own.yaml"], ["all"]):
            self.assertEqual(self.run_it(*words)[1], ["apt-get", "apt-get", "cmake", "cmake"])
            (self.place / "calls").unlink()
            (self.place / "installed").write_text("one\n")
            shutil.rmtree(self.checkout / "build")

    def test_no_install_names_what_is_missing_and_goes_on(self):
        done, calls = self.run_it("one", "--no-install")
        self.assertEqual(calls, ["cmake", "cmake"])
        self.assertIn("missing packages, not installed: two \n", done.stderr)

    def test_with_a_simulator_nothing_is_built(self):
        self.assertEqual(self.run_it("one", "--no-install", "--simulator", "x")[1], [])


class TestsRun(MakeBelieve):
    """tests/run in the same make-believe checkout."""

    def setUp(self):
        super().setUp()
        (self.place / "installed").write_text("one\ntwo\nthree\n")
        (self.checkout / "tests").mkdir()
        shutil.copy(f"{TOP}/tests/run", self.checkout / "tests/run")
        shutil.copy(f"{TOP}/experiments/bootstrap.sh", self.checkout / "experiments")
        self.fake("ctest", 'echo "ctest $*" >>"$FAKE/calls"; echo "whole ${DATELINE_WHOLE:-no}" >>"$FAKE/calls"; echo "100% tests passed"\n'
                           'case " $* " in $FAKE_CTEST) exit 8 ;; esac')
        self.fake("dirname", 'echo "${2%/*}"')
        self.fake("nproc", "echo 2")
        for name in ("build/tsan/tests/test_threads", "tests/fuzz/run"):  # what --long runs beside ctest
            stand_in = self.checkout / name
            stand_in.parent.mkdir(parents=True, exist_ok=True)
            stand_in.write_text(f'#!/bin/sh\necho "{name} $*" >>"$FAKE/calls"\ncase " $FAKE_CTEST " in *" {name} "*) exit 1 ;; esac\n')
            stand_in.chmod(0o755)
        for name in ("tests/sim/cli/test_worst_case.py", "tests/golden/check.py"):  # which the thread sanitizer's program runs
            threads = self.checkout / name
            threads.parent.mkdir(parents=True)
            threads.write_text("")

    def run_tests(self, *words, **environment):
        done = subprocess.run(["/bin/sh", str(self.checkout / "tests/run"), *words], cwd="/", text=True, capture_output=True, timeout=HANGS,
                              env={"PATH": str(self.commands), "FAKE": str(self.place), "FAKE_CTEST": "-", **environment})
        return done, [call.replace(str(self.checkout), ".") for call in self.calls("ctest")]

    def test_the_default_leaves_out_long_tests_and_ends_with_the_summary_of_ctest(self):
        done, calls = self.run_tests("-R", "a b")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(calls, ["ctest --test-dir ./build/release -j 2 --output-on-failure -LE long --no-tests=error -R a b"])
        self.assertEqual(self.calls("whole"), ["whole no"])
        self.assertTrue(done.stdout.endswith("100% tests passed\n"))
        self.assertEqual(self.calls("cmake --build"), ["cmake --build --preset release"])

    def test_a_failed_test_or_build_fails(self):
        self.assertNotEqual(self.run_tests(FAKE_CTEST="*")[0].returncode, 0)
        done, calls = self.run_tests(FAKE_CMAKE="1")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(calls), 1)  # of the first run

    def test_long_is_all_of_every_test_then_the_checked_build_threads_and_fuzzers(self):
        done, calls = self.run_tests("--long")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([call.split("./build/")[1].split(" -j 2 --output-on-failure ") for call in calls],
                         [["release", "--no-tests=error"], ["checked", "-LE long --no-tests=error"],
                          ["shared", "-R ^(embed: (a client in C|names)|python: (network|notebook)$|install: the Debian package) --no-tests=error"]])
        self.assertEqual(self.calls("whole"), ["whole 1", "whole no", "whole no"])
        self.assertEqual(self.calls("cmake --build")[-3:], ["cmake --build --preset checked",
                                                            "cmake --build --preset shared --target dateline dateline_pages dateline_systemc dateline_c "
                                                            "embed_client embed_client_by_dlopen",
                                                            "cmake --build --preset tsan --target test_threads dateline"])
        self.assertEqual(self.calls("build/tsan"), ["build/tsan/tests/test_threads *jobs*,*in four threads*"])
        self.assertEqual(self.calls("tests/fuzz"), ["tests/fuzz/run "])

    def test_long_names_what_failed_and_goes_on(self):
        for pattern, name in (("*release*", "whole tests"), ("*checked*", "checked"), ("*build/shared*", "shared"), ("build/tsan/tests/test_threads", "threads"), ("tests/fuzz/run", "fuzz")):
            done, calls = self.run_tests("--long", FAKE_CTEST=pattern)
            self.assertNotEqual(done.returncode, 0)
            self.assertTrue(done.stderr.endswith(f"failed: {name}\n"), done.stderr)
        self.assertEqual(len(calls), 5 * 3)


if __name__ == "__main__":
    unittest.main()

"""Build of the optional native extension, and the commands; everything else about the package is in setup.cfg.

SCORELITE_NO_NATIVE=1 leaves the extension out, SCORELITE_REQUIRE_NATIVE=1 makes a failed build an error.
SCORELITE_ZIG=1 compiles it with Zig, which comes from the package index, where there is no compiler.
SCORELITE_COMPILER_OPTIONS adds options for compiling and linking, such as those of a sanitizer.
"""

from __future__ import annotations

import glob
import os
import re
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

REQUIRED = os.environ.get("SCORELITE_REQUIRE_NATIVE", "") not in ("", "0")
SKIPPED = os.environ.get("SCORELITE_NO_NATIVE", "") not in ("", "0")
ZIG = os.environ.get("SCORELITE_ZIG", "") not in ("", "0")
ADDED = os.environ.get("SCORELITE_COMPILER_OPTIONS", "").split()
# A free-threaded interpreter has no stable ABI before 3.15: there the extension is built for that one version.
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
STABLE_ABI = sys.implementation.name == "cpython" and not FREE_THREADED


def newest(source: Path, seen: set[Path]) -> float:
    """The time of the last change of a source file or of a header of ours that it includes."""
    seen.add(source)
    headers = {source.parent / name for name in re.findall(r'^#include "(.+)"', source.read_text("utf-8"), re.M)}
    changed = [source.stat().st_mtime, *(newest(header, seen) for header in sorted(headers - seen))]
    return max(changed)


def use_zig(compiler: Any, cache: Path) -> list[str]:
    """Makes a compiler call Zig, which brings its own library of C++; the options of its linker."""
    package = Path(str(import_module("ziglang").__file__)).parent
    # Without a folder of its own it keeps 100 MB in the home folder.
    os.environ.setdefault("ZIG_GLOBAL_CACHE_DIR", str(cache.resolve()))
    zig = [str(package / "zig"), "c++"]
    # Otherwise it compiles for the processor of this machine alone.
    compile_it = [*zig, "-mcpu=baseline", "-fPIC", "-Wno-macro-redefined"]
    link_it = [*zig, "-mcpu=baseline", "-shared"]
    # Where setuptools links C++, it takes the program from `linker_exe_cxx` and the rest from the others.
    programs = dict.fromkeys(("compiler", "compiler_so", "compiler_cxx", "compiler_so_cxx"), compile_it)
    programs |= {"linker_so": link_it, "linker_so_cxx": link_it, "linker_exe": zig, "linker_exe_cxx": zig}
    compiler.set_executables(**{name: words for name, words in programs.items() if name in compiler.executables})
    return ["-O3", "-s"]  # the first chooses how the library is built


class OptionalBuild(build_ext):
    """Builds the native core; where that fails, the pure-Python core serves, and the build says so.

    Only files that changed since the last build are compiled again, side by side on all processors.
    """

    def run(self) -> None:
        if self.editable_mode:  # which would have a new folder each time; this is where other builds keep their objects
            version = f"{sys.implementation.cache_tag}{'t' * FREE_THREADED}"
            self.build_temp = os.path.join("build", f"temp.{self.plat_name}-{version}")
        super().run()

    def compile_changed(self, sources: list[str], output_dir: str = "", **options: Any) -> list[str]:
        """All objects, after compiling the sources that are newer than theirs, or whose headers or recipe are."""
        objects: list[str] = self.compiler.object_filenames(sources, output_dir=output_dir)
        recipe = Path(__file__).stat().st_mtime
        stale = [
            source
            for source, made in zip(sources, map(Path, objects), strict=True)
            if self.force or not made.exists() or made.stat().st_mtime <= max(recipe, newest(Path(source), set()))
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(self.compile_all, [source], output_dir=output_dir, **options) for source in stale]
        for job in jobs:
            job.result()
        return objects

    def build_extension(self, ext: Extension) -> None:
        if self.compiler.compile != self.compile_changed:
            self.compile_all, self.compiler.compile = self.compiler.compile, self.compile_changed
        if self.compiler.compiler_type == "msvc":
            if not self.compiler.initialized:
                self.compiler.initialize(self.plat_name)
            self.compiler.cc = os.environ.get("CXX") or self.compiler.cc  # clang-cl has vectors, which cl has not
            ext.extra_compile_args = ["/O2", "/std:c++17", "/EHsc", "/utf-8", "/fp:precise", *ADDED]
        else:
            # Debug sections would be most of the installed file, and nobody reads them.
            # Vectors are handed on inside one file only, so that the warning about them means nothing.
            ext.extra_compile_args = ["-O3", "-g0", "-std=c++17", "-fvisibility=hidden", "-pthread", "-Wno-psabi"]
            # No fused multiplication and addition: sums of floats are those of the twin on every processor.
            ext.extra_compile_args += ["-ffp-contract=off", *ADDED]
            ext.extra_link_args = ["-pthread", *ADDED]
            if ZIG:
                ext.extra_link_args += use_zig(self.compiler, Path(self.build_temp, "zig"))
        try:
            super().build_extension(ext)
        except Exception as error:
            if REQUIRED:
                raise
            rule = "*" * 78
            print(
                f"{rule}\nWARNING: the native core of scorelite was not built: {error}\n"
                "The pure-Python core will be used: the same answers, but very much slower.\n"
                "Install a C++17 compiler, or set SCORELITE_ZIG=1 to have one fetched (376 MB, six minutes);\n"
                f"SCORELITE_REQUIRE_NATIVE=1 makes this an error.\n{rule}",
                file=sys.stderr,
            )


class Wheel(bdist_wheel):
    """Builds a wheel for this platform, or, where the native core was not built, one for every platform: none-any."""

    def run(self) -> None:
        # Whoever installs the wheel has another interpreter: `pip` puts its place into scripts that say "python" alone.
        scripts: Any = self.reinitialize_command("build_scripts")
        scripts.executable, scripts.force = "python", True
        self.run_command("build")
        build = self.get_finalized_command("build_ext")
        if not any(os.path.exists(path) for path in build.get_outputs()):
            self.skip_build = self.root_is_pure = True
            self.distribution.ext_modules = []
        super().run()


def packages() -> dict[str, Any]:
    """The packages. setup.cfg says in which folders they lie, but for an editable installation.

    That one leads to a folder of links, in which everything lies as it is installed: type checkers and editors follow
    it, and see new files at once. Without links it leads here, and `scorelite` finds the other folders.
    """
    folders = ("core", "formats", "resources", "scoring")
    names = find_packages(include=[pattern for name in folders for pattern in (name, f"{name}.*")])
    described = {"packages": ["scorelite", *(f"scorelite.{name}" for name in names)]}
    if "editable_wheel" not in sys.argv:
        return described
    links = Path(".editable", "scorelite")
    links.mkdir(parents=True, exist_ok=True)
    try:
        for path in (*Path("scorelite").glob("*.*"), *map(Path, folders)):
            link = links / path.name
            if not link.is_symlink():
                link.symlink_to(Path("..", "..", path), target_is_directory=path.is_dir())
    except OSError:
        return {"packages": ["scorelite"], "package_dir": {"": "."}}
    return described | {"package_dir": {"": ".editable"}}


def extensions() -> list[Extension]:
    """The native core, or nothing if it is not wanted."""
    sources = sorted(glob.glob("core/**/native/*.cpp", recursive=True))
    if SKIPPED or not sources:
        if REQUIRED:
            raise SystemExit("SCORELITE_REQUIRE_NATIVE=1: the native core was skipped or has no sources")
        return []
    return [
        Extension(
            "scorelite.core._native",
            sources=sources,
            depends=sorted(glob.glob("core/**/native/*.hpp", recursive=True)),
            define_macros=[("Py_LIMITED_API", "0x030A0000")] if STABLE_ABI else [],
            py_limited_api=STABLE_ABI,
            language="c++",
            optional=not REQUIRED,
        )
    ]


def commands() -> dict[str, Any]:
    """The two commands, as scripts of ours, which start faster than what older pips write for an entry point. Windows
    can only run what an entry point becomes."""
    if os.name == "nt":
        points = ["scorelite = scorelite.scoring.cli.main:run", "sclite = scorelite.scoring.cli.sclite:run"]
        return {"entry_points": {"console_scripts": points}}
    return {"scripts": ["scoring/cli/bin/scorelite", "scoring/cli/bin/sclite"]}


setup(
    **packages(),
    **commands(),
    ext_modules=extensions(),
    setup_requires=["ziglang>=0.13"] if ZIG and not SKIPPED else [],
    cmdclass={"build_ext": OptionalBuild, "bdist_wheel": Wheel},
    # Not in setup.cfg, which stands above the options here: a build without a stable ABI would be refused.
    options={"bdist_wheel": {"py_limited_api": "cp310"}} if STABLE_ABI else {},
)

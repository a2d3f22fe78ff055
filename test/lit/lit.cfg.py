import os
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
sys.path.append(here)
import forked_commands

forked_commands.install()
scripts = os.path.dirname(sys.executable)

config.name = "lagrad"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = here
config.test_exec_root = os.path.join(here, "Output")
config.environment["PYTHONFAULTHANDLER"] = "1"
config.environment["LAGRAD_CACHE"] = "off"
config.environment["PATH"] = scripts + os.pathsep + os.environ.get("PATH", "")
config.substitutions += [
    (r"\bFileCheck\b", os.path.join(scripts, "filecheck")),
    ("%root", os.path.dirname(os.path.dirname(here))),
]

"""`simt.Launch`: a kernel on a machine, with sizes and inputs, that can be run, traced, checked and explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simt.launch.prepared import PreparedLaunch
from simt.launch.sizes import launch_text
from simt.verbs.keywords import AnyMachine, takes
from simt.verbs.launching import AnyLaunch, launch_of, prepare
from simt.views.kit.text import screenful

if TYPE_CHECKING:
    from simt.diagnosis.why import Why
    from simt.result.result import Result
    from simt.verbs.model import Modelled
    from simt.verbs.trace import Trace
    from simt.views.report import Report


class Launch(PreparedLaunch):
    """A kernel on a machine, with sizes and inputs: it is checked when it is made, and can be run any number of times.

        launch = simt.Launch("mm_local", "gtx280", defines={"n": 256})
        launch.run().cycles
        launch.trace(cycles="300:400")

    `.program`, `.machine`, `.grid`, `.inputs` and `.oracle` are its parts. The functions of all verbs take a launch in
    place of a kernel, a machine and words.
    """

    @takes(prepare)
    def __init__(self, kernel: AnyLaunch, machine: AnyMachine = None, **words: Any) -> None:
        """Read a kernel, its inputs and its machine, and check that they fit together.

        - kernel: a file, the name of a shipped kernel, a marked function of Python, or a `Program`; or a launch of a
          pipeline, "scan.toml:2". The earlier launches of the pipeline are then run.
        - machine: a preset, a file or a `Machine`; None for `fpga4`.
        - set: values of machine keys, {"local.banks": 8}. Further keywords are keys, too, by their names or short
          names: banks=8.
        - here: whether `simt.toml` of this folder, SIMT_MACHINE and SIMT_SET apply, as on the command line.
        - defines: values of `.equ` symbols, or of macros of OpenCL C, by name.
        - include_paths: further folders in which `.include` and `#include` look.
        - inputs: values by name. They take the place of the oracle's values or, without an oracle, of zeros.
        - global_size: the work-items of the launch: a number, (x, y) or (x, y, z); None: the oracle's global size, else
          one work-group.
        - local_size: the work-items of a work-group, in the same form; None: the oracle's local size, else the kernel's
          own, else up to 64.
        - threads: the work-items of a work-group in one dimension, in place of `local_size`.
        - offset: the numbers that are added to `global_id_x`, `_y` and `_z`, in the form of a size; None for 0.
        - oracle: a file or an `Oracle`; True for the oracle beside the kernel, False for no oracle. None means True for
          a kernel that is named, and False for a `Program` or a function.
        - seed: the seed of the oracle's inputs.
        - pack: whether to pack a scalar kernel if the machine has several slots; None: only a kernel that is named.
        - strict: whether to refuse a program with words that the machine cannot execute; otherwise such a word traps
          when a warp reaches it.
        - storage: the storage manager of global memory, on a machine with memory of DRAM: "new" (without objects), the
          file of a state, or a `StorageManager`; None for no manager. A run that reaches its end changes a
          `StorageManager`.
        - bind: the objects of the storage manager that hold buffers, {"x": "texture:0.0", "y": "image:source"}. All
          other buffers become buffer objects (`result.managing`).

        An input of a `.local` array or a `.buffer` is an array of float32, uint32 or int32 with its number of elements.
        A buffer without a length takes an array of any length, or a number, which means this number of zeros. Other
        real types are converted if nothing is lost except the precision of floats. A `.param` takes a number. A text or
        a path is read as by `--in`. A kernel in OpenCL C or Python needs an input for each of its parameters.

        Raises the errors of the command line, all of which are `SimtError`s: `ArgumentError` (keywords),
        `ProgramNotFoundError`, `AssemblyError` or `CompileError` (the kernel), `MachineError` (the machine and its
        keys), `LaunchError` (the two do not fit), `SizeError` (sizes), `InputError` (inputs), `OracleError` (the
        oracle), `StorageError` (objects), `FileError` (a file of a kernel or a state).
        """
        vars(self).update(vars(launch_of(Launch, kernel, machine, words)))

    def trace(self, **options: Any) -> Trace:
        """Run the launch and show it over time. options: as for `simt.trace`."""
        from simt.verbs.trace import trace

        return trace(self, **options)

    def report(self, **options: Any) -> Report:
        """Run the launch and make a page that shows where each cycle went. options: as for `simt.report`."""
        from simt.verbs.report import report

        return report(self, **options)

    def check(self, **options: Any) -> Result:
        """Run the launch without time and look for races and wrong accesses. options: as for `simt.check`."""
        from simt.verbs.check import check

        return check(self, **options)

    def model(self, **options: Any) -> Modelled:
        """Predict the time of the launch by models, from static counts. options: as for `simt.model`."""
        from simt.verbs.model import model

        return model(self, **options)

    def why(self, **options: Any) -> Why:
        """Explain where the cycles of a run go, and what a change would be worth. options: as for `simt.why`."""
        from simt.verbs.why import why

        return why(self, **options)

    def __repr__(self) -> str:
        about = [f"{self.program.name} on {self.machine_label}: {launch_text(self.grid)}"]
        for name, value in self.inputs.items():
            shape = getattr(value, "shape", ())
            about.append(f"  {name}: {value.dtype} {'x'.join(map(str, shape))}" if shape else f"  {name}: {value}")
        about.append(f"  oracle: {self.oracle.path}" if self.oracle else "  nothing is compared")
        return screenful("\n".join(about))

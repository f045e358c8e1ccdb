"""`simt.Launch`: a kernel on a machine, with sizes and inputs, that can be run, traced, checked, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simt.launch.prepared import PreparedLaunch
from simt.launch.sizes import launch_text
from simt.verbs.keywords import AnyMachine, takes
from simt.verbs.launching import AnyLaunch, launch_of, prepare
from simt.verbs.shown import screenful

if TYPE_CHECKING:
    from simt.diagnosis.why import Why
    from simt.result.result import Result
    from simt.verbs.model import Modelled
    from simt.verbs.trace import Trace
    from simt.views.report import Report


class Launch(PreparedLaunch):
    """A kernel on a machine, with sizes and inputs: checked when it is made, and run as often as one likes.

        launch = simt.Launch("mm_local", "gtx280", defines={"n": 256})
        launch.run().cycles
        launch.trace(cycles="300:400")

    `.program`, `.machine`, `.grid`, `.inputs` and `.oracle` are its parts; every function of a verb takes a launch in
    place of a kernel and its words.
    """

    @takes(prepare)
    def __init__(self, kernel: AnyLaunch, machine: AnyMachine = None, **words: Any) -> None:
        """Read a kernel, its inputs and its machine, and check that they go together.

        kernel: a file, the name of a shipped kernel, or a `Program`. One that is named runs on the inputs of the oracle
        beside it, is checked by it, and packed into bundles where the machine has several slots; a `Program` is taken
        as it is, unless `oracle` or `pack` says so. `result.prepared` says what was done.

        machine: a preset, a file or a `Machine`; None: `fpga4`. set: values of machine keys above it, {"local.banks":
        8}; further keywords are keys too, by their names or short names: banks=8, vliw=3. here: put `simt.toml` of this
        folder, SIMT_MACHINE and SIMT_SET between them, as the command line does. defines: values of `.equ` symbols.
        include_paths: further folders of `.include`.

        inputs: values by name in place of the oracle's, or of 0: arrays for `.local` arrays and `.buffer`s (float32,
        uint32 or int32 of the array's length, any length for a buffer that has none, or a length for that many zeros;
        other real types are converted if nothing is lost but float precision), numbers for `.param`s, or files as
        `--in` takes them. A kernel in a language is given all of its parameters. global_size: work-items of the launch,
        local_size: of a work-group, each a number, (x, y) or (x, y, z), by default the oracle's, else one group of
        `.threads`; threads: local_size in one dimension. offset: added to `global_id_x`, `_y` and `_z`, as a size.
        oracle: a file, an `Oracle`, or whether to use the one beside the kernel. seed: of its inputs. pack: whether to
        make bundles. strict: refuse programs that hold words the machine cannot execute; otherwise they trap when they
        are reached.

        storage: a storage manager of global memory, on a machine with memory of DRAM: the buffers are objects of it,
        see `result.managing`. "new" is one without objects, another text the file of a state; a `StorageManager` is
        changed by a launch that runs to its end. bind: the objects of buffers, by name, {"x": "texture:0.0", "y":
        "image:source"}; others are buffer objects.

        Raises the command line's errors as exceptions: `ProgramNotFoundError`, `AssemblyError` (the kernel),
        `MachineError` (the machine and its keys), `LaunchError` (the two do not fit), `SizeError` (sizes), `InputError`
        (inputs), `OracleError` (the oracle), `StorageError` (objects); all are `SimtError`s.
        """
        vars(self).update(vars(launch_of(Launch, kernel, machine, words)))

    def trace(self, **options: Any) -> Trace:
        """The run over time; options: of `simt.trace`."""
        from simt.verbs.trace import trace

        return trace(self, **options)

    def report(self, **options: Any) -> Report:
        """The run as a page that shows where every cycle went; options: of `simt.report`."""
        from simt.verbs.report import report

        return report(self, **options)

    def check(self, **options: Any) -> Result:
        """Run the launch without time, and look for races and reads of unwritten words; options: of `simt.check`."""
        from simt.verbs.check import check

        return check(self, **options)

    def model(self, **options: Any) -> Modelled:
        """Predict the time of the launch with models, from static counts; options: of `simt.model`."""
        from simt.verbs.model import model

        return model(self, **options)

    def why(self, **options: Any) -> Why:
        """Explain where the cycles went, and what a change would be worth; options: of `simt.why`."""
        from simt.verbs.why import why

        return why(self, **options)

    def __repr__(self) -> str:
        about = [f"{self.program.name} on {self.machine_label}: {launch_text(self.grid)}"]
        for name, value in self.inputs.items():
            shape = getattr(value, "shape", ())
            about.append(f"  {name}: {value.dtype} {'x'.join(map(str, shape))}" if shape else f"  {name}: {value}")
        about.append(f"  oracle: {self.oracle.path}" if self.oracle else "  nothing is compared")
        return screenful("\n".join(about))

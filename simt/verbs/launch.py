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
    """A kernel on a machine, with sizes and inputs: it is checked when it is made, and can be run any number of times.

        launch = simt.Launch("mm_local", "gtx280", defines={"n": 256})
        launch.run().cycles
        launch.trace(cycles="300:400")

    `.program`, `.machine`, `.grid`, `.inputs` and `.oracle` are its parts. The functions of all verbs take a launch in
    place of a kernel, a machine and words.
    """

    @takes(prepare)
    def __init__(self, kernel: AnyLaunch, machine: AnyMachine = None, **words: Any) -> None:
        """Read a kernel, its inputs and its machine, and check that they go together.

        kernel: a file, the name of a shipped kernel, or a `Program`. A named kernel takes its inputs from the oracle
        beside it, and is checked by this oracle. It is packed into bundles if the machine has several slots. A
        `Program` is taken as it is, unless `oracle` or `pack` asks for more. `result.prepared` says what was done.

        machine: a preset, a file or a `Machine`; None: `fpga4`. set: values of its keys, {"local.banks": 8}. Further
        keywords are keys, too, by their names or short names: banks=8, vliw=3. here: whether `simt.toml` of this
        folder, SIMT_MACHINE and SIMT_SET apply, as on the command line. defines: values of `.equ` symbols.
        include_paths: further folders of `.include`.

        inputs: values by name, in place of the oracle's or of 0. A `.local` array or a `.buffer` takes a float32,
        uint32 or int32 array of its length; a buffer without a length takes any array, or a number: that many zeros.
        Other real types are converted if nothing is lost but float precision. A `.param` takes a number. A file is read
        as by `--in`. A kernel in a language needs all of its parameters.

        global_size: the work-items of the launch. local_size: the work-items of a work-group. Each is a number, (x, y)
        or (x, y, z), by default from the oracle, else one work-group of `.threads`. threads: local_size in one
        dimension. offset: added to `global_id_x`, `_y` and `_z`, given like a size. oracle: a file, an `Oracle`, or
        whether to use the one beside the kernel. seed: the seed of the oracle's inputs. pack: whether to make bundles.
        strict: whether to refuse programs with words that the machine cannot execute; otherwise these words trap when
        they are reached.

        storage: the storage manager of global memory, on a machine with memory of DRAM: "new" (without objects), the
        file of a state, or a `StorageManager`, which changes if the launch runs to its end. The buffers become objects
        of it, see `result.managing`. bind: the objects of buffers, by name, {"x": "texture:0.0", "y": "image:source"};
        by default they are buffer objects.

        Raises the command line's errors as exceptions: `ProgramNotFoundError`, `AssemblyError` (the kernel),
        `MachineError` (the machine and its keys), `LaunchError` (the two do not fit), `SizeError` (sizes), `InputError`
        (inputs), `OracleError` (the oracle), `StorageError` (objects); all are `SimtError`s.
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

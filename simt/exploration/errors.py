"""What can go wrong with a sweep, its plan, its results file and its cluster, and what `simt explain` says about it."""

from __future__ import annotations

from isa.diagnostics import PlacedError, register


class SweepError(PlacedError):
    """A sweep that cannot begin, or had to end; `diagnostics` lists places, if there are any."""

    code = "E0762"


register(
    "E0760",
    "a sweep over something that does not exist",
    """A sweep varies machine keys (`simt machine schema` lists them; short names and last words work), whole machines
(`machine=fpga4,fpga8`), `threads`, `seed` (of the inputs), the sizes of the launch (`--global`, `--local`), and with -D
the `.equ` symbols of the kernels:

    simt sweep fft128.s --set banks=2,4,8 --set machine=fpga4,fpga8 -D n=64,128 -o fft.sqlite
    simt sweep mm_global.s -m gtx280_core -D n=32 --local 32,16x16,8x8
""",
)
register(
    "E0761",
    "a value that a sweep cannot try",
    """Every value of every key is checked before the first run: its type, its bounds, its choices. Values that are good
one by one but contradict each other in some combination do not stop a sweep: that point is recorded with the reason.

Values are separated by commas; `a..b` is every whole number from a to b, `a..b..c` every c-th, `a..b*c` multiplies
by c. Where the values of a key are themselves arrays, each stands in brackets.
""",
)
register(
    "E0762",
    "a sweep plan that cannot be read",
    """A plan is a TOML file:

    programs = ["fft128.s", "fir.s"]
    machine = "fpga4"
    mode = "grid"            # or "zip", or "random" with count = 100 and random_seed = 1

    [sweep]
    banks = [2, 4, 8, 16]
    "scheduler.policy" = ["paper", "oldest"]

    [set]                    # machine keys that are the same in every point
    "local.words" = 8192

docs/sweeps.md lists all keys.
""",
)
register(
    "E0763",
    "a results file that cannot be opened or written",
    """Results go into a SQLite file, which needs an existing folder, room, permission to write, and a file system with
locks. Standard output, devices and pipes will not do. What was written before stays; the same command goes on where
it stopped.
""",
)
register(
    "E0764",
    "a results file that is in use",
    """Another sweep is writing the file: a results file has one writer at a time, and is read when the writer has
finished or was stopped (Ctrl-C: nothing is lost). The lock goes with its process, also if that is killed.
""",
)
register(
    "E0765",
    "a file that does not hold the results of a sweep",
    """The file is not a SQLite database, or one of another program, or damaged. It was not touched.
""",
)
register(
    "E0766",
    "going on with another plan",
    """The results file was begun by a sweep that differs from this one: other axes, programs, settings, or a kernel,
oracle or machine file that was edited meanwhile. Results of two plans are not mixed. Give another -o, or remove the
file, or `simt sweep resume FILE` to finish the sweep that the file holds.
""",
)
register(
    "E0767",
    "a sweep of another version",
    """The plan or the results file was written by another version of simt. A results file of another engine can still
be shown and exported if its layout is the same, but not gone on with: cycles of two engines are not mixed.
""",
)
register(
    "E0768",
    "a results file that went away",
    """The results file was removed or replaced while the sweep was writing to it. What was computed since cannot be
kept; the sweep stops at once.
""",
)
register(
    "E0769",
    "nothing of that name in the results",
    """Columns are those of `simt sweep export FILE -o x.csv`: the axes of the sweep by their full key, `program`, and
what was measured: cycles, seconds, ipc, fpu_efficiency, issue_bank_conflict and so on.
""",
)
register(
    "E0770",
    "an optional library is not installed",
    """Parquet files need pyarrow, clusters need dask.distributed, the samplers nsga2 and tpe of `simt explore` need
Optuna:

    pip install 'simt[parquet]'
    pip install 'simt[dask]'
    pip install 'simt[search]'

Without Optuna `simt explore` looks at every design (--sampler exhaustive) or at random ones (--sampler random).
""",
)
register(
    "E0771",
    "a cluster that cannot be reached, or went away",
    """The address after --dask is that of a dask.distributed scheduler, e.g. tcp://127.0.0.1:8786. If the scheduler
goes away in mid-sweep, or has no workers for a minute, the sweep ends; what was done is kept and the same command goes
on. A worker that dies is no loss: its points are computed again by others.
""",
)
register(
    "E0772",
    "workers with another simt",
    """Every worker of the cluster needs the version of simt that the sweep was started with, down to the engine's
sources: results of two engines are not mixed.
""",
)
register(
    "E0773",
    "an export format that is not known",
    """`simt sweep export FILE -o OUT` writes .csv or .parquet, by the suffix of OUT.
""",
)
register(
    "E0774",
    "a sweep of an impossible size",
    """A sweep needs an axis or a program and at most 10 million points. In a zip all axes are equally long, or have one
value. A random sweep draws different points: not more than the grid has.
""",
)
register(
    "E0775",
    "an objective that does not exist, or points the wrong way",
    """`simt explore --objectives` lists what a search can make small (--minimise) or large (--maximise); each is good
in one direction only. The same names stand in limits: --constraint "ramb16<=40".

As the reason of a design: the oracle beside the kernel counts no operations, so there is no rate of them.
""",
)
register(
    "E0776",
    "a limit that cannot be read",
    """A limit is an objective, <=, >=, < or >, and a number in the objective's unit, in quotes because of the shell:

    simt explore fft128.s --constraint "ramb16<=40" --constraint "time < 20" --constraint "share <= 80%"
""",
)
register(
    "E0777",
    "a search that cannot be made",
    """The sampler is not one of `simt explore --help`, or its budget is below one design, or an exhaustive search was
given a budget; the plan's mode is not a grid; or a picture was asked for where there is nothing to draw: it needs two
objectives and a design on the front.
""",
)

"""The run of a sweep: make or resume a results file, and run its points in threads or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from isa.reporting.diagnostics import quote
from simt.exploration.errors import SweepError
from simt.exploration.plans.plan import Sweep
from simt.exploration.plans.sources import Sources, differences
from simt.exploration.records.store import Store
from simt.exploration.sessions.cluster import work_on_cluster
from simt.exploration.sessions.session import Outcome, Progress, Session, engine_stamp, thread_count
from simt.launch.how import Compiling
from simt.launch.naming import oracle_place
from simt.launch.programs import is_shipped, oracle_beside


def run_sweep(
    sweep: Sweep, output: str | Path | None = None, *, jobs: int | None = None, dask: str | None = None,
    progress: Progress | None = None, compiling: Compiling | None = None,
) -> Outcome:  # fmt: skip
    """Run the points of a sweep that have no result yet, and keep the results.

    - output: the results file, of SQLite; None keeps results in memory.
    - jobs: the number of threads, by default one for each processor that this process may use.
    - dask: the address of a dask.distributed scheduler, whose workers take the place of threads.
    - progress: called some twenty times a second with the numbers of points that are done, of all points, and of points
      that failed. If it returns true, the sweep stops.
    - compiling: called with each kind of engine that is compiled.

    A point that stops early, does not fit or has contradictory keys is recorded with the reason. Raises `SweepError`
    (E0760 to E0789), `AssemblyError`, `MachineError`; earlier results are kept.
    """
    count = thread_count(jobs, "a sweep")
    sources = Sources(sweep)
    store = Store.write(output)
    try:
        claim_file(store, sources)
        session = Session(sources, store, progress, compiling)
        if dask is not None:
            return session.run(lambda: work_on_cluster(session, dask), dask)
        return session.run(lambda: session.work_in_threads(count), f"{count} threads")
    finally:
        store.close()


def resume_sweep(output: str | Path, named: Sequence[str | Path] = (), **options: Any) -> Outcome:
    """Finish the sweep in a results file.

    named: the kernels and oracles that may run. options: as for `run_sweep`.

    An oracle is code, and a results file may come from anybody. So nothing is run if the sweep needs an oracle that is
    neither shipped with simt nor of a named kernel. Raises `SweepError`, E0778, in this case, and the errors of
    `run_sweep`.
    """
    with Store.read(output) as store:
        sweep = Sweep.from_dict(store.meta()["identity"]["plan"])
    known = {place.resolve() for name in named if (place := oracle_place(name)) is not None}
    for name, oracle in _oracles(sweep).items():
        if not is_shipped(oracle) and (oracle_place(name) or Path(name)).resolve() not in known:
            message = f"the results file {quote(str(output))} asks for the oracle {oracle}, which is code"
            foreign = " ".join(kernel for kernel, file in _oracles(sweep).items() if not is_shipped(file))
            advice = f"if you trust it, name the kernel: simt sweep resume {output} {foreign}"
            if isinstance(sweep.oracle, str):
                advice = f"if you trust it, name it: simt sweep resume {output} {foreign}"
            raise SweepError(message, code="E0778", help=advice)
    return run_sweep(sweep, output, **options)


def _oracles(sweep: Sweep) -> dict[str, Path]:
    """Return the oracles that a sweep runs, by the name that permits each: `Sweep.oracle` or the kernel's."""
    if not sweep.oracle:
        return {}
    if isinstance(sweep.oracle, str):
        return {sweep.oracle: Path(sweep.oracle)}
    places = {name: oracle_place(name) for name in sweep.programs}
    oracles = {name: None if place is None else oracle_beside(place) for name, place in places.items()}
    return {name: oracle for name, oracle in oracles.items() if oracle is not None}


def claim_file(store: Store, sources: Sources) -> None:
    """Write a sweep's identity into a new file, or compare it with an old file's. Raises `SweepError`: E0766, E0767."""
    identity, stamp = sources.identity(), engine_stamp(is_compiled=sources.is_compiled)
    facts = store.meta()
    if not facts:
        store.set_meta({"schema": "simt.sweep/1", "identity": identity, "engine": stamp, "size": sources.sweep.size})
        return
    name = quote(str(store.path))
    plain = json.loads(json.dumps(identity))  # in the form that JSON returns
    if facts["identity"] != plain:
        changed = differences(plain, facts["identity"])
        listed = "; ".join(changed[:3]) + (f"; and {len(changed) - 3} more" if len(changed) > 3 else "")
        advice = "give another -o; or `simt sweep resume FILE` to finish what the file holds"
        raise SweepError(f"{name} holds another sweep: {listed}", code="E0766", help=advice)
    if facts["engine"] != stamp:
        message = f"{name} was begun with simt {facts['engine']}, and this is {stamp}"
        advice = "cycles of two engines are not mixed: give another -o; `show` and `export` still read the file"
        raise SweepError(message, code="E0767", help=advice)

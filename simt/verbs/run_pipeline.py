"""`simt.run_pipeline`, the function of `simt run FILE.toml`: from the file to the checked result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from isa.reporting.diagnostics import ArgumentError
from simt.launch.how import How
from simt.launch.prepared import PreparedLaunch
from simt.verbs.keywords import AnyMachine, check_words, choose, taken, takes, watchers

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from simt.launch.oracle import Oracle
    from simt.launch.pipeline import Pipeline
    from simt.launch.pipeline_run import PipelineResult, PreparedPipeline


def prepare_pipeline(
    pipeline: str | Path | Pipeline | Sequence[Mapping[str, Any]], machine: AnyMachine = None, *,
    set: Mapping[str, object] | None = None,  # noqa: A002
    here: bool = False, defines: Mapping[str, int | float | str] | None = None,
    inputs: Mapping[str, ArrayLike | str | Path] | None = None, oracle: str | Path | Oracle | bool | None = True,
    seed: int = 1, **overrides: object,
) -> PreparedPipeline:  # fmt: skip
    """Return a pipeline on a machine, with its inputs. Parameters and errors are as for `run_pipeline`."""
    from simt.launch.kernels import find_oracle, read_inputs
    from simt.launch.pipeline import Pipeline
    from simt.launch.pipeline_file import find_pipeline, read_pipeline
    from simt.launch.pipeline_run import PreparedPipeline
    from simt.machine import describe

    if isinstance(pipeline, str | Path):
        pipeline = read_pipeline(find_pipeline(pipeline) or pipeline, defines)
    elif not isinstance(pipeline, Pipeline):
        pipeline = read_pipeline({"name": "pipeline", "launch": list(pipeline)}, defines)
    own = find_oracle(pipeline.oracle_beside, oracle, is_default=False)
    arrays = read_inputs(pipeline.whole, own, seed, inputs or {}, None)
    built, origins = choose(pipeline.machine or None if machine is None else machine, set, overrides, here=here)
    return PreparedPipeline(pipeline, built, describe.label(built, origins), own, arrays, seed)


@takes(prepare_pipeline, PreparedLaunch.run)
def run_pipeline(
    pipeline: str | Path | Pipeline | Sequence[Mapping[str, Any]], machine: AnyMachine = None, **words: Any
) -> PipelineResult:
    """Run kernels one after the other on the same buffers, as `simt run FILE.toml` does (docs/pipelines.md).

    - pipeline: a file, the name of a shipped pipeline, "scan.toml", a `Pipeline`, or a list of launches. A launch of a
      list has the keys of a table [[launch]] of a file, and its kernel is anything that `simt.Launch` takes.
    - machine: as for `simt.Launch`; None for the machine that the pipeline names, else `fpga4`.
    - set, here, further keywords: as for `simt.Launch`.
    - defines: values of symbols of the kernels, by name.
    - inputs: arrays or files, by the pipeline's names of buffers, in place of the oracle's values, or of 0.
    - oracle: a file or an `Oracle`; True for the oracle beside the pipeline; None or False for no oracle.
    - seed: the seed of the oracle's inputs.
    - engine, record, compiling: as for `Launch.run`.
    - max_cycles: the limit of each launch; None for 50000000.
    - with_transfers: as for `Launch.run`; the transfers are before the first launch and after the last one.
    - progress: as for `Launch.run`, for each launch; a true answer ends the pipeline.

    A trap, a deadlock or the limit does not raise: `result.stop` says what happened, and the last of `result.launches`
    has everything computed until then. A wrong result does not raise either: see `result.check`.

    Raises `PipelineError` (the file), `OracleError`, which has the `result`, if any, `InputError`, and the errors of
    `simt.run` for its kernels.
    """
    how = taken(words, PreparedLaunch.run)
    watching = taken(how, watchers)
    if how.get("sample"):
        raise ArgumentError("run_pipeline takes no sample: run the launches that take long by themselves, FILE.toml:2")
    if how.get("keep_objects"):
        raise ArgumentError("run_pipeline takes no keep_objects: a pipeline has no storage manager")
    check_words(run_pipeline, words)
    prepared = prepare_pipeline(pipeline, machine, **words)
    return prepared.checked(prepared.execute(How.of(**how), **watching))

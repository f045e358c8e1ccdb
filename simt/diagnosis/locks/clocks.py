"""Vector clocks of the agents of a run, and locks, which pass clocks between agents (docs/check.md defines a lock)."""

from __future__ import annotations

from dataclasses import dataclass

Agent = tuple[int, ...]  # (work-group, warp, lane), or (work-group, warp) of a kernel that counts on lock step
Word = tuple[bool, int]  # whether it is in global memory, and its number there


class Clocks:
    """The vector clocks of the agents of the running work-group.

    A clock is a common part, which a barrier makes, and what its agent has learned since.
    """

    def __init__(self) -> None:
        self._common: dict[Agent, int] = {}
        self._learned: dict[Agent, dict[Agent, int]] = {}
        self._now: dict[Agent, int] = {}

    def begin_group(self) -> None:
        """Forget all: work-groups are not ordered."""
        self.__init__()  # type: ignore[misc]

    def now(self, agent: Agent) -> int:
        """Return an agent's own time."""
        return self._now.setdefault(agent, 1)

    def follows(self, agent: Agent, other: Agent, time: int) -> bool:
        """Return whether what an agent does now comes after what another one did at a time."""
        known = self._learned.get(agent, {}).get(other, 0)
        return agent == other or max(known, self._common.get(other, 0)) >= time

    def give(self, agent: Agent) -> dict[Agent, int]:
        """Return all that comes before an agent's next step, for the agent that takes the lock after it."""
        given = {**self._common, **self._learned.get(agent, {}), agent: self.now(agent)}
        self._now[agent] += 1
        return given

    def take(self, agent: Agent, given: dict[Agent, int]) -> None:
        """Have an agent come after what another one gave."""
        learned = self._learned.setdefault(agent, {})
        for other, time in given.items():
            if time > max(learned.get(other, 0), self._common.get(other, 0)):
                learned[other] = time

    def meet(self) -> None:
        """Have all agents of the work-group come after all that any of them did before the barrier."""
        common = dict(self._common)
        for known in (*self._learned.values(), self._now):
            for agent, time in known.items():
                common[agent] = max(common.get(agent, 0), time)
        self._common, self._learned = common, {}
        self._now = {agent: time + 1 for agent, time in self._now.items()}


@dataclass(slots=True)
class Lock:
    """A word that threads take and give back. found: the value before a thread took it, which gives it back."""

    holder: Agent | None = None
    found: int = 0
    given: dict[Agent, int] | None = None


class Locks:
    """The locks of a run.

    - misused: words that were taken and then changed otherwise than a lock is; they should have ordered nothing.
    - were_used: whether a thread has given a lock back.
    """

    def __init__(self, clocks: Clocks, barred: frozenset[Word] = frozenset()) -> None:
        self._clocks, self._barred = clocks, barred
        self._locks: dict[Word, Lock] = {}
        self.misused: set[Word] = set()
        self.were_used = False

    def begin_group(self) -> None:
        """Forget the locks in local memory, which the next work-group has anew."""
        self._locks = {word: lock for word, lock in self._locks.items() if word[0]}

    def is_lock(self, word: Word) -> bool:
        """Return whether a thread has taken a word."""
        return word in self._locks

    def change(self, word: Word, thread: Agent, agent: Agent, old: int, new: int, *, may_take: bool) -> bool:
        """Take note that a thread changes a word; return whether it gives a lock back.

        may_take: whether the instruction is an exchange or a compare-and-exchange; a store may give back only.
        """
        if old == new or word in self._barred:
            return False
        lock = self._locks.get(word)
        if lock is None:
            if may_take:
                self._locks[word] = Lock(thread, old)
            return False
        if lock.holder == thread and new == lock.found:
            lock.holder, lock.given = None, self._clocks.give(agent)
            self.were_used = True
            return True
        if lock.holder is None and may_take:
            lock.holder, lock.found = thread, old
            if lock.given is not None:
                self._clocks.take(agent, lock.given)
            return False
        self.misused.add(word)
        return False

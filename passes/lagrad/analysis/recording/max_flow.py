"""Maximum flow by Dinic's algorithm.

SciPy has one, but importing it takes longer than compiling a typical program; the graphs
here are those of loop bodies.
"""

from __future__ import annotations


class Network:
    """A directed graph with integer capacities; nodes are numbers."""

    def __init__(self, nodes: int):
        self.heads: list[list[int]] = [[] for _ in range(nodes)]  # edges out of each node
        self.ends: list[int] = []
        self.room: list[int] = []  # what an edge can still take; edge ^ 1 is its reverse

    def edge(self, source: int, target: int, capacity: int) -> None:
        for tail, head, room in ((source, target, capacity), (target, source, 0)):
            self.heads[tail].append(len(self.ends))
            self.ends.append(head)
            self.room.append(room)

    def reachable(self, source: int) -> list[int]:
        """Distance of each node from the source along edges with room; -1 if there is no way."""
        level = [-1] * len(self.heads)
        level[source] = 0
        queue = [source]
        for node in queue:
            for edge in self.heads[node]:
                if self.room[edge] and level[self.ends[edge]] < 0:
                    level[self.ends[edge]] = level[node] + 1
                    queue.append(self.ends[edge])
        return level

    def saturate(self, source: int, sink: int) -> int:
        """Sends as much flow as possible; its value."""
        total = 0
        while (level := self.reachable(source))[sink] >= 0:
            unused = [iter(edges) for edges in self.heads]
            while pushed := self._push(source, sink, level, unused):
                total += pushed
        return total

    def _push(self, source: int, sink: int, level: list[int], unused: list) -> int:
        """Sends flow along one shortest path; 0 if there is none left."""
        path: list[int] = []
        node = source
        while node != sink:
            for edge in unused[node]:
                if self.room[edge] and level[self.ends[edge]] == level[node] + 1:
                    path.append(edge)
                    node = self.ends[edge]
                    break
            else:
                if not path:
                    return 0
                node = self.ends[path.pop() ^ 1]  # a dead end: its iterator is used up
        flow = min(self.room[edge] for edge in path)
        for edge in path:
            self.room[edge] -= flow
            self.room[edge ^ 1] += flow
        return flow

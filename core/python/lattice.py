"""Networks: all ways through one utterance, as nodes with words between them."""

from __future__ import annotations

from .lexicon import Lexicon, join
from .reader import Reader
from .words import Sequence, TextWord


class Arc:
    """A word between two nodes."""

    def __init__(self, word: TextWord, source: Node, target: Node) -> None:
        self.word = word
        self.source = source
        self.target = target


class Node:
    """A point between words. The order of its two lists decides between paths of equal cost."""

    def __init__(self) -> None:
        self.ins: list[Arc] = []
        self.outs: list[Arc] = []


class Network:
    """All ways through one utterance."""

    def __init__(self, words: Sequence) -> None:
        self.made: list[Arc] = []  # in the order of the text, each behind the arcs that lead to it
        self.start = self.end = Node()
        if words:
            self.end = Node()
            self.add(self.start, self.end, words)

    def add(self, source: Node, target: Node, sequence: Sequence) -> None:
        """Put a sequence between two nodes, behind the arcs that are there already."""
        for i, item in enumerate(sequence):
            follower = target if i == len(sequence) - 1 else Node()
            if isinstance(item, TextWord):
                self.connect(source, follower, item)
            else:
                for branch in item.branches:
                    self.add(source, follower, branch)
            source = follower

    def connect(self, source: Node, target: Node, word: TextWord) -> Arc:
        """One more arc between two nodes."""
        arc = Arc(word, source, target)
        source.outs.append(arc)
        target.ins.append(arc)
        self.made.append(arc)
        return arc

    def spell(self, reader: Reader) -> None:
        """Replace words by their characters, in the reference's order, which decides ties between alternatives.

        Nodes are visited depth first. A word that is replaced leaves its place in the two lists and its first and last
        piece go to their ends.
        """
        stack, seen = [self.start], {id(self.start)}
        while stack:
            node = stack.pop()
            for arc in node.outs:
                if id(arc.target) not in seen:
                    seen.add(id(arc.target))
                    stack.append(arc.target)
            again = []
            for arc in list(node.outs):
                pieces = reader.pieces(arc.word)
                if pieces is None:
                    continue
                node.outs.remove(arc)
                arc.target.ins.remove(arc)
                self.add(node, arc.target, pieces)
                if arc.word.optional:
                    again.append(node.outs[-1])
            # The walk meets the pieces that it has just appended. Only those of optional words are replaced once more,
            # by themselves but at the end of the lists. The reference never leaves a node with two of them.
            if len(again) == 1:
                for arcs in (node.outs, again[0].target.ins):
                    arcs.remove(again[0])
                    arcs.append(again[0])

    def combine(self, lexicon: Lexicon) -> None:
        """Add an arc for every chain of pieces that is a word of the lexicon."""
        queue, seen = [self.start], {id(self.start)}
        arcs: list[Arc] = []
        for node in queue:
            for arc in node.outs:
                if id(arc.target) not in seen:
                    seen.add(id(arc.target))
                    queue.append(arc.target)
            arcs.extend(node.outs)
        for arc in arcs:
            self._combine(lexicon, arc, arc.target, arc.word, lexicon.longest - 1)

    def _combine(self, lexicon: Lexicon, base: Arc, node: Node, word: TextWord, depth: int) -> None:
        if depth == 0:
            return
        for arc in node.outs:
            joined = join(word, arc.word)
            if joined.key in lexicon:
                self.connect(base.source, arc.target, joined)
            self._combine(lexicon, base, arc.target, joined, depth - 1)

    def arcs(self) -> list[Arc]:
        """All arcs, each behind the arcs that lead to it."""
        waiting: dict[int, int] = {}
        order: list[Arc] = []
        queue = [self.start]
        for node in queue:
            for arc in node.outs:
                order.append(arc)
                left = waiting.get(id(arc.target), len(arc.target.ins)) - 1
                waiting[id(arc.target)] = left
                if left == 0:
                    queue.append(arc.target)
        return order

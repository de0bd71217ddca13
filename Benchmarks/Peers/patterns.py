#!/usr/bin/env python3
"""Asks one of the peers for parts of words, ends of words and phrases, which their harness does not.

usage: patterns.py PEER --harness DIR --path INDEX --patterns FILE     asks; prints one line RESULT {json}
       patterns.py PEER --harness DIR --path INDEX --items FILE        makes the index of fts5-trigram

fts5-trigram finds parts of words by its trigrams; `-unranked` takes any ten rows. It has no notion of a
word's end: it is asked for the letters and a space. fts5-prefix234 is asked phrases only. tantivy walks
its term dictionary with an automaton.
"""
import argparse
import collections
import gc
import json
import os
import sys
import time


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer")
    parser.add_argument("--harness", required=True)
    parser.add_argument("--path", required=True)
    parser.add_argument("--patterns")
    parser.add_argument("--items")
    return parser.parse_args()


A = arguments()
sys.path.insert(0, A.harness)
import adapters  # noqa: E402
import common  # noqa: E402


class Trigram(adapters.FTS5):
    """SQLite with an index of all sequences of three characters."""

    def create(self):
        import sqlite3

        os.makedirs(self.path, exist_ok=True)
        self.db = sqlite3.connect(self.path + "/db.sqlite", isolation_level=None)
        self._pragmas()
        self.db.executescript(
            """
            CREATE TABLE items(id INTEGER PRIMARY KEY, uid TEXT UNIQUE, title TEXT, body TEXT, section TEXT,
                               size INTEGER);
            CREATE VIRTUAL TABLE fts USING fts5(title, body, content='items', content_rowid='id',
                                                tokenize='trigram');
            INSERT INTO fts(fts, rank) VALUES('rank', 'bm25(5.0, 1.0)');
            """
        )
        self._prep()
        self.intx = False

    def infix(self, text):
        return self.word(text)

    def suffix(self, text):
        return self.word(text + " ")

    def phrase(self, text):
        return self.word(text)


class UnrankedTrigram(Trigram):
    rank = False


class WordIndex(adapters.FTS5Prefix):
    def phrase(self, text):
        return self.word(text)


class Tantivy(adapters.Tantivy):
    def matching(self, expression):
        return self._run(self.two(lambda field: self.Q.regex_query(self.s, field, expression)))

    def infix(self, text):
        return self.matching(f".*{text}.*")

    def suffix(self, text):
        return self.matching(f".*{text}")

    def phrase(self, text):
        words = text.split(" ")
        return self._run(self.two(lambda field: self.Q.phrase_query(self.s, field, words)))


PEERS = {
    "fts5-trigram": Trigram,
    "fts5-trigram-unranked": UnrankedTrigram,
    "fts5-prefix234": WordIndex,
    "tantivy": Tantivy,
}


def build(peer):
    start = time.perf_counter_ns()
    peer.create()
    count = 0
    with open(A.items, encoding="utf-8") as lines:
        for line in lines:
            peer.add(line.rstrip("\n").split("\t"))
            count += 1
    peer.commit()
    peer.close()
    seconds = (time.perf_counter_ns() - start) / 1e9
    return {"items": count, "seconds": round(seconds, 3), "bytes": common.dir_size(A.path)}


def ask(peer):
    gc.disable()
    peer.open()
    queries = collections.defaultdict(list)
    for kind, text in common.read_tsv(A.patterns):
        queries[kind].append(text)
    for _ in range(300):
        peer.overhead()
    result = {"overhead": common.summary(timed(peer.overhead, [()] * 1000)[0])}
    for kind, texts in queries.items():
        search = getattr(peer, kind, None)
        if search is None:
            continue
        timed(search, [(text,) for text in texts[:20]])
        latencies, answered = timed(search, [(text,) for text in texts])
        result[kind] = common.summary(latencies)
        result[kind + "_nonempty"] = round(answered / len(texts), 4)
    return result


def timed(function, calls):
    latencies, answered = [], 0
    for call in calls:
        start = time.perf_counter_ns()
        rows = function(*call)
        latencies.append(time.perf_counter_ns() - start)
        answered += bool(rows)
    return latencies, answered


peer = PEERS[A.peer](A.path)
print("RESULT " + json.dumps(build(peer) if A.items else ask(peer)))

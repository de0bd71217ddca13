#!/usr/bin/env python3
"""Compares the order of /v1/search with that of other engines on judged collections, in one run.

usage: judged.py --program FILE [--peers DIR] FOLDER...

FILE is a release build of fresnel-cloud, DIR what install.sh made (.build/bench/peers). A folder holds docs.jsonl or
docs.jsonl.gz (id, title, text, keywords, authors), queries.tsv and qrels.tsv. All engines get the same documents and
questions. Those of others rank title and text as one, by their own BM25, with any word of a question stemmed for
English; of each question every word is asked for once. fresnel-cloud puts them as pages of a title and a text that
nobody links to, and is asked over HTTP. Prints nDCG@10. An engine that is not installed is left out.
"""
import argparse
import collections
import gzip
import http.client
import json
import math
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

WORD = re.compile(r"[^\W_]+")
HERE = os.path.dirname(os.path.abspath(__file__))


class Collection:
    """Documents, questions and which documents answer these."""

    def __init__(self, folder):
        self.name = os.path.basename(folder.rstrip("/"))
        path = os.path.join(folder, "docs.jsonl")
        lines = gzip.open(path + ".gz", "rt", encoding="utf-8") if not os.path.exists(path) \
            else open(path, encoding="utf-8")
        self.documents = []
        with lines:
            for line in lines:
                entry = json.loads(line)
                text = " ".join(
                    str(entry[name]) for name in ("text", "keywords", "authors") if entry.get(name))
                self.documents.append((entry["id"], entry.get("title") or "", text))
        self.questions = [(row[0], row[1]) for row in table(os.path.join(folder, "queries.tsv"))]
        self.grades = collections.defaultdict(dict)
        for question, document, grade in table(os.path.join(folder, "qrels.tsv")):
            self.grades[question][document] = float(grade)

    def words(self):
        """The questions as lists of words, each once."""
        return [(name, list(dict.fromkeys(WORD.findall(text.lower())))) for name, text in self.questions]

    def quality(self, answers):
        """The mean nDCG@10 of the questions that have an answer at all."""
        gains = []
        for question, _ in self.questions:
            grades = self.grades[question]
            best = sum(
                grade / math.log2(place + 2)
                for place, grade in enumerate(sorted(grades.values(), reverse=True)[:10]))
            if best > 0:
                gains.append(sum(
                    grades.get(document, 0) / math.log2(place + 2)
                    for place, document in enumerate(answers.get(question, [])[:10])) / best)
        return sum(gains) / len(gains), len(gains)


def table(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if line.strip()]


def fresnel(collection, program, work):
    data = os.path.join(work, "data-" + collection.name)
    pages = os.path.join(work, collection.name + ".jsonl")
    with open(pages, "w", encoding="utf-8") as file:
        for identifier, title, text in collection.documents:
            # One of Cranfield is empty: nobody finds it.
            if not title and not text:
                continue
            file.write(json.dumps(
                {"id": identifier, "title": title, "text": text, "reputation": 0}) + "\n")
    subprocess.run(
        [program, "measure-search", "--fill", "--data", data, pages], check=True, stdout=subprocess.DEVNULL)
    service = subprocess.Popen(
        [program, "serve", "--data", data, "--listen", "127.0.0.1:0", "--rate", "0"],
        stdout=subprocess.PIPE, text=True)
    try:
        for line in service.stdout:
            address = re.search(r"http://([^/]+)/", line)
            if address:
                break
        connection = http.client.HTTPConnection(address[1])
        answers = {}
        for question, text in collection.questions:
            connection.request("GET", "/v1/search?q=" + urllib.parse.quote(text))
            found = json.loads(connection.getresponse().read())
            answers[question] = [
                result["url"].rsplit("/", 1)[1] for result in found["results"]]
        return answers
    finally:
        service.terminate()
        service.communicate()


def sqlite(collection, work):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE page USING fts5(id UNINDEXED, title, body, tokenize='porter unicode61')")
    database.executemany("INSERT INTO page VALUES (?, ?, ?)", collection.documents)
    select = "SELECT id FROM page WHERE page MATCH ? ORDER BY bm25(page, 0, 1, 1) LIMIT 10"
    return {
        question: [row[0] for row in database.execute(select, (" OR ".join(f'"{word}"' for word in words),))]
        for question, words in collection.words()}


def tantivy(collection, work):
    import tantivy as engine
    builder = engine.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", tokenizer_name="en_stem")
    index = engine.Index(builder.build())
    writer = index.writer(50_000_000, 1)
    for identifier, title, text in collection.documents:
        writer.add_document(engine.Document(id=identifier, text=title + " " + text))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    return {
        question: [
            searcher.doc(place).get_first("id")
            for _, place in searcher.search(index.parse_query(" ".join(words), ["text"]), 10).hits]
        for question, words in collection.words()}


def written(collection, work):
    """The documents and questions as lines for programs."""
    paths = [os.path.join(work, collection.name + end) for end in ("-documents.tsv", "-questions.tsv")]
    rows = [(name, title + " " + text) for name, title, text in collection.documents]
    for path, lines in zip(paths, (rows, [(name, " ".join(words)) for name, words in collection.words()])):
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{name}\t{' '.join(text.split())}\n" for name, text in lines)
    return paths


def printed(command):
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    answers = collections.defaultdict(list)
    for line in output.splitlines():
        question, document = line.split("\t")
        answers[question].append(document)
    return answers


def lucene(collection, work, peers):
    jar = os.path.join(peers, "lucene.jar")
    if not os.path.exists(jar):
        raise ImportError("lucene.jar")
    return printed(["java", "-cp", jar, os.path.join(HERE, "JudgedLucene.java"), *written(collection, work)])


XAPIAN = """
import sys, xapian
database = xapian.WritableDatabase("", xapian.DB_BACKEND_INMEMORY)
stem = xapian.Stem("english")
generator = xapian.TermGenerator()
generator.set_stemmer(stem)
generator.set_stemming_strategy(generator.STEM_ALL)
for line in open(sys.argv[1], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    document = xapian.Document()
    generator.set_document(document)
    generator.index_text(text)
    document.set_data(name)
    database.add_document(document)
enquire = xapian.Enquire(database)
for line in open(sys.argv[2], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    words = [stem(word).decode() for word in text.split()]
    enquire.set_query(xapian.Query(xapian.Query.OP_OR, words))
    for match in enquire.get_mset(0, 10):
        print(name, match.document.get_data().decode(), sep="\\t")
"""


def xapian(collection, work):
    # Debian's package belongs to the system's interpreter.
    return printed(["/usr/bin/python3", "-c", XAPIAN, *written(collection, work)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--peers", default=".build/bench/peers")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        engines = {
            "fresnel-cloud": lambda it: fresnel(it, os.path.abspath(arguments.program), work),
            "tantivy": lambda it: tantivy(it, work),
            "lucene": lambda it: lucene(it, work, arguments.peers),
            "fts5": lambda it: sqlite(it, work),
            "xapian": lambda it: xapian(it, work),
        }
        is_below = False
        for folder in arguments.folders:
            collection = Collection(folder)
            figures = {}
            for name, rank in engines.items():
                try:
                    figures[name], count = collection.quality(rank(collection))
                except (ImportError, subprocess.CalledProcessError, sqlite3.OperationalError) as error:
                    if name == "fresnel-cloud":
                        raise
                    print(f"{name} is left out: {error}", file=sys.stderr)
            shown = "  ".join(f"{name} {figure:.4f}" for name, figure in figures.items())
            print(f"{collection.name}, {len(collection.documents)} pages, {count} questions: {shown}")
            is_below = is_below or figures["fresnel-cloud"] < max(figures.values())
    sys.exit(1 if is_below else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares the order of /v1/search with that of other engines on judged collections, in one run.

usage: judged.py --program FILE [--peers DIR] [--allow-missing] FOLDER...

FILE is a release build of fresnel-cloud, DIR what install.sh made (.build/bench/peers). A folder holds docs.jsonl or
docs.jsonl.gz (id, title, text, keywords, authors), queries.tsv and qrels.tsv. All engines get the same documents and
questions, which each cuts into words as it cuts documents; a word that is there twice counts twice for the others.
They rank by their own BM25, with any word of a question stemmed for English. Each is asked twice, with titles counted
once and three times, as fresnel-cloud counts them; the better figure is shown. fresnel-cloud puts the documents as
pages of a title and a text that nobody links to, and is asked over HTTP. Prints nDCG@10. The status is 3 where another
engine is better, and 2 where one is not installed, unless --allow-missing is given.
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
        self.questions = [
            (row[0], row[1]) for row in table(os.path.join(folder, "queries.tsv")) if WORD.search(row[1])]
        self.grades = collections.defaultdict(dict)
        for question, document, grade in table(os.path.join(folder, "qrels.tsv")):
            self.grades[question][document] = float(grade)

    def words(self):
        """The questions cut at what is no letter or digit, as FTS5 and Tantivy cut documents."""
        return [(name, WORD.findall(text.lower())) for name, text in self.questions]

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
            response = connection.getresponse()
            body = response.read()
            if response.status != 200:
                raise RuntimeError(f"{response.status} for {text!r}: {body[:200]!r}")
            found = json.loads(body)
            answers[question] = [
                result["url"].rsplit("/", 1)[1] for result in found["results"]]
        return answers
    finally:
        service.terminate()
        service.communicate()


def sqlite(collection, title_weight):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE page USING fts5(id UNINDEXED, title, body, tokenize='porter unicode61')")
    database.executemany("INSERT INTO page VALUES (?, ?, ?)", collection.documents)
    select = f"SELECT id FROM page WHERE page MATCH ? ORDER BY bm25(page, 0, {title_weight}, 1) LIMIT 10"
    return {
        question: [row[0] for row in database.execute(select, (" OR ".join(f'"{word}"' for word in words),))]
        for question, words in collection.words()}


def asked(command, collection, title_weight, questions):
    """The answers of a program that gets the documents and questions as files of lines."""
    with tempfile.TemporaryDirectory() as work:
        paths = [os.path.join(work, name) for name in ("documents.tsv", "questions.tsv")]
        rows = [(name, (title + " ") * title_weight + text) for name, title, text in collection.documents]
        for path, lines in zip(paths, (rows, questions)):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{name}\t{' '.join(text.split())}\n" for name, text in lines)
        output = subprocess.run([*command, *paths], check=True, stdout=subprocess.PIPE, text=True).stdout
    answers = collections.defaultdict(list)
    for line in output.splitlines():
        question, document = line.split("\t")
        answers[question].append(document)
    return answers


TANTIVY = """
import sys, tantivy
builder = tantivy.SchemaBuilder()
builder.add_text_field("id", stored=True, tokenizer_name="raw")
builder.add_text_field("text", tokenizer_name="en_stem")
index = tantivy.Index(builder.build())
writer = index.writer(50_000_000, 1)
for line in open(sys.argv[1], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    writer.add_document(tantivy.Document(id=name, text=text))
writer.commit()
index.reload()
searcher = index.searcher()
for line in open(sys.argv[2], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    for _, place in searcher.search(index.parse_query(text, ["text"]), 10).hits:
        print(name, searcher.doc(place).get_first("id"), sep="\\t")
"""

XAPIAN = """
import sys, xapian
database = xapian.WritableDatabase("", xapian.DB_BACKEND_INMEMORY)
generator = xapian.TermGenerator()
generator.set_stemmer(xapian.Stem("english"))
generator.set_stemming_strategy(generator.STEM_ALL)
def indexed(text):
    document = xapian.Document()
    generator.set_document(document)
    generator.index_text(text)
    return document
for line in open(sys.argv[1], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    document = indexed(text)
    document.set_data(name)
    database.add_document(document)
enquire = xapian.Enquire(database)
for line in open(sys.argv[2], encoding="utf-8"):
    name, text = line.rstrip("\\n").split("\\t")
    words = [xapian.Query(word.term, word.wdf) for word in indexed(text).termlist()]
    enquire.set_query(xapian.Query(xapian.Query.OP_OR, words))
    for match in enquire.get_mset(0, 10):
        print(name, match.document.get_data().decode(), sep="\\t")
"""


def peers(directory):
    """The other engines by name: what ranks a collection with a weight of titles; None where it is not installed."""
    python = os.path.join(directory, "python", "bin", "python")
    jar = os.path.join(directory, "lucene.jar")
    lucene = ["java", "-cp", jar, os.path.join(HERE, "JudgedLucene.java")]
    # Debian's package of Xapian belongs to the system's interpreter.
    debian = "/usr/bin/python3"
    return {
        # Its query parser has a syntax, so it gets the words, which are those that it would find.
        "tantivy": works(python, "-c", "import tantivy") and (lambda it, weight: asked(
            [python, "-c", TANTIVY], it, weight, [(name, " ".join(words)) for name, words in it.words()])),
        "lucene": os.path.exists(jar) and works("java", "-version") and (
            lambda it, weight: asked(lucene, it, weight, it.questions)),
        "fts5": sqlite,
        "xapian": works(debian, "-c", "import xapian") and (
            lambda it, weight: asked([debian, "-c", XAPIAN], it, weight, it.questions)),
    }


def works(*command):
    try:
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--peers", default=".build/bench/peers")
    parser.add_argument("--allow-missing", action="store_true")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    arguments = parser.parse_args()
    others = peers(arguments.peers)
    missing = [name for name, rank in others.items() if not rank]
    for name in missing:
        print(f"{name} is not installed", file=sys.stderr)
    if missing and not arguments.allow_missing:
        sys.exit(2)
    is_below = False
    for folder in arguments.folders:
        collection = Collection(folder)
        with tempfile.TemporaryDirectory() as work:
            own, count = collection.quality(fresnel(collection, os.path.abspath(arguments.program), work))
        print(f"{collection.name}, {len(collection.documents)} pages, {count} questions: fresnel-cloud {own:.4f}")
        for name, rank in others.items():
            if name in missing:
                continue
            once, thrice = (collection.quality(rank(collection, weight))[0] for weight in (1, 3))
            print(f"  {name} {max(once, thrice):.4f} (titles once {once:.4f}, three times {thrice:.4f})")
            is_below = is_below or own < max(once, thrice)
    sys.exit(3 if is_below else 0)


if __name__ == "__main__":
    main()

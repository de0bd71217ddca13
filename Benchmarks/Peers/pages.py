#!/usr/bin/env python3
"""Has extruct read the structured data of pages, and prints how long each took.

usage: pages.py FILE --reps N        prints one line RESULT {json}

FILE has a JSON object to a line, with the page in "html_text". Of each page the fastest of the repetitions counts, in
microseconds; a page that extruct fails on counts as long as it took to fail.
"""
import argparse
import json
import logging
import time

import extruct

# What the comparison is about; the other side reads these and more.
SYNTAXES = ["json-ld", "microdata", "rdfa", "opengraph"]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--reps", type=int, required=True)
    return parser.parse_args()


def read(page):
    try:
        return extruct.extract(
            page, base_url="https://www.example.com/page.html", encoding="UTF-8", syntaxes=SYNTAXES,
            uniform=False, errors="ignore")
    except Exception:
        return {}


def main():
    a = arguments()
    logging.disable(logging.CRITICAL)
    with open(a.file, encoding="utf-8") as lines:
        pages = [json.loads(line)["html_text"].encode() for line in lines]
    for page in pages:
        read(page)
    durations = []
    for page in pages:
        taken = []
        for _ in range(a.reps):
            start = time.perf_counter_ns()
            read(page)
            taken.append((time.perf_counter_ns() - start) / 1000)
        durations.append(round(min(taken), 1))
    print("RESULT " + json.dumps({"us": durations}))


main()

#!/usr/bin/env python3
"""How much a host with a hostile robots.txt slows down the crawl of others.

Serves some hosts on loopback addresses of their own, has `fresnel-cloud crawl` fetch them for a while, then them and one
more whose robots.txt is as long as is read (512 KB) and whose rules all have to be compared with each of its addresses;
and so on in turn. Prints the requests a second that the good hosts got, by the medians, and ends with status 1 where
they differ by the limit or more.

usage: hostile_host.py --program FILE [--hosts N] [--seconds N] [--rounds N] [--delay MS] [--limit PERCENT]
"""
import argparse
import asyncio
import collections
import statistics
import subprocess
import sys
import tempfile

PORT = 18080
ROBOTS_LENGTH = 512 * 1024
BAD_LINKS = 200


def good_host(number):
    return f"127.11.1.{number + 1}"


BAD_HOST = "127.11.2.1"


def hostile_robots():
    """Rules with a part at nearly each place of the host's paths, none of which fits before its end."""
    lines = ["User-agent: *", "Disallow: /*z$"]
    length = sum(len(line) + 1 for line in lines)
    while length < ROBOTS_LENGTH - 40:
        lines.append(f"Disallow: /*a*b{len(lines)}*c")
        length += len(lines[-1]) + 1
    return ("\n".join(lines) + "\n").encode()


class Hosts:
    """The servers: one listener for each host, all in this process."""

    def __init__(self, good_count):
        self.addresses = [good_host(number) for number in range(good_count)] + [BAD_HOST]
        self.robots = hostile_robots()
        self.requests = collections.Counter()
        self.servers = []

    async def start(self):
        for address in self.addresses:
            self.servers.append(await asyncio.start_server(self.serve, address, PORT))

    async def serve(self, reader, writer):
        address = writer.get_extra_info("sockname")[0]
        try:
            while line := await reader.readline():
                while (await reader.readline()).strip():
                    pass
                path = line.split(b" ")[1].decode("ascii", "replace")
                self.requests[address] += 1
                status, kind, body = self.answer(address, path)
                head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (ConnectionError, IndexError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def answer(self, address, path):
        is_bad = address == BAD_HOST
        if path == "/robots.txt":
            return "200 OK", "text/plain", self.robots if is_bad else b"User-agent: *\nDisallow: /x\n"
        if path.endswith(".xml"):
            return "404 Not Found", "text/plain", b""
        if is_bad:
            links = [f"/{'ab' * 100}{number}{path[-4:]}" for number in range(BAD_LINKS)]
        else:
            number = int(path[2:] or 0) if path[1:2] == "p" else 0
            links = [f"/p{10 * number + step}" for step in range(1, 11)]
        words = " ".join(f"word{(hash((address, path)) + step * step) % 997}" for step in range(80))
        page = f"<!doctype html><title>{address}{path[:40]}</title><p>{words}</p>" + "".join(
            f'<a href="{link}">next</a> ' for link in links)
        return "200 OK", "text/html; charset=utf-8", page.encode()


async def crawl(hosts, options, with_bad):
    """Crawls for a while into an empty directory.

    Returns the requests a second of the good hosts and of the bad one, and the crawler's processor time.
    """
    seeds = hosts.addresses if with_bad else hosts.addresses[:-1]
    hosts.requests.clear()
    with tempfile.TemporaryDirectory(prefix="fresnel-hostile-host") as directory:
        process = await asyncio.create_subprocess_exec(
            options.program, "crawl", "--no-apps", "--data", directory, "--allow-private",
            "--delay", str(options.delay), "--for", f"{options.seconds}s", "--index-every", "3600",
            *[f"http://{address}:{PORT}/" for address in seeds],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await process.wait()
    good = sum(count for address, count in hosts.requests.items() if address != BAD_HOST)
    return good / options.seconds, hosts.requests[BAD_HOST] / options.seconds


async def run(options):
    hosts = Hosts(options.hosts)
    await hosts.start()
    alone, beside, bad = [], [], []
    for number in range(options.rounds):
        # In turn, so that a machine that gets slower does so for both.
        for with_bad in (False, True) if number % 2 == 0 else (True, False):
            good, other = await crawl(hosts, options, with_bad)
            (beside if with_bad else alone).append(good)
            if with_bad:
                bad.append(other)
    without, with_it = statistics.median(alone), statistics.median(beside)
    change = (with_it - without) / without * 100
    print(f"{options.hosts} hosts alone: {without:.1f} requests/s ({min(alone):.1f} to {max(alone):.1f})")
    print(f"beside a hostile one: {with_it:.1f} requests/s ({min(beside):.1f} to {max(beside):.1f})")
    print(f"the hostile one: {statistics.median(bad):.2f} requests/s")
    print(f"change {change:+.1f} %, of which {options.limit} % are allowed")
    return 0 if abs(change) < options.limit else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="fresnel-cloud, of a release build")
    parser.add_argument("--hosts", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=20, help="of each crawl")
    parser.add_argument("--rounds", type=int, default=3, help="crawls of each kind")
    parser.add_argument("--delay", type=int, default=500, help="milliseconds between the requests to a host")
    parser.add_argument("--limit", type=float, default=5)
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

// Measures the engine on real items.
//
//     swift run -c release EngineBenchmark ITEMS_DIRECTORY [QUERIES_DIRECTORY]
//
// ITEMS_DIRECTORY holds gzipped JSON Lines (see Corpus.swift). QUERIES_DIRECTORY holds
// w1_keystrokes.tsv (wanted identifier, what has been typed), w2_words.tsv (band, word) and w3_and.tsv
// (words). Wall-clock figures depend on the machine: compare ratios of one run.

import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelText

let scope = IndexScope(app: "org.example.benchmark")

/// Applies a batch and waits until it is durable and searchable.
func apply(_ operations: [FresnelEngine.Operation], to store: Store) {
  let done = DispatchSemaphore(value: 0)
  store.submit(Batch(scope: scope, operations: operations)) { error in
    if let error { print("a batch failed: \(error)") }
    done.signal()
  }
  done.wait()
}

func run(items: String, queries: String?, directory: String) throws {
  let (readSeconds, corpus) = try timed { try Corpus(directory: items) }
  let megabytes = Double(corpus.textByteCount) / 1e6
  report("items", "\(corpus.items.count), \(oneDecimal(megabytes)) MB of text")
  report("reading and encoding", "\(oneDecimal(readSeconds)) s")

  let path = directory + "/store"
  var store = try Store.open(at: path)
  let imported = timed { apply([.put(corpus.items)], to: store) }
  report(
    "bulk import, one commit",
    "\(Int(Double(corpus.items.count) / imported.seconds)) items/s, "
      + "\(oneDecimal(megabytes / imported.seconds)) MB/s")
  let statistics = store.statistics()
  report(
    "index",
    "\(statistics.segmentCount) segments, \(statistics.termCount) terms, "
      + "\(statistics.postingCount) postings, journal \(statistics.journalByteCount) bytes")
  store.close()
  let opened = try timed { try Store.open(at: path) }
  store = opened.result
  report(
    "opening",
    "\(oneDecimal(opened.seconds * 1000)) ms, \(oneDecimal(megabytes / opened.seconds)) MB/s")

  if let queries { try Searches(snapshot: store.snapshot(), directory: queries).run() }
  try writes(corpus, directory: directory)
  store.close()
}

/// Measures durable commits of a hundred items and of one.
func writes(_ corpus: Corpus, directory: String) throws {
  let store = try Store.open(at: directory + "/writes")
  var batches = Latencies()
  let sample = corpus.items.prefix(20_000)
  let total = timed {
    for start in stride(from: 0, to: sample.count, by: 100) {
      let batch = Array(sample[start..<min(start + 100, sample.count)])
      batches.measure { apply([.put(batch)], to: store) }
    }
  }
  report(
    "durable commit every 100 items",
    "\(Int(Double(sample.count) / total.seconds)) items/s, " + batches.summary)
  var single = Latencies()
  for item in corpus.items.suffix(200) { single.measure { apply([.put([item])], to: store) } }
  report("one item, durable and visible", single.summary)
  store.close()
}

let arguments = Array(CommandLine.arguments.dropFirst())
if let items = arguments.first {
  try FileSystem.withTemporaryDirectory { directory in
    try run(
      items: items, queries: arguments.count > 1 ? arguments[1] : nil, directory: directory)
  }
} else {
  print("usage: EngineBenchmark ITEMS_DIRECTORY [QUERIES_DIRECTORY]")
}

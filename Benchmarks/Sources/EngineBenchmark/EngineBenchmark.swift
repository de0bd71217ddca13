import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform

/// Fills stores, opens them and searches them, as often as asked.
struct EngineBenchmark {
  let options: BenchmarkOptions
  private static let scope = IndexScope(app: "org.example.benchmark")

  init(options: BenchmarkOptions) {
    self.options = options
  }

  func run(_ table: inout ResultTable) throws {
    if let path = options.store, FileSystem.isDirectory(path) {
      for _ in 0..<options.runCount { try openAndSearch(path, &table) }
      return
    }
    guard let items = options.itemsDirectory else { return }
    let corpus = try Corpus(directory: items)
    let megabytes = oneDecimal(Double(corpus.textByteCount) / 1e6)
    print("Corpus: \(corpus.items.count) items, \(megabytes) MB of text\n")
    if let path = options.store {
      try fill(path, corpus, &table)
      return
    }
    for _ in 0..<options.runCount {
      try FileSystem.withTemporaryDirectory { directory in
        try fill(directory + "/store", corpus, &table)
        try openAndSearch(directory + "/store", &table)
        try write(corpus, directory: directory, &table)
      }
    }
  }

  /// Applies a batch and waits until it is durable and searchable.
  private func apply(_ operations: [FresnelEngine.Operation], to store: Store) {
    let done = DispatchSemaphore(value: 0)
    store.submit(Batch(scope: Self.scope, operations: operations)) { error in
      if let error { print("a batch failed: \(error)") }
      done.signal()
    }
    done.wait()
  }

  /// Imports the corpus as programs do, a few thousand items at a time.
  private func fill(_ path: String, _ corpus: Corpus, _ table: inout ResultTable) throws {
    let store = try Store.open(at: path)
    defer { store.close() }
    let (seconds, _) = timed {
      for start in stride(from: 0, to: corpus.items.count, by: 4096) {
        apply([.put(Array(corpus.items[start..<min(start + 4096, corpus.items.count)]))], to: store)
      }
    }
    table.add("import", Double(corpus.items.count) / seconds, "items/s")
    table.add("import, text", Double(corpus.textByteCount) / 1e6 / seconds, "MB/s")
  }

  private func openAndSearch(_ path: String, _ table: inout ResultTable) throws {
    let before = MachineFacts.residentMebibytes
    let (seconds, store) = try timed { try Store.open(at: path) }
    defer { store.close() }
    table.add("opening", seconds * 1000, "ms")
    table.add("memory taken by opening", MachineFacts.residentMebibytes - before, "MiB")
    let statistics = store.statistics()
    table.add("items", Double(statistics.itemCount), "")
    table.add("journal", Double(statistics.journalByteCount) / 1e6, "MB")
    table.add("postings", Double(statistics.postingCount) / 1e6, "million")
    if FileSystem.isDirectory(options.queries) {
      try Searches(
        snapshot: store.snapshot(), directory: options.queries, typedCount: options.typedCount
      ).run(&table)
    }
  }

  /// Measures durable commits of a hundred items and of one.
  private func write(_ corpus: Corpus, directory: String, _ table: inout ResultTable) throws {
    let store = try Store.open(at: directory + "/writes")
    defer { store.close() }
    var batches = Latencies()
    let sample = corpus.items.prefix(20_000)
    let total = timed {
      for start in stride(from: 0, to: sample.count, by: 100) {
        let batch = Array(sample[start..<min(start + 100, sample.count)])
        batches.measure { apply([.put(batch)], to: store) }
      }
    }
    table.add("durable commits of 100", Double(sample.count) / total.seconds, "items/s")
    table.add("durable commit of 100", batches)
    var single = Latencies()
    for item in corpus.items.suffix(200) { single.measure { apply([.put([item])], to: store) } }
    table.add("durable commit of 1", single)
  }
}

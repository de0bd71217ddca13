import FresnelModel
import FresnelPlatform

/// The files that all engines are fed from, made once in the work directory.
struct BenchmarkData {
  let options: RunOptions
  /// All items. The peers' harness looks for the file under this name.
  var items: String { "\(options.work)/items-\(options.factor).tsv" }
  /// Items in languages without spaces.
  var languageItems: String { "\(options.work)/items-languages.tsv" }
  /// Parts of words and phrases.
  var patterns: String { "\(options.work)/patterns.tsv" }

  /// Items of which commits and bursts are made.
  static let durableItemCount = 20_000

  /// Makes what is missing.
  func prepare() throws {
    try FileSystem.createDirectory(options.work + "/ix")
    if !FileSystem.exists(items) { try exportItems() }
    // Lucene's part of the harness takes a shorter file instead of a limit.
    let short = "\(items).\(Self.durableItemCount)"
    if !FileSystem.exists(short) { try copyItems(to: short) }
    if !FileSystem.exists(languageItems) {
      try LanguageItems.write(to: languageItems, corpus: options.corpus)
    }
    if !FileSystem.exists(patterns) {
      let words = try QueryFiles(directory: options.queries).words().map(\.word)
      try PatternQueries(words: words, items: items).write(to: patterns)
    }
  }

  /// What is not there and cannot be made; `nil` when nothing is missing.
  var missing: String? {
    if !FileSystem.exists(items) && !FileSystem.exists(options.harness + "/export_tsv.py") {
      return """
        The items cannot be made: \(options.harness) does not hold the peers' harness. Name its
        directory with --harness or in FRESNEL_BENCH_HARNESS.
        """
    }
    if !FileSystem.isDirectory(options.corpus + "/items") {
      return "There is no corpus in \(options.corpus); name one with --corpus."
    }
    if !FileSystem.exists(options.queries + "/w1_keystrokes.tsv") {
      return "There are no queries in \(options.queries); name a directory with --queries."
    }
    return nil
  }

  /// The number of items and the bytes of their texts, counted once.
  func extent(_ results: inout ResultsFile) throws -> JSONValue {
    if let known = results.runs(options.tag, "corpus", "items").first { return known }
    var file = try ItemsFile(items)
    var (count, textByteCount) = (0, 0)
    while let item = try file.next() {
      count += 1
      textByteCount += item.textByteCount
    }
    let extent = JSONValue.object([
      JSONMember("items", .count(count)), JSONMember("text_bytes", .count(textByteCount)),
    ])
    try results.set(options.tag, "corpus", "items", [extent])
    return extent
  }

  /// Makes the file of items from the corpus.
  func exportItems() throws {
    Progress.say("Writing the items to \(items)")
    let made = items + ".new"
    let command = Command(
      options.python,
      [options.harness + "/export_tsv.py", options.corpus, made, "\(options.factor)"])
    guard try command.run().isSuccess else {
      throw BenchmarkFailure("export_tsv.py of the harness failed.")
    }
    try FileSystem.rename(made, to: items)
  }

  private func copyItems(to path: String) throws {
    var lines = LineReader(try InputReader(path: items))
    let file = try FileDescriptor(
      opening: path, for: .writing, creation: .ifMissingElseEmpty)
    for _ in 0..<Self.durableItemCount {
      guard case .bytes(let line)? = try lines.next() else { break }
      try file.write(Array(line) + [0x0A])
    }
  }
}

import FresnelPlatform

/// What to measure and where the data are.
struct BenchmarkOptions {
  private(set) var corpus = Environment["FRESNEL_BENCH_CORPUS"] ?? "../shared/testdata/corpus"
  private(set) var queries = Environment["FRESNEL_BENCH_QUERIES"] ?? "../shared/bench/queries"
  private(set) var store: String?
  private(set) var typedCount: Int?
  private(set) var runCount = 3
  private(set) var showsHelp = false

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--help" {
        showsHelp = true
        continue
      }
      guard let value = rest.popFirst() else {
        throw Failure(description: "\(option) is no option, or its value is missing.\n\(usage)")
      }
      switch option {
      case "--corpus": corpus = value
      case "--queries": queries = value
      case "--store": store = value
      case "--typed": typedCount = try Self.number(value, option)
      case "--runs": runCount = try Self.number(value, option)
      default: throw Failure(description: "\(option) is no option.\n\(usage)")
      }
    }
  }

  private static func number(_ text: String, _ option: String) throws(Failure) -> Int {
    guard let number = Int(text), number > 0 else {
      throw Failure(description: "\(option) takes a positive number, not \"\(text)\".")
    }
    return number
  }

  /// The directory with the items' files, or `nil`.
  var itemsDirectory: String? {
    [corpus, corpus + "/items"].first { directory in
      let names = (try? FileSystem.entries(of: directory)) ?? []
      return names.contains { $0.hasSuffix(".jsonl.gz") }
    }
  }

  /// What is not there and needed; `nil` when all is there.
  var missing: String? {
    if let store, FileSystem.isDirectory(store) { return nil }
    guard itemsDirectory == nil else { return nil }
    return """
      There are no items to measure with: neither \(corpus) nor \(corpus)/items holds files named
      *.jsonl.gz. Name the directory with --corpus or in FRESNEL_BENCH_CORPUS.

      """
  }
}

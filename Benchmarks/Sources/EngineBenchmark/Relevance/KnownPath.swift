import FresnelPlatform

/// Asks keystrokes of a service that keeps what a person chose, and does nothing else, for tools that count
/// instructions.
///
/// The service answers on threads of its own, so no function has all of a keystroke: what a round takes is the
/// difference between a run of two rounds and a run of one.
struct KnownPath {
  /// The store.
  let store: String
  /// The file of what is typed, a line each.
  let texts: String
  /// How often all of it is typed.
  let roundCount: Int

  /// What follows the name of the command.
  var arguments: [String] {
    ["--store", store, "--texts", texts, "--rounds", "\(roundCount)"]
  }

  /// Reads what follows the name of the command.
  ///
  /// - Parameter arguments: The arguments.
  /// - Throws: ``BenchmarkFailure`` for what is no option, or not what it takes.
  init(_ arguments: some Sequence<String>) throws {
    let options = try OptionReader(arguments, valued: ["--store", "--texts", "--rounds"])
    self.init(
      store: try options.required("--store"), texts: try options.required("--texts"),
      roundCount: try options.number("--rounds") ?? 1)
  }

  private init(store: String, texts: String, roundCount: Int) {
    (self.store, self.texts, self.roundCount) = (store, texts, roundCount)
  }

  /// Asks.
  ///
  /// - Returns: How many hits there were.
  /// - Throws: What reading the texts and asking throw.
  func run() throws -> Int {
    let typed = String(decoding: try FileSystem.contents(of: texts), as: UTF8.self)
      .split(separator: "\n")
    let core = try AskedCore(at: store, isNew: false)
    var hitCount = 0
    for _ in 0..<roundCount {
      for text in typed { hitCount += try core.ask(String(text)).count }
    }
    return hitCount
  }

  /// Counts the instructions of a keystroke.
  ///
  /// - Parameters:
  ///   - texts: What is typed.
  ///   - store: The store, which nobody else has open; what is typed is written beside it.
  /// - Returns: The mean; `nil` where there is no valgrind.
  /// - Throws: ``BenchmarkFailure``, or what writing throws.
  static func instructions(of texts: [String], in store: String) throws -> Double? {
    let file = store + "-texts"
    try FileSystem.write(Array(texts.joined(separator: "\n").utf8), to: file)
    return try Callgrind.counting { callgrind in
      func count(_ roundCount: Int) throws -> Double {
        let path = KnownPath(store: store, texts: file, roundCount: roundCount)
        return try callgrind.count(["known-path"] + path.arguments)
      }
      // The first round fills caches.
      return (try count(3) - count(2)) / Double(texts.count)
    }
  }
}

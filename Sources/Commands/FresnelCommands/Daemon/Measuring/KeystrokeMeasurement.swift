internal import FresnelPlatform
internal import FresnelQuery

/// Types texts, each a search of ten rows over everybody's items, and waits for each answer: with the functions that the
/// commands call, up to the rows as they are shown.
struct KeystrokeMeasurement: Sendable {
  /// Who searches.
  enum Step: Sendable {
    /// The interactive search, at a keystroke.
    case keystroke
    /// `fresnel search`, which counts all matches.
    case command

    /// Searches for what is typed.
    ///
    /// - Returns: How many rows there are.
    fileprivate func search(
      _ text: String, in stores: StoreSet, _ context: EvaluationContext
    ) throws -> Int {
      switch self {
      case .keystroke: return try TypedSearch(text, context)?.best(10, in: stores).found.count ?? 0
      case .command:
        guard let words = try? SearchText.words(text) else { return 0 }
        return try stores.search(words.rows(10, countsMatches: true, in: context)).found.count
      }
    }
  }

  private let typed: [String]
  private let context: EvaluationContext
  /// Who searches.
  var step = Step.keystroke

  /// The columns of what ``row(_:in:)`` gives.
  static let table = MeasuredTable(
    key: "keystrokes", title: "keystroke",
    columns: [
      .median, .ninetyNinth, MeasuredTable.Column(key: "searches", label: "searches"),
      MeasuredTable.Column(key: "hits", label: "hits"),
    ])

  /// Reads the texts: the last field after a tab of each line, of the first lines only where there is a limit.
  init(readingFrom file: String, limit: Int = .max, _ context: EvaluationContext) throws {
    var typed: [String] = []
    var lines = LineReader(try InputReader(path: file))
    while typed.count < limit, let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        let last = bytes.split(separator: UInt8(ascii: "\t")).last
      else { continue }
      typed.append(String(decoding: last, as: UTF8.self))
    }
    self.typed = typed
    self.context = context
  }

  /// Types all texts once and forgets how long it took: files are read into the cache.
  func warmUp(in stores: StoreSet) throws {
    _ = try type(in: stores)
  }

  /// Types all texts, with some time from one to the next.
  func row(
    _ name: String, in stores: StoreSet, pace: Duration = .zero
  ) throws -> MeasuredTable.Row {
    let (times, hitCount) = try type(in: stores, pace: pace)
    return MeasuredTable.Row(
      name: name,
      figures: [
        times.percentile(0.5), times.percentile(0.99), Double(times.count), Double(hitCount),
      ])
  }

  private func type(
    in stores: StoreSet, pace: Duration = .zero
  ) throws -> (times: MeasuredTimes, hitCount: Int) {
    var times: [Double] = []
    var hitCount = 0
    for text in typed {
      if pace > .zero { _ = try waitForInput(on: [], timeout: pace) }
      let (time, hits) = try type(text, in: stores)
      times.append(time)
      hitCount += hits
    }
    return (MeasuredTimes(microseconds: times), hitCount)
  }

  /// Types one of the texts; returns how long it took, in microseconds.
  func type(_ number: Int, in stores: StoreSet) throws -> Double {
    typed.isEmpty ? 0 : try type(typed[number % typed.count], in: stores).time
  }

  private func type(
    _ text: String, in stores: StoreSet
  ) throws -> (time: Double, hitCount: Int) {
    let start = MonotonicClock.nanoseconds
    let count = try step.search(text, in: stores, context)
    return (Double(MonotonicClock.nanoseconds - start) / 1000, count)
  }
}

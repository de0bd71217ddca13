import FresnelModel

/// A number found in the figures of a phase.
struct Figure {
  /// The name under which the phase's figures are kept.
  let phase: String
  private let value: (JSONValue) -> Double?
  /// Whether the number is divided by the bytes of all items' texts.
  private var isPerTextByte = false

  /// Finds the number of one repetition.
  init(_ phase: String, _ value: @escaping (JSONValue) -> Double?) {
    self.phase = phase
    self.value = value
  }

  /// A number of bytes for each byte of the items' titles and texts.
  static func perTextByte(_ phase: String, _ value: @escaping (JSONValue) -> Double?) -> Figure {
    var figure = Figure(phase, value)
    figure.isPerTextByte = true
    return figure
  }

  /// The number under a path of names.
  init(_ phase: String, _ path: [String]) {
    self.init(phase) { $0[path: path]?.number }
  }

  /// A latency, without what a call takes that asks for nothing: peers are called through another
  /// language.
  static func latency(_ phase: String, _ path: [String], _ percentile: String) -> Figure {
    Figure(phase) { run in
      guard let latency = run[path: path + [percentile]]?.number else { return nil }
      return max(0.1, latency - (run[path: ["overhead", "p50_us"]]?.number ?? 0))
    }
  }

  /// The median over the repetitions of an engine; `nil` when there are none.
  func median(_ results: ResultsFile, _ tag: String, _ engine: String) -> Double? {
    let values = results.runs(tag, engine, phase).compactMap(value).sorted()
    guard !values.isEmpty else { return nil }
    let middle = values.count / 2
    let median = values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
    guard isPerTextByte else { return median }
    return results.textByteCount(tag).map { median / $0 }
  }
}

internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

extension KeystrokeMeasurement {
  /// What a first letter meets.
  private enum Occasion: String, CaseIterable {
    /// A machine that does nothing.
    case quiet = "on a quiet machine"
    /// Another process indexes.
    case contended = "while another app indexes"
    /// The same, and the daemon knows that a person is about to type.
    case open = "the same, in a search that is open"
  }

  /// Longer than indexing is held back after a search.
  private static let rest = Duration.milliseconds(1150)
  /// What passes between opening a search and typing, at least.
  private static let reach = Duration.milliseconds(350)

  /// Types first letters on all occasions in turn.
  ///
  /// - Parameters:
  ///   - count: How many on each.
  ///   - load: A process that indexes; it is stopped for the quiet ones.
  ///   - connection: The connection.
  /// - Returns: A row for each occasion.
  /// - Throws: ``ServiceError``, or an error of the system.
  func firstLetters(
    _ count: Int, beside load: Int32, over connection: ServiceConnection
  ) throws -> MeasuredTable {
    var table = MeasuredTable(
      key: "firstLetters", title: "first letter",
      columns: [
        .median, MeasuredTable.Column(key: "p90Microseconds", label: "p90 µs"),
        MeasuredTable.Column(key: "worstMicroseconds", label: "worst µs"),
      ])
    var times: [Occasion: [Double]] = [:]
    for number in 0..<count {
      for occasion in Occasion.allCases {
        (occasion == .quiet ? Signal.stop : .resume).send(to: load)
        _ = try waitForInput(on: [], timeout: Self.rest)
        if occasion == .open {
          connection.tell(searchIsOpen: true)
          _ = try waitForInput(on: [], timeout: Self.reach)
        }
        times[occasion, default: []].append(try type(number, over: connection))
        if occasion == .open { connection.tell(searchIsOpen: false) }
      }
    }
    Signal.resume.send(to: load)
    for occasion in Occasion.allCases {
      let times = MeasuredTimes(microseconds: times[occasion] ?? [])
      table.rows.append(
        MeasuredTable.Row(
          name: occasion.rawValue,
          figures: [times.percentile(0.5), times.percentile(0.9), times.percentile(1)]))
    }
    return table
  }
}

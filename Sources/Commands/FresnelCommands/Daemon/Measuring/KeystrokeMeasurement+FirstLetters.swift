internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

extension KeystrokeMeasurement {
  /// What a first letter meets.
  private enum Occasion: String, CaseIterable {
    /// A machine that does nothing.
    case quiet = "on a quiet machine"
    /// Another process takes as much of a processor as the one that indexes takes for itself.
    case computing = "while another app computes as much as that one"
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
  ///   - load: A process that indexes; it is stopped but when it is to be met.
  ///   - control: A process that takes as much of a processor, and asks nothing of the daemon; likewise.
  ///   - connection: The connection, over which the daemon is told that a search is open.
  ///   - stores: What is searched over it.
  /// - Returns: A row for each occasion.
  /// - Throws: ``ServiceError``, or an error of the system.
  func firstLetters(
    _ count: Int, beside load: Int32, or control: Int32, over connection: ServiceConnection,
    in stores: StoreSet
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
        (occasion == .computing ? Signal.resume : .stop).send(to: control)
        (occasion == .contended || occasion == .open ? Signal.resume : .stop).send(to: load)
        _ = try waitForInput(on: [], timeout: Self.rest)
        if occasion == .open {
          connection.tell(searchIsOpen: true)
          _ = try waitForInput(on: [], timeout: Self.reach)
        }
        times[occasion, default: []].append(try type(number, in: stores))
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

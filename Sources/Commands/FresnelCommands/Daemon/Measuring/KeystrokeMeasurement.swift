internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// Types texts, each a search of ten rows over everybody's items, and waits for each answer.
struct KeystrokeMeasurement: Sendable {
  private let typed: [String]

  /// The columns of what ``row(_:over:)`` gives.
  static let table = MeasuredTable(
    key: "keystrokes", title: "keystroke",
    columns: [
      .median, .ninetyNinth, MeasuredTable.Column(key: "searches", label: "searches"),
      MeasuredTable.Column(key: "hits", label: "hits"),
    ])

  /// Reads the texts: the last field after a tab of each line, of the first lines only where there is a limit.
  init(readingFrom file: String, limit: Int = .max) throws {
    var typed: [String] = []
    var lines = LineReader(try InputReader(path: file))
    while typed.count < limit, let line = try lines.next() {
      guard case .bytes(let bytes) = line,
        let last = bytes.split(separator: UInt8(ascii: "\t")).last
      else { continue }
      typed.append(String(decoding: last, as: UTF8.self))
    }
    self.typed = typed
  }

  /// Types all texts once and forgets how long it took: files are read into the cache.
  func warmUp(over connection: ServiceConnection) throws {
    _ = try type(over: connection)
  }

  /// Types all texts, with some time from one to the next.
  func row(
    _ name: String, over connection: ServiceConnection, pace: Duration = .zero
  ) throws -> MeasuredTable.Row {
    let (times, hitCount) = try type(over: connection, pace: pace)
    return MeasuredTable.Row(
      name: name,
      figures: [
        times.percentile(0.5), times.percentile(0.99), Double(times.count), Double(hitCount),
      ])
  }

  private func type(
    over connection: ServiceConnection, pace: Duration = .zero
  ) throws -> (times: MeasuredTimes, hitCount: Int) {
    var times: [Double] = []
    var hitCount = 0
    for text in typed {
      if pace > .zero { _ = try waitForInput(on: [], timeout: pace) }
      let (time, hits) = try type(text, over: connection)
      times.append(time)
      hitCount += hits
    }
    return (MeasuredTimes(microseconds: times), hitCount)
  }

  /// Types one of the texts; returns how long it took, in microseconds.
  func type(_ number: Int, over connection: ServiceConnection) throws -> Double {
    typed.isEmpty ? 0 : try type(typed[number % typed.count], over: connection).time
  }

  private func type(
    _ text: String, over connection: ServiceConnection
  ) throws -> (time: Double, hitCount: Int) {
    let start = MonotonicClock.nanoseconds
    let message = try connection.answer(
      to: .search(
        SearchRequest(form: .typed, text: text, reach: .system, limit: 10, detail: .rows))
    ).message
    let time = Double(MonotonicClock.nanoseconds - start) / 1000
    guard case .found(let results) = message else { return (time, 0) }
    return (time, results.hits.count)
  }
}

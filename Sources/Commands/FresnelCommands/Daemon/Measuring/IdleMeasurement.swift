internal import FresnelPlatform

/// Watches the daemon do nothing.
enum IdleMeasurement {
  /// What it costs to be there.
  static func tables(of daemon: MeasuredProcess, seconds: Int) -> [MeasuredTable] {
    daemon.waitUntilQuiet(.seconds(1))
    let memory = MeasuredTable(
      key: "idleMemory", title: "idle memory",
      ofDaemon: [
        ("residentKibibytes", "resident KiB", daemon.residentKibibytes.map(Double.init)),
        ("proportionalKibibytes", "PSS KiB", daemon.proportionalKibibytes.map(Double.init)),
        ("privateKibibytes", "private KiB", daemon.privateKibibytes.map(Double.init)),
        ("anonymousKibibytes", "anonymous KiB", daemon.anonymousKibibytes.map(Double.init)),
      ])
    let before = (wakeUps: daemon.wakeUps, milliseconds: daemon.processorMilliseconds)
    _ = try? waitForInput(on: [], timeout: .seconds(seconds))
    let wakeUps = daemon.wakeUpCount(since: before.wakeUps)
    let milliseconds = daemon.processorMilliseconds - before.milliseconds
    let systemCalls = daemon.systemCallCount(seconds: seconds)
    let activity = MeasuredTable(
      key: "idleActivity", title: "idle for \(seconds) s",
      ofDaemon: [
        ("wakeUps", "wake-ups", Double(wakeUps)),
        ("systemCalls", "system calls", systemCalls.map(Double.init)),
        ("processorMilliseconds", "CPU ms", milliseconds),
      ])
    return [memory, activity]
  }
}

extension MeasuredTable {
  /// A table of one row.
  fileprivate init(
    key: String, title: String, ofDaemon figures: [(key: String, label: String, figure: Double?)]
  ) {
    self.init(
      key: key, title: title, columns: figures.map { Column(key: $0.key, label: $0.label) },
      rows: [Row(name: "daemon", figures: figures.map(\.figure))])
  }
}

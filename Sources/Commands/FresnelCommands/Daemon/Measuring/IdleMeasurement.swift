internal import FresnelPlatform

/// Watches the daemon do nothing.
enum IdleMeasurement {
  /// What it costs to be there.
  static func tables(of daemon: MeasuredProcess, seconds: Int) -> [MeasuredTable] {
    daemon.waitUntilQuiet(.seconds(1))
    let memory = MeasuredTable(
      key: "idleMemory", title: "idle memory",
      columns: [
        MeasuredTable.Column(key: "residentKibibytes", label: "resident KiB"),
        MeasuredTable.Column(key: "proportionalKibibytes", label: "PSS KiB"),
        MeasuredTable.Column(key: "privateKibibytes", label: "private KiB"),
        MeasuredTable.Column(key: "anonymousKibibytes", label: "anonymous KiB"),
      ],
      rows: [
        MeasuredTable.Row(
          name: "daemon",
          figures: [
            daemon.residentKibibytes, daemon.proportionalKibibytes, daemon.privateKibibytes,
            daemon.anonymousKibibytes,
          ].map { $0.map(Double.init) })
      ])
    let before = (daemon.wakeUpCount, daemon.processorMilliseconds)
    _ = try? waitForInput(on: [], timeout: .seconds(seconds))
    let wakeUps = daemon.wakeUpCount - before.0
    let milliseconds = daemon.processorMilliseconds - before.1
    let activity = MeasuredTable(
      key: "idleActivity", title: "idle for \(seconds) s",
      columns: [
        MeasuredTable.Column(key: "wakeUps", label: "wake-ups"),
        MeasuredTable.Column(key: "systemCalls", label: "system calls"),
        MeasuredTable.Column(key: "processorMilliseconds", label: "CPU ms"),
      ],
      rows: [
        MeasuredTable.Row(
          name: "daemon",
          figures: [
            Double(wakeUps), daemon.systemCallCount(seconds: seconds).map(Double.init),
            milliseconds,
          ])
      ])
    return [memory, activity]
  }
}

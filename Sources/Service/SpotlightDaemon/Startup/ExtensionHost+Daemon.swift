internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightWire

extension ExtensionHost.Dependencies {
  /// What the daemon's own host works with.
  ///
  /// - Parameters:
  ///   - apps: The manifests.
  ///   - records: Keeps what a restart has to know.
  ///   - groups: Puts processes into control groups; `nil` where there is no bus.
  ///   - output: Keeps what extensions print.
  ///   - log: Where events are written down.
  ///   - clock: The time of day.
  init(
    apps: AppRegistry, records: ExtensionRecords, groups: ControlGroups?,
    output: ExtensionLog, log: DaemonLog, clock: DaemonClock
  ) {
    self.init { apps.catalog.entry($0.identifier)?.manifest }
    now = { clock.wholeSeconds }
    recall = { records.backOff(of: $0, $1) }
    remember = { records.setBackOff($2, of: $0, $1) }
    if let groups {
      place = { groups.place($0, of: $1, $2) }
      cleanUp = { groups.end($1, process: $0) }
    }
    beginOutput = { try? output.begin($0, $1, at: clock.wholeSeconds) }
    endOutput = { try? output.trim($0) }
    self.log = { log.write(DaemonEvent($0)) }
  }
}

extension DaemonEvent {
  /// Tells of an extension.
  init(_ event: ExtensionEvent) {
    let name = "The extension for \(event.point.rawValue)"
    switch event.kind {
    case .started(let process, let reason):
      self.init(
        .extensionStarted, "\(name) was started: \(reason)", app: event.app,
        facts: ["PROCESS": "\(process)"])
    case .ended(let milliseconds):
      self.init(
        .extensionEnded, "\(name) ended.", app: event.app,
        facts: ["PROCESSOR_MS": "\(milliseconds)"])
    case .failed(let reason, let notBefore):
      self.init(
        .extensionFailed, "\(name) failed. \(reason)", app: event.app,
        facts: ["NOT_BEFORE": "\(notBefore)"])
    }
  }
}

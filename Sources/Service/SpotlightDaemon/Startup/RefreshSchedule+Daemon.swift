internal import FresnelApps
internal import FresnelBus
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

extension RefreshSchedule.Dependencies {
  /// What the daemon's own schedule works with.
  ///
  /// - Parameters:
  ///   - core: Serves the extensions.
  ///   - extensions: Starts them.
  ///   - records: Keeps what a restart has to know.
  ///   - machine: Tells how busy the machine is.
  ///   - clock: The time of day.
  init(
    core: ServiceCore, extensions: any ExtensionHosting, records: ExtensionRecords,
    machine: MachineReadings, clock: DaemonClock
  ) {
    self.init { app, reason, done in
      extensions.ask(
        app, .index, "The app's items are to be brought up to date.", .refresh(reason), of: core
      ) { answer in
        switch answer {
        case .success: done(nil)
        case .failure(let error): done(error)
        }
      }
    }
    power = { machine.power }
    pressure = { machine.pressure }
    now = { clock.wholeSeconds }
    lastActivity = { core.lastActivity }
    recall = { records.lastRefresh(of: $0) }
    remember = { records.setLastRefresh($1, of: $0) }
  }
}

extension RefreshSchedule {
  /// Lets programs on the session's bus wake apps.
  ///
  /// - Parameter bus: The bus. Where another process has the daemon's name there, or the bus is gone, nobody
  ///   is woken so.
  func serve(on bus: BusConnection) {
    let object = RefreshObject.object { [weak self] app throws(ServiceError) in
      try self?.wake(app)
    }
    try? bus.serve(object)
    bus.requestName(RefreshObject.busName) { _ in }
  }
}

internal import FresnelBus
internal import FresnelPlatform
internal import Synchronization

/// Whether power is to be saved, as UPower and the power profiles tell.
///
/// They know more than the kernel: when a battery of this make counts as low, that the machine hangs on a
/// supply that gives out, that the person chose to save. They are asked in the background while somebody asks
/// here, and never started for it. On any thread.
final class PowerAdvice: Sendable {
  private struct State {
    var askedAt: UInt64 = 0
    /// What each source said last.
    var saving: [String: Bool] = [:]
  }

  /// Who is asked for what, and which answers mean that power is to be saved.
  private struct Source {
    let name: String
    let path: String
    let interface: String
    let property: String
    let isToSave: @Sendable (BusValue) -> Bool
  }

  /// UPower's levels are 0 unknown, 1 none, 2 discharging, 3 low, 4 critical, 5 action.
  private static let lowLevel: UInt64 = 3
  private static let sources = [
    Source(
      name: "org.freedesktop.UPower", path: "/org/freedesktop/UPower/devices/DisplayDevice",
      interface: "org.freedesktop.UPower.Device", property: "WarningLevel",
      isToSave: { ($0.unsigned ?? 0) >= lowLevel }),
    Source(
      name: "org.freedesktop.UPower.PowerProfiles",
      path: "/org/freedesktop/UPower/PowerProfiles",
      interface: "org.freedesktop.UPower.PowerProfiles", property: "ActiveProfile",
      isToSave: { $0.text == "power-saver" }),
  ]
  /// How old an answer may be, in nanoseconds.
  private static let interval: UInt64 = 10_000_000_000
  private static let timeout: Duration = .seconds(5)

  private let bus: BusConnection
  private let state = Mutex(State())

  /// Asks on the machine's bus.
  init(_ bus: BusConnection) {
    self.bus = bus
  }

  /// What was answered last; asks anew when that is old.
  var isToSave: Bool {
    let now = MonotonicClock.nanoseconds
    let (isToSave, isOld) = state.withLock { state in
      let isOld =
        state.askedAt == 0 || MonotonicClock.elapsed(from: state.askedAt, to: now) >= Self.interval
      if isOld { state.askedAt = now }
      return (state.saving.values.contains(true), isOld)
    }
    if isOld { for source in Self.sources { ask(source) } }
    return isToSave
  }

  /// Asks a source, if it runs.
  private func ask(_ source: Source) {
    let bus = bus
    bus.call(
      BusCall(
        to: "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
        "NameHasOwner", [.string(source.name)]), timeout: Self.timeout
    ) { [weak self] reply in
      guard (try? reply.get())?.first?.bool == true else {
        self?.note(source, nil)
        return
      }
      bus.call(
        .property(of: source.name, source.path, source.interface, source.property),
        timeout: Self.timeout
      ) { [weak self] reply in self?.note(source, (try? reply.get())?.first) }
    }
  }

  private func note(_ source: Source, _ value: BusValue?) {
    state.withLock { $0.saving[source.name] = value.map(source.isToSave) ?? false }
  }
}

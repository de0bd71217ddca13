internal import FresnelEngine
internal import FresnelModel
internal import Synchronization

/// Wakes a core when something that has expired is to leave the disk, though nobody writes to its store then.
///
/// There is one alarm for each store that is open and has something that expires.
final class ExpiryAlarms: Sendable {
  private struct Alarm {
    let time: Timestamp
    let callOff: @Sendable () -> Void
  }
  private let alarms: Mutex<[ObjectIdentifier: Alarm]> = Mutex([:])
  private let clock: @Sendable () -> Timestamp
  private let setAlarm: CoreOptions.AlarmSetting
  /// A store that could not do what it should is looked at again after so many seconds.
  private static let patience = 600.0
  /// No alarm rings sooner, so that a clock that is wrong for a moment, as before a machine that starts has asked for the
  /// time, takes nothing off the disk. With the pause between two passes it is still less than an hour.
  private static let leastWait = 300.0

  init(_ options: CoreOptions) {
    clock = options.clock
    setAlarm = options.setExpiryAlarm
  }

  /// Some of the stores show something new, or were opened or closed.
  func storesChanged(_ stores: [ClassStore]) {
    for store in stores { update(store, at: store.openedWriter?.nextExpiryPass) }
  }

  /// Sets the alarm of a store, and calls off the one that it has.
  private func update(_ store: ClassStore, at time: Timestamp?) {
    alarms.withLock { alarms in
      let key = ObjectIdentifier(store)
      guard alarms[key]?.time != time else { return }
      alarms.removeValue(forKey: key)?.callOff()
      guard let time else { return }
      let seconds = time.secondsSinceReferenceDate - clock().secondsSinceReferenceDate
      let callOff = setAlarm(max(seconds, Self.leastWait)) { [weak self, weak store] in
        if let self, let store { self.ring(store) }
      }
      alarms[key] = Alarm(time: time, callOff: callOff)
    }
  }

  private func ring(_ store: ClassStore) {
    alarms.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(store))?.callOff() }
    guard let opened = store.openedWriter else { return }
    // It publishes a state when it is done, which sets the alarm for the next time.
    let again = clock().secondsSinceReferenceDate + Self.patience
    update(store, at: Timestamp(secondsSinceReferenceDate: again))
    opened.dropExpired()
  }
}

internal import FresnelBus
internal import FresnelHandoff
internal import FresnelPlatform
internal import Synchronization

/// Tells the local network of this device, in words that paired ones understand, and finds those. On its loop's
/// thread.
final class DevicePresence: Sendable {
  /// How long a name that somebody else has, or that failed, is not replaced.
  private static let patience: Duration = .seconds(60)

  private struct State {
    var book: DeviceBook?
    var port: UInt16 = 0
    var schedule: AnnouncementSchedule?
    var timer: EventLoop.Timer?
    var announcer: AvahiAnnouncer?
    var browser: AvahiBrowser?
    var places: [FoundPlace] = []
  }

  private let bus: BusConnection
  private let loop: EventLoop
  private let state = Mutex(State())
  private let found: @Sendable ([DeviceID: [NetworkAddress]]) -> Void

  /// Tells nothing yet.
  ///
  /// - Parameters:
  ///   - bus: The machine's bus.
  ///   - loop: Its loop.
  ///   - found: Told where paired devices are.
  init(
    _ bus: BusConnection, on loop: EventLoop,
    found: @escaping @Sendable ([DeviceID: [NetworkAddress]]) -> Void
  ) {
    self.bus = bus
    self.loop = loop
    self.found = found
  }

  /// Tells of this device and looks for the others, or goes on with other devices.
  ///
  /// - Parameters:
  ///   - book: The devices paired.
  ///   - port: Where this one listens.
  func begin(_ book: DeviceBook, port: UInt16) {
    let isNew = state.withLock { state in
      (state.book, state.port) = (book, port)
      return state.announcer == nil
    }
    if isNew {
      let announcer = AvahiAnnouncer(bus) { [weak self] in self?.failed() }
      let browser = AvahiBrowser(bus) { [weak self] in self?.take($0) }
      state.withLock { ($0.announcer, $0.browser) = (announcer, browser) }
    }
    announce()
    tell()
  }

  /// Tells nothing any more, and looks for nobody.
  func stop() {
    let (announcer, browser) = state.withLock { state in
      if let timer = state.timer { loop.cancel(timer) }
      defer { state = State() }
      return (state.announcer, state.browser)
    }
    announcer?.stop()
    browser?.stop()
  }

  // MARK: - Telling

  /// Announces anew, with another name and other hints.
  private func announce() {
    let (announcer, announcement, port) = state.withLock { state in
      var generator = SystemRandomNumberGenerator()
      let schedule =
        state.schedule ?? AnnouncementSchedule(at: Self.seconds, using: &generator)
      state.schedule = schedule
      let announcement = state.book.map {
        HandoffAnnouncement(to: $0, epoch: schedule.epoch, using: &generator)
      }
      return (state.announcer, announcement, state.port)
    }
    if let announcement { announcer?.announce(AvahiService(announcement), port: port) }
    wait()
  }

  private func wait() {
    state.withLock { state in
      if let timer = state.timer { loop.cancel(timer) }
      state.timer = state.schedule.map { schedule in
        let now = Self.seconds
        let delay = schedule.nextChange > now ? schedule.nextChange - now : 0
        return loop.after(.seconds(Int64(clamping: delay)) + .milliseconds(1)) { [weak self] in
          self?.time()
        }
      }
    }
  }

  private func time() {
    let isDue = state.withLock { state in
      var generator = SystemRandomNumberGenerator()
      return state.schedule?.advance(to: Self.seconds, using: &generator) ?? false
    }
    if isDue {
      announce()
      // Hints of the epoch that begins are known from now on.
      tell()
    } else {
      wait()
    }
  }

  private func failed() {
    loop.after(Self.patience) { [weak self] in self?.announce() }
  }

  // MARK: - Finding

  private func take(_ places: [FoundPlace]) {
    state.withLock { $0.places = places }
    tell()
  }

  private func tell() {
    let (book, places) = state.withLock { ($0.book, $0.places) }
    guard let book else { return }
    let epoch = HandoffHint.epoch(atSeconds: Self.seconds)
    var devices: [DeviceID: [NetworkAddress]] = [:]
    for place in places {
      for hint in place.hints {
        guard let device = book.announcer(of: hint, epoch: epoch) else { continue }
        devices[device.id, default: []].append(place.address)
      }
    }
    found(devices)
  }

  private static var seconds: UInt64 { UInt64(WallClock.secondsSince1970) }
}

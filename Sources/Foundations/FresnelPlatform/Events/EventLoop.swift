internal import CPlatform
internal import Synchronization

/// Waits, on one thread, for many descriptors and moments, and calls who asked for them.
///
/// Handlers run one after the other on the thread that runs the loop, so that what only they touch
/// needs no lock. None of them may wait or work for long. What happened is told again in the next turn
/// as long as it lasts, so a handler does a bounded share and leaves the rest: that keeps one busy
/// descriptor from starving the others.
///
/// What is urgent comes first: between any two handlers it is looked whether an urgent descriptor is ready or
/// urgent work was handed over, so that however much others bring, a person waits for one handler at most.
///
/// The other methods may be called from any thread. An idle loop sleeps in the kernel and wakes for
/// nothing else than what it was asked for.
package final class EventLoop: Sendable {
  /// Told what happened on a descriptor.
  package typealias Handler = @Sendable (Interest) -> Void

  struct Registration {
    let descriptor: Int32
    var isUrgent: Bool
    let handler: Handler
  }

  struct State {
    var registrations: [UInt64: Registration] = [:]
    var timers = TimerQueue()
    /// Those whose moment has come and that have not run yet, the next one last.
    var due: [TimerQueue.Entry] = []
    var work: [@Sendable () -> Void] = []
    var urgentWork: [@Sendable () -> Void] = []
    /// Names registrations and timers; never used twice, so that an event of a descriptor that is
    /// watched no more cannot reach who watches another of the same number.
    var lastIdentifier: UInt64 = 0
    var isStopped = false

    mutating func newIdentifier() -> UInt64 {
      lastIdentifier += 1
      return lastIdentifier
    }
  }

  let state = Mutex(State())
  let events: SharedDescriptor
  /// Those that are urgent; watched by ``events`` itself.
  let urgentEvents: SharedDescriptor
  let wakeup: SharedDescriptor
  /// The thread inside ``run()``; 0 outside.
  let thread = Atomic<UInt>(0)

  /// The event of ``wakeup``; registrations count from 1.
  static let wakeupToken: UInt64 = 0
  /// The event of ``urgentEvents``.
  static let urgentToken = UInt64.max

  /// Makes a loop that watches nothing yet.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  package init() throws(SystemError) {
    StandardStreams.openClosed()
    events = SharedDescriptor(
      adopting: try retrying("epoll_create1") { fresnel_events_create() })
    urgentEvents = SharedDescriptor(
      adopting: try retrying("epoll_create1") { fresnel_events_create() })
    wakeup = SharedDescriptor(adopting: try retrying("eventfd") { fresnel_wakeup_create() })
    _ = try retrying("epoll_ctl") {
      fresnel_events_add(
        events.rawValue, urgentEvents.rawValue, Interest.readable.rawValue, Self.urgentToken)
    }
    _ = try retrying("epoll_ctl") {
      fresnel_events_add(
        events.rawValue, wakeup.rawValue, Interest.readable.rawValue, Self.wakeupToken)
    }
  }

  // MARK: - Descriptors

  /// What a descriptor is watched for, and what happened on it.
  package struct Interest: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt32

    /// Makes a set of its bits.
    package init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Something can be read, or the end has come.
    package static let readable = Interest(rawValue: UInt32(FRESNEL_READABLE))
    /// Something can be written.
    package static let writable = Interest(rawValue: UInt32(FRESNEL_WRITABLE))
    /// The other end is gone, or the descriptor has an error. Told always, and again in every turn
    /// until the descriptor is removed.
    package static let closed = Interest(rawValue: UInt32(FRESNEL_CLOSED))
  }

  /// Names a descriptor that is watched.
  package struct Token: Hashable, Sendable {
    fileprivate let identifier: UInt64
  }

  /// Starts to watch a descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: Stays open until it is removed; may be watched once.
  ///   - interest: What to watch for; empty to be told only when it is closed.
  ///   - isUrgent: Whether it comes before others.
  ///   - handler: Called on the loop's thread; kept until the descriptor is removed.
  /// - Returns: The name for changing and removing.
  /// - Throws: ``SystemError``: ``SystemError/Code/notPermitted`` for a file that is always ready, as
  ///   those on disks are.
  package func add(
    _ descriptor: Int32, for interest: Interest, isUrgent: Bool = false,
    _ handler: @escaping Handler
  ) throws(SystemError) -> Token {
    let identifier = state.withLock { state in
      let identifier = state.newIdentifier()
      // Before the kernel knows it: the loop may hear of it at once.
      state.registrations[identifier] = Registration(
        descriptor: descriptor, isUrgent: isUrgent, handler: handler)
      return identifier
    }
    do throws(SystemError) {
      _ = try retrying("epoll_ctl") {
        fresnel_events_add(set(isUrgent: isUrgent), descriptor, interest.rawValue, identifier)
      }
    } catch {
      state.withLock { _ = $0.registrations.removeValue(forKey: identifier) }
      throw error
    }
    return Token(identifier: identifier)
  }

  /// Changes what a descriptor is watched for. Does nothing when it was removed.
  ///
  /// - Throws: ``SystemError``.
  package func change(_ token: Token, to interest: Interest) throws(SystemError) {
    guard
      let registration = state.withLock({ $0.registrations[token.identifier] })
    else { return }
    do throws(SystemError) {
      _ = try retrying("epoll_ctl") {
        fresnel_events_change(
          set(isUrgent: registration.isUrgent), registration.descriptor, interest.rawValue,
          token.identifier)
      }
    } catch {
      // Another thread may have removed it meanwhile.
      guard error.code == .notFound else { throw error }
    }
  }

  /// Watches a descriptor no more; to be called before it is closed. Does nothing when it was removed.
  ///
  /// On the loop's thread the handler is not called again. Called from elsewhere, it may be running.
  package func remove(_ token: Token) {
    let registration = state.withLock { $0.registrations.removeValue(forKey: token.identifier) }
    guard let registration else { return }
    _ = fresnel_events_remove(
      set(isUrgent: registration.isUrgent), registration.descriptor)
  }

  /// Has a descriptor come before others from now on, or wait its turn among them. Does nothing when it was
  /// removed. On the loop's thread.
  ///
  /// - Parameters:
  ///   - token: The descriptor.
  ///   - isUrgent: Whether it comes before others.
  ///   - interest: What it is watched for.
  /// - Throws: ``SystemError`` when the kernel has no memory; it is watched no more then.
  package func setUrgency(
    of token: Token, _ isUrgent: Bool, for interest: Interest
  ) throws(SystemError) {
    let descriptor = state.withLock { state -> Int32? in
      guard let registration = state.registrations[token.identifier],
        registration.isUrgent != isUrgent
      else { return nil }
      state.registrations[token.identifier]?.isUrgent = isUrgent
      return registration.descriptor
    }
    guard let descriptor else { return }
    _ = fresnel_events_remove(set(isUrgent: !isUrgent), descriptor)
    _ = try retrying("epoll_ctl") {
      fresnel_events_add(
        set(isUrgent: isUrgent), descriptor, interest.rawValue, token.identifier)
    }
  }

  private func set(isUrgent: Bool) -> Int32 {
    isUrgent ? urgentEvents.rawValue : events.rawValue
  }

  // MARK: - Work and moments

  /// Runs something on the loop's thread, soon, after what was handed over before.
  ///
  /// - Parameters:
  ///   - isUrgent: Whether it comes before all that is not.
  ///   - body: What to run.
  package func perform(isUrgent: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      if isUrgent { state.urgentWork.append(body) } else { state.work.append(body) }
      return state.work.count + state.urgentWork.count == 1
    }
    if isFirst { wake() }
  }

  /// Names something that is to happen later.
  package struct Timer: Hashable, Sendable {
    fileprivate let identifier: UInt64
  }

  /// Runs something on the loop's thread, once, after some time.
  ///
  /// Time that the machine sleeps does not count.
  ///
  /// - Parameters:
  ///   - delay: How long to wait at least.
  ///   - tolerance: How much later is good enough. Several such requests share one wake-up where their
  ///     times allow it, which spares an idle machine.
  ///   - body: What to run.
  /// - Returns: The name for ``cancel(_:)``.
  @discardableResult
  package func after(
    _ delay: Duration, tolerance: Duration = .zero, _ body: @escaping @Sendable () -> Void
  ) -> Timer {
    let earliest = MonotonicClock.nanoseconds.addingClamped(delay.clampedNanoseconds)
    let latest = earliest.addingClamped(tolerance.clampedNanoseconds)
    let (identifier, isFirst) = state.withLock { state in
      let identifier = state.newIdentifier()
      let next = state.timers.nextWake
      state.timers.insert(
        TimerQueue.Entry(identifier: identifier, earliest: earliest, latest: latest, body: body))
      return (identifier, next.map { latest < $0 } ?? true)
    }
    if isFirst { wake() }
    return Timer(identifier: identifier)
  }

  /// Takes back what ``after(_:tolerance:_:)`` was asked for. Does nothing when it has run.
  ///
  /// On the loop's thread it does not run any more. Called from elsewhere, it may be running.
  package func cancel(_ timer: Timer) {
    state.withLock { state in
      state.timers.remove(timer.identifier)
      state.due.removeAll { $0.identifier == timer.identifier }
    }
  }
}

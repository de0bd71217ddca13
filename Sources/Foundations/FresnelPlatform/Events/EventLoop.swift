internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Waits, on one thread, for many descriptors and moments, and calls who asked for them.
///
/// Handlers run one after the other on the thread that runs the loop, so that what only they touch
/// needs no lock. None of them may wait or work for long. What happened is told again in the next turn
/// as long as it lasts, so a handler does a bounded share and leaves the rest: that keeps one busy
/// descriptor from starving the others.
///
/// The other methods may be called from any thread. An idle loop sleeps in the kernel and wakes for
/// nothing else than what it was asked for.
package final class EventLoop: Sendable {
  /// Told what happened on a descriptor.
  package typealias Handler = @Sendable (Interest) -> Void

  private struct Registration {
    let descriptor: Int32
    let handler: Handler
  }

  private struct State {
    var registrations: [UInt64: Registration] = [:]
    var timers = TimerQueue()
    /// Those whose moment has come and that have not run yet, the next one last.
    var due: [TimerQueue.Entry] = []
    var work: [@Sendable () -> Void] = []
    /// Names registrations and timers; never used twice, so that an event of a descriptor that is
    /// watched no more cannot reach who watches another of the same number.
    var lastIdentifier: UInt64 = 0
    var isStopped = false

    mutating func newIdentifier() -> UInt64 {
      lastIdentifier += 1
      return lastIdentifier
    }
  }

  private let state = Mutex(State())
  private let events: SharedDescriptor
  private let wakeup: SharedDescriptor
  /// The thread inside ``run()``; 0 outside.
  private let thread = Atomic<UInt>(0)

  /// The event of ``wakeup``; registrations count from 1.
  private static let wakeupToken: UInt64 = 0
  private static let eventsPerTurn = 64

  /// Makes a loop that watches nothing yet.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  package init() throws(SystemError) {
    events = SharedDescriptor(
      adopting: try retrying("epoll_create1") { fresnel_events_create() })
    wakeup = SharedDescriptor(adopting: try retrying("eventfd") { fresnel_wakeup_create() })
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
  ///   - handler: Called on the loop's thread; kept until the descriptor is removed.
  /// - Returns: The name for changing and removing.
  /// - Throws: ``SystemError``: ``SystemError/Code/notPermitted`` for a file that is always ready, as
  ///   those on disks are.
  package func add(
    _ descriptor: Int32, for interest: Interest, _ handler: @escaping Handler
  ) throws(SystemError) -> Token {
    let identifier = state.withLock { state in
      let identifier = state.newIdentifier()
      // Before the kernel knows it: the loop may hear of it at once.
      state.registrations[identifier] = Registration(descriptor: descriptor, handler: handler)
      return identifier
    }
    do throws(SystemError) {
      _ = try retrying("epoll_ctl") {
        fresnel_events_add(events.rawValue, descriptor, interest.rawValue, identifier)
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
          events.rawValue, registration.descriptor, interest.rawValue, token.identifier)
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
    _ = fresnel_events_remove(events.rawValue, registration.descriptor)
  }

  // MARK: - Work and moments

  /// Runs something on the loop's thread, soon, after what was handed over before.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.work.append(body)
      return state.work.count == 1
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
  ///   - tolerance: How much later is good enough. Several such wishes share one wake-up where their
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

  // MARK: - Running

  /// Waits and calls, on this thread, until ``stop()``.
  ///
  /// - Throws: ``SystemError`` when the kernel refuses to wait, which it has no reason to.
  package func run() throws(SystemError) {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    defer { thread.store(0, ordering: .relaxed) }
    var found = [fresnel_event](repeating: fresnel_event(), count: Self.eventsPerTurn)
    while let milliseconds = nextWait() {
      let count = try retrying("epoll_wait") {
        fresnel_events_wait(events.rawValue, &found, found.count, milliseconds)
      }
      for event in found.prefix(Int(count)) { handle(event) }
      runDueWork()
    }
  }

  /// Ends ``run()`` after the turn that it is in; when it does not run, the next call returns at once.
  /// What was handed over and has not run is kept for the next call.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// How long to sleep, in milliseconds; -1 for until something happens, `nil` to end.
  private func nextWait() -> Int32? {
    state.withLock { state in
      if state.isStopped {
        state.isStopped = false
        return nil
      }
      guard state.work.isEmpty else { return 0 }
      guard let wake = state.timers.nextWake else { return -1 }
      let now = MonotonicClock.nanoseconds
      // Rounded up, so that the moment has come when the kernel wakes the thread.
      return wake <= now ? 0 : Int32(clamping: (wake - now).addingClamped(999_999) / 1_000_000)
    }
  }

  private func handle(_ event: fresnel_event) {
    if event.token == Self.wakeupToken { return fresnel_wakeup_clear(wakeup.rawValue) }
    // Removed earlier in this turn: nobody is to hear of it.
    let handler = state.withLock { $0.registrations[event.token]?.handler }
    handler?(Interest(rawValue: event.happened))
  }

  private func runDueWork() {
    let work = state.withLock { state in
      defer { state.work = [] }
      return state.work
    }
    for body in work { body() }
    state.withLock { state in
      state.due = state.timers.takeDue(at: MonotonicClock.nanoseconds).reversed()
    }
    // One by one: what one does may cancel another.
    while let entry = state.withLock({ $0.due.popLast() }) { entry.body() }
  }

  /// Ends the loop's sleep, unless this is its own thread, which looks again before it sleeps.
  private func wake() {
    guard thread.load(ordering: .relaxed) != UInt(pthread_self()) else { return }
    fresnel_wakeup_signal(wakeup.rawValue)
  }
}

internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Threads of their own for work that would hold up a pool's: a single call that may wait long, a loop
/// that serves a process for as long as it lives, or work that nobody waits for.
package enum DetachedThread {
  /// What share of the processors and disks a thread wants.
  package enum Priority: Sendable {
    /// That of the thread that starts it.
    case inherited
    /// A small share of the processors, and reads and writes that come after those of others where the
    /// disk's scheduler regards it. For work that nobody waits for.
    ///
    /// Threads of a dispatch queue of the service class `background` are nicer too, but their reads and writes
    /// are not; and a thread that has lowered its priority may not raise it again: hence a thread of its own.
    case background
  }

  /// How much nicer than the thread that starts it a thread in the background is. Each step takes about
  /// a fifth of its share of a processor that others want too.
  private static let steps: Int32 = 10

  /// Runs some work on a new thread, which ends with it. No signals are delivered to it: they are the
  /// process's own matter.
  ///
  /// - Parameters:
  ///   - priority: What share of the machine the work wants.
  ///   - work: What to do.
  /// - Returns: Whether the thread was started; not, when there are too many.
  package static func start(
    priority: Priority = .inherited, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    let box = Unmanaged.passRetained(Work(priority, work))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A thread begins with the blocked signals of the one that starts it.
    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        // The one reference that was handed over.
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        if work.priority == .background { fresnel_thread_yield_priority(DetachedThread.steps) }
        work.run()
        return nil
      }, box.toOpaque())
    if result != 0 { box.release() }
    return result == 0
  }

  /// Work on its way to a thread.
  private final class Work: Sendable {
    let priority: Priority
    let run: @Sendable () -> Void

    init(_ priority: Priority, _ run: @escaping @Sendable () -> Void) {
      self.priority = priority
      self.run = run
    }
  }
}

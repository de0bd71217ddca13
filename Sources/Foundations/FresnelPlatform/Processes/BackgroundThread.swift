internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Threads for work that nobody waits for.
///
/// Linux knows nothing of the service classes of dispatch queues, and a thread that has lowered its
/// priority may not raise it again. So such work gets a thread of its own, which ends with it.
public enum BackgroundThread {
  /// How much nicer than the thread that starts it a thread is. Each step takes about a fifth of its
  /// share of a processor that others want too.
  private static let steps: Int32 = 10

  /// Runs some work on a new thread with a small share of the processors, and with reads and writes that
  /// come after those of others where the disk's scheduler regards it.
  ///
  /// - Parameter work: What to do. Work that others wait for does not belong here.
  /// - Returns: Whether the thread was started; not, when there are too many.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Work(work))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        fresnel_thread_yield_priority(BackgroundThread.steps)
        // The one reference that was handed over.
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if result != 0 { box.release() }
    return result == 0
  }

  /// Work on its way to a thread.
  private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}

/// The thread this code runs on.
public enum CurrentThread {
  /// From -20 to 19; a nicer thread gets less of the processors.
  public static var niceness: Int { Int(fresnel_thread_niceness()) }

  /// Whether the thread's reads and writes come after all others but those of idle threads.
  public static var hasLowestIOPriority: Bool { fresnel_thread_io_priority() & 0x1FFF == 7 }
}

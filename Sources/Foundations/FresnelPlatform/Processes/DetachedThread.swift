#if canImport(Glibc)
  import Glibc
#endif

/// Threads for a single call that may wait long, so that no pool of threads runs dry of it.
package enum DetachedThread {
  /// Runs some work on a new thread, which ends with it.
  ///
  /// - Parameter work: What to do.
  /// - Returns: Whether the thread was started; not, when there are too many.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
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

#if canImport(Glibc)
  import Glibc
#endif

/// The time of day, which can jump when the clock is set.
public enum WallClock {
  /// Seconds since 1 January 1970, 00:00 UTC.
  public static var secondsSince1970: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A clock that only goes forward, also while the machine sleeps; it begins anew when the machine does.
package enum BootClock {
  /// Whole seconds since the machine was started, where the system tells; else since some moment before the process
  /// was started.
  package static var seconds: Int64 {
    var time = timespec()
    #if os(Linux)
      clock_gettime(CLOCK_BOOTTIME, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec)
  }
}

/// How long the calling thread has been computing, whatever else the machine did meanwhile.
public enum ProcessorClock {
  /// Nanoseconds of processor time of the calling thread.
  public static var threadNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Calls a function that stays on its thread, and measures it.
  ///
  /// - Parameter body: What is measured.
  /// - Returns: Its value, and its processor time in whole microseconds.
  public static func measure<Value>(_ body: () -> Value) -> (value: Value, microseconds: Int64) {
    let start = threadNanoseconds
    let value = body()
    let end = threadNanoseconds
    return (value, Int64(clamping: (end > start ? end - start : 0) / 1_000))
  }
}

/// A clock that only goes forward, for measuring how long something took.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process started.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// The same in milliseconds.
  public static var milliseconds: UInt64 { nanoseconds / 1_000_000 }

  /// The nanoseconds between two readings; none where the first one is the later one.
  ///
  /// That happens without any fault of the clock: a thread that has read it may be overtaken by another one before
  /// it compares.
  @inlinable
  public static func elapsed(from start: UInt64, to end: UInt64) -> UInt64 {
    end > start ? end - start : 0
  }
}

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

/// A clock that only goes forward, for measuring how long something took.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process started.
  public static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

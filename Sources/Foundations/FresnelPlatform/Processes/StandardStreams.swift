#if canImport(Glibc)
  import Glibc
#endif

/// The first three descriptors of a process, which everything that prints or reads takes for its standard streams.
///
/// Some programs start others with streams closed. The first files that these open would get the numbers of the
/// streams, so that messages would be written into a store's journal.
package enum StandardStreams {
  /// Opens `/dev/null` for each stream that is closed; called before anything else is opened. It takes three calls of the
  /// system where none is.
  package static func openClosed() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The kernel gives out the lowest number that is free, which is this one.
      _ = Glibc.open("/dev/null", O_RDWR)
    }
  }

  /// Opens a file, under a number that is none of a stream's also in a program of somebody else, where streams may be
  /// closed. Those stay open on `/dev/null` from then on: what the program prints must not come into a file later.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - flags: As of `open`.
  ///   - permissions: The mode bits of a file that is made.
  /// - Returns: The number of the descriptor.
  /// - Throws: ``SystemError``.
  static func opened(
    _ path: String, _ flags: Int32, _ permissions: UInt32
  ) throws(SystemError) -> Int32 {
    openClosed()
    return try retrying("open", path) { Glibc.open(path, flags, permissions) }
  }
}

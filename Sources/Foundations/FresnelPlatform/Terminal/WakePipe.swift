private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Wakes a thread that waits for input when another thread has something for it.
public final class WakePipe: Sendable {
  /// The descriptor that becomes readable after ``signal()``; see ``waitForInput(on:timeout:)``.
  public let descriptor: Int32
  private let writingEnd: Int32

  /// Makes a pipe.
  ///
  /// - Throws: ``SystemError`` when no more files may be open.
  public init() throws(SystemError) {
    var (readingEnd, writingEnd): (Int32, Int32) = (-1, -1)
    _ = try retrying("pipe2") { fresnel_pipe(&readingEnd, &writingEnd) }
    descriptor = readingEnd
    self.writingEnd = writingEnd
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  /// Wakes whoever waits, now or next time. May be called from any thread.
  public func signal() {
    var byte: UInt8 = 1
    // The pipe holds far more bytes than a waiting thread leaves unread.
    _ = write(writingEnd, &byte, 1)
  }

  /// Takes back all signals so far. Call it when the descriptor is readable, before looking at what
  /// the signals are about.
  public func drain() {
    var bytes = [UInt8](repeating: 0, count: 512)
    _ = read(descriptor, &bytes, bytes.count)
  }
}

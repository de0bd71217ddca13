private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// Turns signals into bytes that can be waited for together with the keyboard.
///
/// A process has one listener at a time. The former actions come back when the value ends.
public struct SignalListener: ~Copyable {
  /// The descriptor that becomes readable when a signal arrived; see ``waitForInput(on:timeout:)``.
  public let descriptor: Int32

  /// Starts to catch signals.
  ///
  /// - Throws: ``SystemError`` with code ``SystemError/Code/busy`` when there is a listener already.
  public init(for signals: [Signal]) throws(SystemError) {
    let readingEnd = fresnel_signal_pipe_open()
    if readingEnd < 0 { throw SystemError.last("pipe2") }
    for signal in signals where fresnel_signal_pipe_catch(signal.rawValue) != 0 {
      let error = SystemError.last("sigaction")
      fresnel_signal_pipe_close()
      throw error
    }
    // Not before all is well: a value that is complete is taken down when its initializer throws.
    descriptor = readingEnd
  }

  deinit {
    fresnel_signal_pipe_close()
  }

  /// Gives the signals back their former actions.
  ///
  /// - Returns: The first signal that arrived before and was not taken, which would be lost otherwise.
  public consuming func stop() -> Signal? {
    fresnel_signal_pipe_restore()
    return next()
  }

  /// The next signal that arrived, or `nil` when there is none now.
  public mutating func next() -> Signal? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Signal(rawValue: Int32(byte)) : nil
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// A terminal that hands over each key at once, unechoed, until the value ends.
///
/// Control characters (also Control-C and Control-Z) arrive as bytes. Output is passed on as it is,
/// so a new line needs its carriage return.
public struct RawTerminal: ~Copyable {
  private let descriptor: Int32
  private let former: termios

  /// Puts the terminal into raw mode.
  ///
  /// - Throws: ``SystemError`` when the descriptor is no terminal.
  public init(_ descriptor: borrowing FileDescriptor) throws(SystemError) {
    let number = descriptor.rawValue
    var settings = termios()
    _ = try retrying("tcgetattr", descriptor.path) { tcgetattr(number, &settings) }
    let former = settings
    cfmakeraw(&settings)
    _ = try retrying("tcsetattr", descriptor.path) { tcsetattr(number, TCSADRAIN, &settings) }
    self.descriptor = number
    self.former = former
  }

  deinit {
    var settings = former
    // At the end of a value there is nobody to tell of a terminal that is gone.
    _ = tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Puts the terminal into raw mode again after ``restore()``.
  public func enter() throws(SystemError) {
    var settings = former
    cfmakeraw(&settings)
    _ = try retrying("tcsetattr") { tcsetattr(descriptor, TCSADRAIN, &settings) }
  }

  /// Puts back the mode the terminal had, as before another program runs in it.
  public func restore() throws(SystemError) {
    var settings = former
    _ = try retrying("tcsetattr") { tcsetattr(descriptor, TCSADRAIN, &settings) }
  }
}

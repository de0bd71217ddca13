private import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// The terminal of this process, where secrets are typed: nothing that is typed shows from the first question to the end
/// of the value, also what is typed ahead while an answer is checked.
///
/// Between questions Control-C ends the process as usual. A signal that ends it puts the terminal back before.
package final class SecretTerminal: Sendable {
  private let terminal: FileDescriptor
  private let former: termios

  /// Takes the terminal, whatever the standard streams are; one at a time.
  ///
  /// - Throws: ``SystemError`` when there is none.
  package init() throws(SystemError) {
    terminal = try FileDescriptor(opening: "/dev/tty", for: .readingAndWriting)
    var settings = termios()
    let number = terminal.rawValue
    _ = try retrying("tcgetattr", terminal.path) { tcgetattr(number, &settings) }
    former = settings
    fresnel_terminal_guard_begin(number, &settings)
    try set(isAsking: false)
  }

  deinit {
    // What was typed ahead and nobody asked for may be a secret: it is not left to the shell.
    var settings = former
    _ = tcsetattr(terminal.rawValue, TCSAFLUSH, &settings)
    fresnel_terminal_guard_end()
  }

  /// Asks for a line, and shows none of it.
  ///
  /// - Parameter prompt: What is shown before.
  /// - Returns: The line without its end.
  /// - Throws: ``SecretLine/Failure``.
  package func ask(_ prompt: String) throws(SecretLine.Failure) -> [UInt8] {
    let line: Result<[UInt8], SecretLine.Failure>
    do throws(SystemError) {
      try set(isAsking: true)
      try terminal.write(prompt)
      line = try SecretLine.answer(at: terminal)
      try set(isAsking: false)
      try terminal.write("\n")
    } catch {
      throw .noTerminal
    }
    return try line.get()
  }

  /// Has each key be handed over at once, unechoed. Control-C is a key while a line is asked for, and ends the process
  /// otherwise; the process does not stop while nothing shows.
  private func set(isAsking: Bool) throws(SystemError) {
    var settings = former
    cfmakeraw(&settings)
    settings.c_oflag = former.c_oflag
    if !isAsking {
      settings.c_lflag |= tcflag_t(ISIG)
      withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }
    }
    let number = terminal.rawValue
    _ = try retrying("tcsetattr", terminal.path) { tcsetattr(number, TCSADRAIN, &settings) }
  }
}

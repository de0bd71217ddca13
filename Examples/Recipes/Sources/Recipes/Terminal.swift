import Foundation

/// The terminal in which the person reads and types: keys come one at a time, and nothing is echoed.
@MainActor
final class Terminal {
  private let usual: termios

  /// Takes the terminal of standard input; `nil` when there is none.
  init?() {
    var settings = termios()
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &settings) == 0 else { return nil }
    usual = settings
    cfmakeraw(&settings)
    // Ctrl-C and Ctrl-Z keep their meaning for the shell's job control.
    settings.c_lflag |= tcflag_t(ISIG)
    tcsetattr(0, TCSAFLUSH, &settings)
    write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Gives the terminal back as it was.
  func close() {
    write("\u{1B}[?25h\u{1B}[?1049l")
    var settings = usual
    tcsetattr(0, TCSAFLUSH, &settings)
  }

  /// How many columns and rows there are.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows lines instead of what was there.
  func show(_ lines: [String]) {
    write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}

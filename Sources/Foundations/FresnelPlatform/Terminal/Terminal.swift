#if canImport(Glibc)
  import Glibc
#endif

/// Facts about the terminal behind a descriptor.
public enum Terminal {
  /// Whether the descriptor is a terminal.
  public static func isTerminal(_ descriptor: borrowing FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }

  /// The window's size, or `nil` when the descriptor is no terminal or the size is unknown.
  public static func size(of descriptor: borrowing FileDescriptor) -> Size? {
    var window = winsize()
    guard ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0,
      window.ws_row > 0
    else { return nil }
    return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Reads a line that a person types, without its line feed; `nil` at the end of input or when it cannot be read.
  ///
  /// Reads byte by byte, so that what follows stays for whoever reads next. What came before reading failed is no line.
  public static func readLine(from descriptor: borrowing FileDescriptor = .standardInput) -> String?
  {
    var line: [UInt8] = []
    while line.count < 4096 {
      guard let bytes = try? descriptor.readWaiting(count: 1) else { return nil }
      guard let byte = bytes.first else {
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// A window's size in character cells.
  public struct Size: Equatable, Sendable {
    /// Cells in a row.
    public var columns: Int
    /// Rows in the window.
    public var rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }
}

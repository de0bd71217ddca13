/// A line that nobody is to see: a passphrase.
package enum SecretLine {
  /// The most bytes of a line; more are an error.
  package static let longestByteCount = 1024

  /// Why there is no line.
  package enum Failure: Error, Equatable, Sendable {
    /// There is no terminal to ask at.
    case noTerminal
    /// The person broke it off.
    case cancelled
    /// What is read ended before a line began.
    case ended
    /// It cannot be read, with the reason; what came before is no line.
    case unreadable(String)
    /// It is longer than ``longestByteCount``.
    case tooLong
  }

  /// Reads a line from a terminal that hands over each key at once.
  static func answer(
    at terminal: borrowing FileDescriptor
  ) throws(SystemError) -> Result<[UInt8], Failure> {
    var line: [UInt8] = []
    while true {
      let bytes = try terminal.read(count: 1)
      guard let byte = bytes.first else { return .failure(.ended) }
      switch byte {
      case 0x0A, 0x0D: return .success(line)
      // Control-C, and Control-D where nothing was typed.
      case 0x03: return .failure(.cancelled)
      case 0x04 where line.isEmpty: return .failure(.cancelled)
      // Backspace takes a whole character away, Control-U all of them.
      case 0x08, 0x7F:
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: line = []
      case ..<0x20: break
      default:
        guard line.count < longestByteCount else { return .failure(.tooLong) }
        line.append(byte)
      }
    }
  }

  /// Reads a line from a descriptor, byte by byte, so that what follows stays for others.
  ///
  /// - Parameter descriptor: Open for reading; it stays open. Where it does not block, what is to come is waited for.
  /// - Returns: The line without its end; the rest where no line end comes.
  /// - Throws: ``Failure``: ``Failure/ended`` where nothing came, and ``Failure/unreadable(_:)`` where reading failed,
  ///   however much of the line came before.
  package static func read(from descriptor: Int32) throws(Failure) -> [UInt8] {
    let file = FileDescriptor(
      adopting: descriptor, path: "descriptor \(descriptor)", closing: false)
    var line: [UInt8] = []
    while line.count <= longestByteCount {
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try file.readWaiting(count: 1)
      } catch {
        throw .unreadable(error.message)
      }
      guard let byte = bytes.first else {
        guard !line.isEmpty else { throw .ended }
        return line
      }
      if byte == 0x0A { return line }
      line.append(byte)
    }
    throw .tooLong
  }
}

internal import CommandKit

/// A key, or what a person pasted.
enum Key: Equatable, Sendable {
  /// Text typed or pasted, without control characters.
  case text(String)
  /// Erases the grapheme before the cursor.
  case backspace
  /// Erases the grapheme under the cursor.
  case delete
  /// Control-W: erases the word before the cursor.
  case eraseWord
  /// Control-U: erases everything before the cursor.
  case eraseLine
  /// Control-K: erases everything after the cursor.
  case eraseRest
  /// Selects the result above.
  case up
  /// Selects the result below.
  case down
  /// Selects the result a screen above.
  case pageUp
  /// Selects the result a screen below.
  case pageDown
  /// Moves the cursor a grapheme to the left.
  case left
  /// Moves the cursor a grapheme to the right.
  case right
  /// Moves the cursor to the start.
  case home
  /// Moves the cursor to the end.
  case end
  /// Opens the selected result.
  case enter
  /// Shows more of the selected result, and what can be done with it.
  case tab
  /// Leaves.
  case escape
  /// Control-C: leaves.
  case interrupt
  /// Control-L: draws everything anew.
  case redraw
  /// Control-Z: stops the process until the shell wakes it.
  case suspend
  /// Control-X: searches for what is typed as it stands, where something else stands for it.
  case exactly
  /// Control-T: narrows by the filter that is offered for a part of what is typed.
  case filter
  /// Not a key: the terminal's window is the one that the person types in now, or no longer is.
  case focus(Bool)
}

/// Turns the bytes that a terminal sends into keys.
///
/// The bytes of a key may arrive in pieces, and several keys at once. A lone escape byte is the
/// Escape key only when nothing follows for a moment: the caller waits and then calls ``flush()``.
struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []
  private var pasted: [UInt8]?

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// A paste that never ends must not fill the memory: what is pasted is a query.
  private static let pasteLimit = 4096

  /// Whether bytes wait for the rest of their key.
  var hasPendingBytes: Bool { !pending.isEmpty }

  /// The keys that are complete after these bytes.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending.append(contentsOf: bytes)
    var keys: [Key] = []
    var text: [UInt8] = []
    func finishText() {
      if !text.isEmpty {
        keys.append(.text(withoutControls(String(decoding: text, as: UTF8.self))))
      }
      text = []
    }
    var index = 0
    scan: while index < pending.count {
      if pasted != nil {
        guard let next = takePaste(from: index) else { break }
        index = next
        if let bytes = pasted, pastedIsComplete {
          let content = String(decoding: bytes.prefix(Self.pasteLimit), as: UTF8.self)
          keys.append(.text(withoutControls(content)))
          pasted = nil
          pastedIsComplete = false
        }
        continue
      }
      let byte = pending[index]
      switch byte {
      case Self.escape:
        finishText()
        guard let (key, length) = Self.escapeSequence(pending[index...]) else { break scan }
        index += length
        if let key { keys.append(key) }
        if length == 6, pending[(index - 6)..<index].elementsEqual("\u{1B}[200~".utf8) {
          pasted = []
        }
      case 0x00..<0x20, 0x7F:
        finishText()
        if let key = Self.controlKeys[byte] { keys.append(key) }
        index += 1
      default:
        let length = Self.scalarLength(byte)
        guard index + length <= pending.count else { break scan }
        text.append(contentsOf: pending[index..<(index + length)])
        index += length
      }
    }
    finishText()
    pending.removeFirst(index)
    return keys
  }

  /// The keys that pending bytes stand for when nothing follows them.
  mutating func flush() -> [Key] {
    guard pasted == nil, let first = pending.first else { return [] }
    let isEscape = first == Self.escape
    pending = []
    // Half a character, or half a sequence other than the lone key, tells nothing.
    return isEscape ? [.escape] : []
  }

  private var pastedIsComplete = false

  /// Moves pasted bytes out of `pending`; returns where the scan goes on, or `nil` when the rest may
  /// be the start of the closing sequence.
  private mutating func takePaste(from start: Int) -> Int? {
    let rest = pending[start...]
    if let end = Self.firstRange(of: Self.pasteEnd, in: rest) {
      pasted?.append(contentsOf: rest[..<end])
      pastedIsComplete = true
      return end + Self.pasteEnd.count
    }
    let kept =
      (1..<Self.pasteEnd.count).reversed().first {
        rest.suffix($0).elementsEqual(Self.pasteEnd.prefix($0))
      } ?? 0
    let taken = rest.dropLast(kept)
    if let count = pasted?.count, count < Self.pasteLimit { pasted?.append(contentsOf: taken) }
    pending.removeSubrange(start..<taken.endIndex)
    return start < pending.count ? nil : start
  }

  private static func firstRange(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).first {
      bytes[$0...].starts(with: pattern)
    }
  }

  private static func scalarLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF8: 4
    default: 1
    }
  }

  private static let controlKeys: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .delete, 0x05: .end, 0x06: .right,
    0x08: .backspace, 0x09: .tab, 0x0A: .enter, 0x0B: .eraseRest, 0x0C: .redraw, 0x0D: .enter,
    0x0E: .down,
    0x10: .up, 0x14: .filter, 0x15: .eraseLine, 0x17: .eraseWord, 0x18: .exactly, 0x1A: .suspend,
    0x7F: .backspace,
  ]

  private static let focusReports: [UInt8: Bool] = [
    UInt8(ascii: "I"): true, UInt8(ascii: "O"): false,
  ]

  /// Reads the sequence at the start of `bytes`: its key, if it means one, and its length; `nil`
  /// when its end has not arrived.
  private static func escapeSequence(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
    guard let introducer = bytes.dropFirst().first else { return nil }
    switch introducer {
    case UInt8(ascii: "["):
      let body = bytes.dropFirst(2)
      // A sequence longer than any known key is noise; it ends like any other.
      guard let final = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
        return bytes.count > 64 ? (nil, bytes.count) : nil
      }
      let parameters = String(decoding: body[..<final], as: UTF8.self)
      if parameters.isEmpty, let focus = Self.focusReports[bytes[final]] {
        return (.focus(focus), final - bytes.startIndex + 1)
      }
      return (controlSequence(parameters, bytes[final]), final - bytes.startIndex + 1)
    case UInt8(ascii: "O"):
      guard let final = bytes.dropFirst(2).first else { return nil }
      return (controlSequence("", final), 3)
    case escape:
      return (.escape, 1)
    case 0x7F, 0x08:
      return (.eraseWord, 2)
    default:
      return (nil, 2)  // Alt with a key means nothing here
    }
  }

  private static func controlSequence(_ parameters: String, _ final: UInt8) -> Key? {
    let first = parameters.split(separator: ";").first.map(String.init) ?? ""
    switch Character(Unicode.Scalar(final)) {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H": return .home
    case "F": return .end
    case "~":
      switch first {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      case "5": return .pageUp
      case "6": return .pageDown
      default: return nil
      }
    default: return nil
    }
  }
}

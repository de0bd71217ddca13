/// Lets pass of another process's text what may go to a terminal: characters, new lines, tabs, and the few sequences
/// that ``Style`` and ``ProgressLine`` write. Other control characters, and the beginning of other sequences, become
/// spaces; where a person reads the text, so do the characters that change the order of those that follow.
///
/// The text comes in pieces, which may end anywhere, also inside a character or a sequence.
package struct TerminalFilter: Sendable {
  private enum State {
    case text
    /// After `ESC`.
    case escape
    /// After `ESC [`, with what followed so far.
    case sequence(String)
  }

  /// More than any sequence that passes has.
  private static let longestSequence = 4

  private let passesStyles: Bool
  private let passesProgress: Bool
  private let passesDirections: Bool
  private var state = State.text
  /// The beginning of a character whose end has not come.
  private var cut: [UInt8] = []
  /// Whether a style has begun and not ended.
  private var isStyled = false

  /// A filter for one stream.
  ///
  /// - Parameters:
  ///   - passesStyles: Whether the sequences of ``Style`` pass.
  ///   - passesProgress: Whether what ``ProgressLine`` writes passes.
  ///   - passesDirections: Whether embeddings, overrides and isolates of the writing direction pass, which can have a
  ///     terminal show a text in another order than it has.
  package init(
    passesStyles: Bool = false, passesProgress: Bool = false, passesDirections: Bool = true
  ) {
    self.passesStyles = passesStyles
    self.passesProgress = passesProgress
    self.passesDirections = passesDirections
  }

  /// Filters a piece.
  ///
  /// - Returns: What of it, and of what was held back, may be written; bytes that are no UTF-8 are replaced.
  package mutating func text(_ piece: [UInt8]) -> String {
    let bytes = cut + piece
    let count = Self.wholeByteCount(bytes)
    cut = Array(bytes[count...])
    var result = ""
    for scalar in String(decoding: bytes[..<count], as: UTF8.self).unicodeScalars {
      take(scalar, into: &result)
    }
    return result
  }

  /// Ends the stream.
  ///
  /// - Returns: What was held back, and the end of a style that has none.
  package mutating func finish() -> String {
    var result = ""
    giveUpSequence(into: &result)
    if !cut.isEmpty { result += String(decoding: cut, as: UTF8.self) }
    cut = []
    if isStyled { result += "\u{1B}[0m" }
    isStyled = false
    return result
  }

  /// How many bytes there are without a character at the end that is not whole.
  private static func wholeByteCount(_ bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? bytes.count - length : bytes.count
    }
    return bytes.count
  }

  private mutating func take(_ scalar: Unicode.Scalar, into result: inout String) {
    switch (state, scalar) {
    case (.text, "\u{1B}"): state = .escape
    case (.text, _): result.unicodeScalars.append(passes(scalar) ? scalar : " ")
    case (.escape, "["): state = .sequence("")
    case (.sequence(let parameters), "m") where passesStyles && Style.codes.contains(parameters):
      state = .text
      isStyled = parameters != "0"
      result += "\u{1B}[\(parameters)m"
    case (.sequence(""), "K") where passesProgress:
      state = .text
      result += "\u{1B}[K"
    case (.sequence(let parameters), "0"..."9"), (.sequence(let parameters), ";"):
      guard parameters.utf8.count < Self.longestSequence else { fallthrough }
      state = .sequence(parameters + String(scalar))
    default:
      giveUpSequence(into: &result)
      take(scalar, into: &result)
    }
  }

  /// Writes what looked like the beginning of a sequence as text.
  private mutating func giveUpSequence(into result: inout String) {
    switch state {
    case .text: break
    case .escape: result += " "
    case .sequence(let parameters): result += " [" + parameters
    }
    state = .text
  }

  private func passes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\t": true
    case "\r": passesProgress
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": passesDirections
    default: scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
    }
  }
}

import CICU

/// Returns how many columns a text takes on a terminal: two for wide and full-width characters and
/// for emoji, none for combining marks and control characters.
///
/// - Parameter text: The text of one line.
/// - Returns: The sum over the text's grapheme clusters.
/// - Complexity: O(*n*) in the bytes of the text.
public func displayWidth(of text: String) -> Int {
  var text = text
  let asciiWidth = text.withUTF8 { utf8 -> Int? in
    var width = 0
    for byte in utf8 {
      if byte >= 0x80 { return nil }
      width += byte >= 0x20 && byte < 0x7F ? 1 : 0
    }
    return width
  }
  return asciiWidth ?? text.reduce(0) { $0 + width(of: $1) }
}

/// The columns of every code point.
private let columns = ScalarTable { UInt64(fresnel_column_count($0)) }

private func width(of character: Character) -> Int {
  var width = 0
  var isEmoji = false
  for scalar in character.unicodeScalars {
    let traits = ScalarTraits(of: scalar.value)
    // Members of a sequence are drawn as one emoji, two columns wide.
    if traits.contains(.emojiPresentation) || (scalar.value == 0xFE0F && isFirstEmoji(character)) {
      isEmoji = true
    }
    width += Int(columns[scalar.value])
  }
  return isEmoji ? 2 : width
}

private func isFirstEmoji(_ character: Character) -> Bool {
  character.unicodeScalars.first.map { ScalarTraits(of: $0.value).contains(.emoji) } ?? false
}

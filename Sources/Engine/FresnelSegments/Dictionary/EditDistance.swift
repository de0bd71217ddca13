/// The edit distance of texts that are given character by character to one text, up to a bound.
///
/// Optimal string alignment: insertions, removals, replacements and exchanges of neighbours count one
/// each, and no part is changed twice. A row of the dynamic programming table stands for a character of
/// the given text; only the band of columns around the diagonal that can stay within the bound is kept
/// (E. Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985). Rows
/// stay until the text is cut back, so that texts which begin alike share them.
struct EditDistance: ~Copyable {
  private let target: [UInt32]
  /// The greatest distance that is told apart.
  private let bound: Int
  private let width: Int
  private var rows: [UInt8]
  private var text: [UInt32] = []

  /// Prepares for distances to a text.
  ///
  /// - Parameters:
  ///   - target: The characters of the text.
  ///   - bound: The greatest distance of interest, below 255.
  init(to target: [UInt32], bound: Int) {
    self.target = target
    self.bound = bound
    width = 2 * bound + 1
    rows = (0..<width).map { slot in UInt8(slot < bound ? bound + 1 : slot - bound) }
  }

  /// The number of characters given.
  var count: Int { text.count }

  /// Forgets all but the first characters.
  mutating func cut(to count: Int) {
    text.removeSubrange(count...)
    rows.removeSubrange((count + 1) * width..<rows.count)
  }

  /// Adds a character.
  ///
  /// - Returns: Whether any text that begins like this can be within the bound.
  mutating func append(_ character: UInt32) -> Bool {
    text.append(character)
    let row = text.count
    let over = UInt8(bound + 1)
    var least = over
    for slot in 0..<width {
      // Slot `bound` is the diagonal: the column with the row's own number.
      let column = row + slot - bound
      var value = over
      if column >= 0, column <= target.count {
        if column == 0 {
          value = UInt8(min(row, bound + 1))
        } else {
          let matches = target[column - 1] == character
          value = self[row - 1, column - 1, over] + (matches ? 0 : 1)
          value = min(value, self[row - 1, column, over] + 1)
          if slot > 0 { value = min(value, rows[rows.count - 1] + 1) }
          if row > 1, column > 1, target[column - 2] == character,
            target[column - 1] == text[row - 2]
          {
            value = min(value, self[row - 2, column - 2, over] + 1)
          }
          value = min(value, over)
        }
      }
      rows.append(value)
      least = min(least, value)
    }
    return least < over
  }

  /// The distance of the text given; `nil` above the bound.
  var distance: Int? {
    let slot = target.count - text.count + bound
    guard slot >= 0, slot < width else { return nil }
    let value = Int(rows[text.count * width + slot])
    return value <= bound ? value : nil
  }

  /// The distance of the first `row` characters given to the first `column` of the target.
  private subscript(row: Int, column: Int, over: UInt8) -> UInt8 {
    let slot = column - row + bound
    return slot >= 0 && slot < width ? rows[row * width + slot] : over
  }
}

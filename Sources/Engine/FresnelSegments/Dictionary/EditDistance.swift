/// The edit distance of texts that are given character by character to one text, up to a bound.
///
/// Optimal string alignment: insertions, removals, replacements and exchanges of neighbours count one
/// each, and no part is changed twice. A row of the dynamic programming table stands for a character of
/// the given text; only the band of columns around the diagonal that can stay within the bound is kept
/// (E. Ukkonen, "Algorithms for approximate string matching", Information and Control 64, 1985). Rows
/// stay until the text is cut back, so that texts which begin alike share them.
struct EditDistance: ~Copyable {
  private var target = GrowableBuffer<UInt32>()
  private var text = GrowableBuffer<UInt32>()
  /// Rows of `width` columns, one more than there are characters. Slot `bound` of a row is the
  /// diagonal: the column with the row's own number.
  private var rows = GrowableBuffer<UInt8>()
  private let width: Int
  /// The greatest distance that is told apart.
  private let bound: Int
  /// The first row in which no value is below the bound: of a text that begins like this, only the rest
  /// of the target can follow. `nil` while there is none.
  private(set) var strictRow: Int?

  /// Prepares for distances to a text.
  ///
  /// - Parameters:
  ///   - target: The characters of the text.
  ///   - bound: The greatest distance of interest, below 100.
  init(to target: [UInt32], bound: Int) {
    for character in target { self.target.append(character) }
    self.bound = bound
    width = 2 * bound + 1
    for slot in 0..<width { rows.append(UInt8(slot < bound ? bound + 1 : slot - bound)) }
    strictRow = bound == 0 ? 0 : nil
  }

  /// Forgets all but the first characters.
  mutating func cut(to count: Int) {
    text.removeLast(text.count - count)
    rows.removeLast(rows.count - (count + 1) * width)
    if let row = strictRow, row > count { strictRow = nil }
  }

  /// Adds a character.
  ///
  /// - Returns: Whether any text that begins like this can be within the bound.
  mutating func append(_ character: UInt32) -> Bool {
    text.append(character)
    let row = text.count
    let over = UInt8(bound + 1)
    var least = over
    var left = over
    for slot in 0..<width {
      let column = row + slot - bound
      var value = over
      if column == 0 {
        value = UInt8(min(row, bound + 1))
      } else if column > 0, column <= target.count {
        // The column above is one slot further in the row before; the diagonal is the same slot.
        value = self[row - 1, slot] + (target[column - 1] == character ? 0 : 1)
        value = min(value, left + 1, over)
        if slot + 1 < width { value = min(value, self[row - 1, slot + 1] + 1) }
        if row > 1, column > 1, target[column - 2] == character,
          target[column - 1] == text[row - 2]
        {
          value = min(value, self[row - 2, slot] + 1)
        }
      }
      rows.append(value)
      left = value
      least = min(least, value)
    }
    if strictRow == nil, Int(least) >= bound { strictRow = row }
    return least < over
  }

  /// The distance of the text given; `nil` above the bound.
  var distance: Int? {
    let slot = target.count - text.count + bound
    guard slot >= 0, slot < width else { return nil }
    let value = Int(self[text.count, slot])
    return value <= bound ? value : nil
  }

  /// Calls the body with all that can follow the first `row` characters of the text, of which ``strictRow``
  /// says that no error is left: perhaps one character of the target, and then the target from one on;
  /// both are numbers of characters.
  func forEachContinuation(of row: Int, _ body: (_ first: Int?, _ rest: Int) -> Void) {
    for slot in 0..<width {
      let column = row + slot - bound
      guard column >= 0, column <= target.count else { continue }
      if Int(self[row, slot]) == bound { body(nil, column) }
      // The exchange of the character before with the one that would follow.
      if row > 0, column > 1, slot > 0, target[column - 1] == text[row - 1],
        Int(self[row - 1, slot - 1]) + 1 == bound
      {
        body(column - 2, column)
      }
    }
  }

  private subscript(row: Int, slot: Int) -> UInt8 {
    @inline(__always) get { rows[row * width + slot] }
  }
}

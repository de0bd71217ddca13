/// How likely it is that a word was typed when another one was meant: the less it costs, the more likely.
struct EditCost: Sendable {
  /// The errors by which the typed word was made of another one.
  struct Errors: Equatable, Sendable {
    let edits: Int
    let cost: Int
    let kind: Correction.Kind
  }

  /// What an error costs, and how much less one that is made often.
  private static let edit = 16
  private static let neighborKey = 6
  private static let doubledLetter = 6
  private static let exchange = 5
  /// What another first letter costs besides: the first is seldom wrong.
  private static let firstLetter = 12

  private let typed: [UInt32]
  private let keyboard: Keyboard

  init(of typed: [UInt32], on keyboard: Keyboard) {
    self.typed = typed
    self.keyboard = keyboard
  }

  /// The fewest errors that make the typed word of another one, what they cost, and of which kind they are.
  func errors(of meant: [UInt32]) -> Errors {
    let (edits, cost) = cost(of: meant)
    return Errors(edits: edits, cost: cost, kind: kind(of: meant))
  }

  private func kind(of meant: [UInt32]) -> Correction.Kind {
    if typed.count < meant.count { return .missing }
    if typed.count > meant.count { return .surplus }
    let others = typed.indices.filter { typed[$0] != meant[$0] }
    let isExchange =
      others.count == 2 && others[0] + 1 == others[1] && typed[others[0]] == meant[others[1]]
      && typed[others[1]] == meant[others[0]]
    return isExchange ? .exchanged : .replaced
  }

  /// The fewest errors that make the typed word of another one, and what they cost: of several ways to make
  /// as few, the cheapest counts.
  ///
  /// - Parameter meant: The characters of the other word.
  /// - Returns: The number of errors, by optimal string alignment, and their cost.
  func cost(of meant: [UInt32]) -> (edits: Int, cost: Int) {
    // Errors are so far apart that no discount makes up for one.
    let unit = 1 << 16
    let width = meant.count + 1
    var table = [Int](repeating: 0, count: (typed.count + 1) * width)
    for row in 0...typed.count {
      for column in 0...meant.count where row + column > 0 {
        var least = Int.max
        if row > 0 {
          let isDoubled = row > 1 && typed[row - 1] == typed[row - 2]
          least = table[(row - 1) * width + column] + unit - (isDoubled ? Self.doubledLetter : 0)
        }
        if column > 0 {
          let isDoubled = column > 1 && meant[column - 1] == meant[column - 2]
          least = min(
            least, table[row * width + column - 1] + unit - (isDoubled ? Self.doubledLetter : 0))
        }
        if row > 0, column > 0 {
          least = min(
            least,
            table[(row - 1) * width + column - 1]
              + (typed[row - 1] == meant[column - 1]
                ? 0 : unit - discount(typed[row - 1], meant[column - 1])))
        }
        if row > 1, column > 1, typed[row - 1] == meant[column - 2],
          typed[row - 2] == meant[column - 1], typed[row - 1] != typed[row - 2]
        {
          least = min(least, table[(row - 2) * width + column - 2] + unit - Self.exchange)
        }
        table[row * width + column] = least
      }
    }
    let total = table[table.count - 1]
    let edits = (total + unit - 1) / unit
    let discount = edits * unit - total
    let isFirstOther = typed.first != meant.first
    return (edits, edits * Self.edit - discount + (isFirstOther ? Self.firstLetter : 0))
  }

  private func discount(_ typed: UInt32, _ meant: UInt32) -> Int {
    keyboard.areNeighbors(typed, meant) ? Self.neighborKey : 0
  }
}

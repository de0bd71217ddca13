/// A part of a sum.
enum SumToken: Hashable {
  case number(ExactNumber)
  /// An operator, and whether there is space on both of its sides.
  case sign(Sign, isApart: Bool)
  case percent
  /// Of a percentage: `15% of 80`.
  case of
  case root
  case open, close

  /// An operator between two numbers; the first two may stand before one, too.
  enum Sign: Character {
    case plus = "+"
    case minus = "−"
    case times = "×"
    case divided = "÷"
    case power = "^"
    /// As between numbers of a date or of a telephone.
    case slash = "/"
  }

  private static let words: [String: SumToken] = ["of": .of, "percent": .percent, "sqrt": .root]

  /// Takes a text apart; `nil` where it has anything that no sum has.
  static func tokens(of text: String, _ style: NumberStyle) -> [SumToken]? {
    let all = Array(text)[...]
    var tokens: [SumToken] = []
    var place = 0
    while place < all.count {
      let character = all[place]
      if character.isWhitespace {
        place += 1
      } else if character.isDigit || character == "." || character == "," {
        guard let number = style.number(in: all, at: &place) else { return nil }
        tokens.append(.number(number))
      } else if character.isLetter, character.isASCII {
        let word = all[place...].prefix { $0.isLetter }
        guard let token = words[String(word).lowercased()] else { return nil }
        tokens.append(token)
        place = word.endIndex
      } else if let token = punctuation(in: all, at: &place) {
        tokens.append(token)
      } else {
        return nil
      }
    }
    return tokens
  }

  private static func punctuation(
    in all: ArraySlice<Character>, at place: inout Int
  ) -> SumToken? {
    let start = place
    place += 1
    switch all[start] {
    case "(": return .open
    case ")": return .close
    case "%": return .percent
    case "√": return .root
    case "*" where place < all.count && all[place] == "*":
      place += 1
      return .sign(.power, isApart: false)
    default: break
    }
    guard let sign = sign(all[start]) else { return nil }
    let isApart =
      start > 0 && all[start - 1].isWhitespace && place < all.count && all[place].isWhitespace
    return .sign(sign, isApart: isApart)
  }

  private static func sign(_ character: Character) -> Sign? {
    switch character {
    case "+": .plus
    case "-", "−": .minus
    case "*", "×", "·", "⋅": .times
    case "÷": .divided
    case "^": .power
    case "/": .slash
    default: nil
    }
  }
}

internal import FresnelQuery
internal import SpotlightWire

extension PlanMaker {
  private static let wordsInNames = 3...6

  /// The plan in which words may be missing; `nil` where there are too few of them.
  ///
  /// What stands in quotes is asked for as it stands, and never left out. The words are the same for both readings, so
  /// that one list of weights goes for both.
  ///
  /// - Parameter reading: In names or anywhere.
  /// - Returns: The plan.
  func leavingOut(_ reading: Reading) -> ReadingPlan? {
    var list = LeftOutList(conditions: query.conditions)
    for piece in query.pieces { add(piece, query.text(of: piece), to: &list) }
    // Joined words may make more pieces than are asked for. What is not asked for makes no tier.
    let count = min(list.pieces.count, UserQuery.mostPieces)
    let isInNames = reading == .leftOutInNames
    guard isInNames ? Self.wordsInNames.contains(count) : count > 1 else { return nil }
    let words = LeftOutWords(
      list.pieces, conditions: list.conditions,
      tiers: (0..<(isInNames ? 2 : count)).map { missing in
        Int(isInNames ? reading.tier : Reading.tier(missing: missing, of: count))
      })
    var plan = ReadingPlan(
      .all(of: list.pieces.map(\.forms[0].clause) + list.conditions), reading, terms: list.terms)
    plan.leavingOut = words
    return plan
  }

  private func add(_ piece: Piece, _ text: String, to list: inout LeftOutList) {
    switch piece.kind {
    case .token: break
    case .phrase:
      list.conditions.append(LeftOutWords.Form(text).clause)
      list.terms.append(Understanding.Term(range: piece.range, text: text))
    case .code:
      let words = Self.words(ofCode: text, at: piece.range.lowerBound)
      // Of a text that joins very many it stays one piece, as there is a bound for pieces.
      guard words.isEmpty || list.terms.count + words.count > UserQuery.mostPieces else {
        for (place, word) in words.enumerated() {
          let goesOn = piece.mayGoOn && place == words.count - 1
          list.add(
            Understanding.Term(
              range: word.range, text: word.text, traits: goesOn ? .isPrefix : []),
            others: WordForms.others(of: word.text, goesOn: goesOn))
        }
        break
      }
      list.add(
        Understanding.Term(
          range: piece.range, text: text, traits: piece.mayGoOn ? [.isCode, .isPrefix] : .isCode))
    case .word, .prefix:
      list.add(
        Understanding.Term(
          range: piece.range, text: text, traits: piece.mayGoOn ? .isPrefix : []),
        others: WordForms.others(of: text, goesOn: piece.mayGoOn))
    }
  }

  private static let leastLettersOfPart = 3

  /// The words that a chunk such as `high-speed` joins by signs; none of one that has a shorter part or anything but
  /// letters, for those mean little alone: `wi-fi`, `node.js`, `2024-03`.
  ///
  /// - Parameters:
  ///   - text: The chunk.
  ///   - start: Where it begins in what was typed.
  /// - Returns: The words with their places in what was typed.
  private static func words(
    ofCode text: String, at start: Int
  ) -> [(text: String, range: Range<Int>)] {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { !isLetter($0) }
    guard parts.count > 1, parts.allSatisfy({ $0.count >= leastLettersOfPart }) else { return [] }
    return parts.map { part in
      let lower = start + text.utf8.distance(from: text.utf8.startIndex, to: part.startIndex)
      return (String(Substring(part)), lower..<lower + part.count)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}

/// The words of a text in which some may be missing, while they are gathered.
private struct LeftOutList {
  private(set) var pieces: [LeftOutWords.Piece] = []
  var conditions: [Query]
  var terms: [Understanding.Term] = []

  init(conditions: [Query]) { self.conditions = conditions }

  /// Adds a word.
  ///
  /// - Parameters:
  ///   - term: What was typed.
  ///   - others: Its other forms.
  mutating func add(_ term: Understanding.Term, others: [String] = []) {
    let goesOn = term.traits.contains(.isPrefix)
    let typed = LeftOutWords.Form(term.text, goesOn: goesOn)
    terms.append(term)
    // A word typed twice asks for nothing more, nor does another form of it.
    let twin = pieces.firstIndex { piece in
      piece.forms[0].clause == typed.clause
        || !piece.forms[0].goesOn && !goesOn
          && piece.forms.contains { $0.text == term.text.lowercased() }
    }
    if let twin {
      pieces[twin].terms.append(terms.count - 1)
      return
    }
    pieces.append(
      LeftOutWords.Piece(
        forms: [typed] + others.map { LeftOutWords.Form($0) },
        weight: FrequentWords.weight(of: term.text, goesOn: goesOn),
        terms: [terms.count - 1]))
  }
}

internal import FresnelQuery
internal import SpotlightWire

/// The words of what was typed of which an item may lack some.
struct LeftOutWords: Hashable, Sendable {
  /// A word, or another piece of the text.
  struct Piece: Hashable, Sendable {
    /// What stands for it: the word as it was typed, then its other forms, the nearest first.
    let forms: [Form]
    /// How much it tells of an item that it has the piece.
    let weight: Int
    /// Its places in the text, among the terms of the understanding.
    var terms: [Int]
  }

  /// A form of a word.
  struct Form: Hashable, Sendable {
    /// The word.
    let text: String
    /// Whether longer words count that begin with it.
    let goesOn: Bool
    /// What asks for it.
    let clause: Query

    /// Makes a form.
    init(_ text: String, goesOn: Bool = false) {
      (self.text, self.goesOn) = (text, goesOn)
      clause = .comparison(UserQuery.comparison(with: text, goesOn: goesOn))
    }
  }

  /// The pieces, those of the greatest weight first, equals in the order of the text.
  let pieces: [Piece]
  /// What each item has to match besides.
  let conditions: [Query]
  /// By the number of pieces that an item lacks, the tier of its score.
  let tiers: [Int]

  /// The plan of the items that have some pieces and lack others.
  ///
  /// - Parameters:
  ///   - forms: By piece, the place of the form that they have; `nil` where they lack the piece.
  ///   - plan: The plan that has these words.
  /// - Returns: A plan that asks for those forms, and says which stood for a word and which words were left out.
  func plan(having forms: [Int?], of plan: ReadingPlan) -> ReadingPlan {
    var understanding = plan.understanding
    var clauses: [Query] = []
    for (piece, form) in zip(pieces, forms) {
      guard let form else {
        for term in piece.terms { understanding.terms[term].traits.insert(.isLeftOut) }
        continue
      }
      clauses.append(piece.forms[form].clause)
      for term in piece.terms {
        understanding.terms[term].text = piece.forms[form].text
        if form > 0 { understanding.terms[term].traits = [] }
      }
    }
    return ReadingPlan(
      .all(of: clauses + conditions), understanding.reading, terms: understanding.terms)
  }
}

extension PlanMaker {
  private static let wordsInNames = 3...6

  /// The plan in which words may be missing; `nil` where there are too few of them.
  ///
  /// What stands in quotes is asked for as it stands, and never left out.
  ///
  /// - Parameter reading: In names or anywhere.
  /// - Returns: The plan.
  func leavingOut(_ reading: Reading) -> ReadingPlan? {
    var list = LeftOutList(conditions: query.conditions)
    for piece in query.pieces { add(piece, to: &list) }
    let count = list.pieces.count
    let isInNames = reading == .leftOutInNames
    guard isInNames ? Self.wordsInNames.contains(count) : count > 1 else { return nil }
    let words = LeftOutWords(
      pieces: list.pieces.enumerated().sorted {
        ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
      }.map(\.element),
      conditions: list.conditions,
      tiers: (0..<(isInNames ? 2 : count)).map { missing in
        Int(isInNames ? reading.tier : Reading.tier(missing: missing, of: count))
      })
    var plan = ReadingPlan(
      .all(of: list.pieces.map(\.forms[0].clause) + list.conditions), reading, terms: list.terms)
    plan.leavingOut = words
    return plan
  }

  private func add(_ piece: Piece, to list: inout LeftOutList) {
    let text = query.text(of: piece)
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

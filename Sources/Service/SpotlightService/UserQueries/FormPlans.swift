internal import FresnelEngine
internal import FresnelQuery
internal import SpotlightWire

/// Makes the plans of what was typed: the one in which the text is a name, the one in which pieces are codes, and the
/// one that all pieces are words of.
///
/// A plan with forms is made only where some store has an item with the form. Each plan is without what those before it
/// find, so that an item comes by the best of them.
struct FormPlans {
  private let maker: PlanMaker
  private let stores: [VisibleStore]
  private let isOver: @Sendable () -> Bool
  /// Whether something may be missing, as the time was over or part of a store could not be read.
  private(set) var isPartial = false
  /// What the keys tell of codes that the plan of the words may find as well.
  private(set) var hints = CodeHints()

  /// A code that more go on from will have another letter soon: with each letter, so many are looked at.
  private static let most = 256

  init(_ maker: PlanMaker, in stores: [VisibleStore], isOver: @escaping @Sendable () -> Bool) {
    self.maker = maker
    self.stores = stores
    self.isOver = isOver
  }

  /// The plans, in the order in which they run.
  mutating func plans() -> [ReadingPlan] {
    guard let words = maker.plans(of: .asTyped).first else { return [] }
    var plans: [ReadingPlan] = []
    if let name = maker.query.name(maker.locale), items(name, atMost: .max) != nil {
      plans.append(maker.plan(of: .asTyped, name))
      plans[0].relation = .isName
    }
    let codes = codes()
    guard !codes.isEmpty, let withCodes = maker.plan(withCodes: codes.mapValues(\.test)) else {
      return plans + [words]
    }
    guard let others = otherPoints, codes.values.allSatisfy(\.isWhole) else {
      return plans + [withCodes, words]
    }
    hints.plan = withCodes
    hints.codes = stores.indices.map { store in
      CodeItems(codes.values.map { $0.items[store] }, otherPoints: others)
    }
    return plans + [words]
  }

  /// A code and what has it.
  private struct Code {
    let test: FormTest
    /// By store.
    let items: [FormItems]
    /// Whether these are all.
    let isWhole: Bool
  }

  /// By the place of a piece, the code that it is of some items.
  private mutating func codes() -> [Int: Code] {
    var codes: [Int: Code] = [:]
    for (place, piece) in maker.query.pieces.enumerated() {
      guard let test = maker.query.code(of: piece, maker.locale) else { continue }
      let isExact = test.ending == .nothing
      // Mostly there are none, which one look tells.
      if isExact, items(test, atMost: .max) == nil { continue }
      if let items = items(test, atMost: Self.most) {
        codes[place] = Code(test: test, items: items, isWhole: true)
      } else if isExact {
        codes[place] = Code(test: test, items: [], isWhole: false)
      }
    }
    return codes
  }

  /// The most points of all words but one; `nil` where that is not known.
  private var otherPoints: Int? {
    let query = maker.query
    guard query.conditions.isEmpty else { return nil }
    if query.pieces.count == 1 { return 0 }
    let areWords = query.pieces.allSatisfy { piece in
      query.text(of: piece).utf8.allSatisfy(Self.isASCIILetter)
    }
    return areWords ? (query.pieces.count - 1) * Self.pointsOfWord : nil
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// What a word is worth at most.
  private static let pointsOfWord = 40

  /// By store, the items that have a form; `nil` where there are none, or more than so many.
  private mutating func items(_ form: FormTest, atMost most: Int) -> [FormItems]? {
    var items: [FormItems] = []
    var count = 0
    for store in stores {
      if isOver() {
        isPartial = true
        return nil
      }
      let found = store.snapshot.items(
        form, in: store.filter, upTo: most == .max ? 1 : most - count + 1, isCancelled: isOver)
      if found.isPartial { isPartial = true }
      count += found.count
      if most == .max, count > 0 { return [found] }
      if count > most { return nil }
      items.append(found)
    }
    return count > 0 ? items : nil
  }
}

/// What the keys tell of codes that the plan of the words mostly finds as well.
struct CodeHints {
  /// By store, the items that have pieces as codes; none where no plan has to be left out for them.
  var codes: [CodeItems] = []
  /// The plan that runs before that of the words where this lacks what codes find.
  var plan: ReadingPlan?
}

extension PlanMaker {
  /// The plan of the items that have a form, whatever their words are.
  ///
  /// - Parameters:
  ///   - reading: The reading.
  ///   - form: The form, which stands for the whole text.
  /// - Returns: The plan.
  func plan(of reading: Reading, _ form: FormTest) -> ReadingPlan {
    var plan = ReadingPlan(
      .all(of: [.comparison(Comparison(form: form))] + query.conditions), reading,
      terms: terms(isCode: { _ in false }))
    plan.takesAll = true
    return plan
  }

  /// The plan of the items that have a piece as a code, and each other one as a code or as a word.
  ///
  /// - Parameter codes: By the place of a piece, the code.
  /// - Returns: The plan; `nil` where nothing is asked for.
  fileprivate func plan(withCodes codes: [Int: FormTest]) -> ReadingPlan? {
    var clauses: [Query] = []
    for (place, piece) in query.pieces.enumerated() {
      guard let word = query.comparison(with: piece) else { continue }
      let asWord = Query.comparison(word)
      let clause = codes[place].map { Query.any(of: [asWord, .comparison(Comparison(form: $0))]) }
      if !clauses.contains(clause ?? asWord) { clauses.append(clause ?? asWord) }
    }
    // What leads to the items is worth nothing by itself.
    let leads = codes.sorted { $0.key < $1.key }.map { _, code in
      Query.comparison(Comparison(form: code.ranked(.none)))
    }
    var plan = ReadingPlan(
      .all(of: clauses + [.any(of: leads)] + query.conditions), .asTyped,
      terms: terms(isCode: { codes[$0] != nil }))
    plan.takesAll = true
    plan.isInterleaved = true
    return plan
  }

  private func terms(isCode: (Int) -> Bool) -> [Understanding.Term] {
    query.pieces.enumerated().compactMap { place, piece in
      if piece.kind == .token { return nil }
      var traits: Understanding.Term.Traits =
        piece.kind == .code || isCode(place) ? .isCode : []
      if piece.mayGoOn { traits.insert(.isPrefix) }
      return Understanding.Term(range: piece.range, text: query.text(of: piece), traits: traits)
    }
  }
}

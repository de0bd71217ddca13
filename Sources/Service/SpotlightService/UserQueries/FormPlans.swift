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
  /// How many items may be read to know whether they have a form, where keys only propose them.
  private static let mostEvaluations = 64

  init(_ maker: PlanMaker, in stores: [VisibleStore], isOver: @escaping @Sendable () -> Bool) {
    self.maker = maker
    self.stores = stores
    self.isOver = isOver
  }

  /// The plans, in the order in which they run.
  ///
  /// - Parameter earlier: The plans that ran for another list of the same ask. Codes that were looked for then are
  ///   looked for again, however many items have them now.
  /// - Returns: The plans.
  mutating func plans(besides earlier: [ReadingPlan]) -> [ReadingPlan] {
    guard let words = maker.plans(of: .asTyped).first else { return [] }
    let (name, ofPieces) = maker.query.asTypedForms(maker.locale)
    var codes = ofPieces.map { Code(place: $0.place, test: $0.test) }
    let wanted =
      (name.map { [(test: $0, most: 1)] } ?? [])
      + codes.map { (test: $0.test, most: Self.most + 1) }
    var found = items(wanted)
    var plans: [ReadingPlan] = []
    if let name, found.removeFirst().contains(where: { $0.count > 0 }) {
      plans.append(maker.plan(of: .asTyped, name))
      plans[0].relation = .isName
      if !name.isProven { plans[0].mostEvaluations = Self.mostEvaluations }
    }
    for index in codes.indices { codes[index].items = found[index] }
    codes.removeAll { $0.count == 0 || !$0.isWhole && $0.test.ending != .nothing }
    let known = earlier.filter(\.isInterleaved)
    if codes.isEmpty { return plans + known + [words] }
    // Mostly the plan of the words tells that this one need not run, so that it is not made before.
    let makePlan = { [maker, codes] in Self.plan(of: codes, maker) }
    let others = known.isEmpty ? [] : known.filter { [plan = makePlan()] in $0 != plan }
    if let points = otherPoints, others.isEmpty, codes.allSatisfy(\.isWhole) {
      hints.plan = makePlan
      hints.codes = stores.indices.map { store in
        CodeItems(codes.map { $0.items[store] }, otherPoints: points)
      }
      return plans + [words]
    }
    return plans + others + [makePlan(), words].compactMap(\.self)
  }

  /// A piece as a code, and what has it.
  private struct Code {
    let place: Int
    let test: FormTest
    /// By store.
    var items: [FormItems] = []

    init(place: Int, test: FormTest) {
      (self.place, self.test) = (place, test)
    }

    var count: Int { items.reduce(0) { $0 + $1.count } }

    /// Whether these are all that have it.
    var isWhole: Bool { count <= FormPlans.most && !items.contains(where: \.isLimited) }
  }

  /// The plan of the items that have some pieces as codes; `nil` where nothing is asked for.
  private static func plan(of codes: [Code], _ maker: PlanMaker) -> ReadingPlan? {
    var plan = maker.plan(
      withCodes: Dictionary(uniqueKeysWithValues: codes.map { ($0.place, $0.test) }))
    if codes.contains(where: { !$0.test.isProven }) {
      plan?.mostEvaluations = mostEvaluations
    }
    return plan
  }

  /// By form and store, the items that have it.
  private mutating func items(_ wanted: [(test: FormTest, most: Int)]) -> [[FormItems]] {
    var items: [[FormItems]] = wanted.map { _ in [] }
    for store in stores {
      var found = wanted.map { _ in FormItems() }
      if isOver() {
        isPartial = true
      } else {
        found = store.snapshot.items(wanted, in: store.filter, isCancelled: isOver)
      }
      for index in items.indices {
        if found[index].isPartial { isPartial = true }
        items[index].append(found[index])
      }
    }
    return items
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
}

/// What the keys tell of codes that the plan of the words mostly finds as well.
struct CodeHints {
  /// By store, the items that have pieces as codes; none where no plan has to be left out for them.
  var codes: [CodeItems] = []
  /// Makes the plan that runs before that of the words where this lacks what codes find.
  var plan: (() -> ReadingPlan?)?
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

  /// The pieces as they stand.
  ///
  /// - Parameter isCode: Whether a piece was found as a code, by its place.
  /// - Returns: A term for each piece that is no token.
  func terms(isCode: (Int) -> Bool) -> [Understanding.Term] {
    query.pieces.enumerated().compactMap { place, piece in
      if piece.kind == .token { return nil }
      var traits: Understanding.Term.Traits =
        piece.kind == .code || isCode(place) ? .isCode : []
      if piece.mayGoOn { traits.insert(.isPrefix) }
      return Understanding.Term(range: piece.range, text: query.text(of: piece), traits: traits)
    }
  }
}

internal import FresnelEngine
internal import FresnelQuery
internal import FresnelText
internal import SpotlightWire

/// Answers what a person typed by several readings, one after the other.
///
/// A reading is tried where those before it found too few rows in all stores together: a store without an exact hit
/// does not guess while another has ten. What a reading has found is left out of those behind it, whose scores are
/// all less; so they only add rows at the end.
struct Ladder {
  /// What is looked for, and how.
  struct Request {
    /// What was typed.
    var query: UserQuery
    /// What queries are understood in.
    var context: EvaluationContext
    /// The order of rows; in one by an attribute there is only what was typed.
    var order = SearchOrder.relevance
    /// Whether all matches of what was typed are counted.
    var countsMatches = false
    /// How much of each item is read.
    var detail = FresnelEngine.SearchRequest.Detail.rows
    /// Whether the person seems to be done with the text.
    var isFinished = false
    /// Whether only what was typed is looked for.
    var isExact = false
    /// What else orders rows by relevance; `nil` where the text alone does.
    var memory: MemoryOrder?
    /// What the person pinned for the text, or gave it as a name; `nil` for nothing.
    var marks: SearchMarks?
    /// Whether the whole system is searched, so that no app may fill a list with its names.
    var isOfSystem = false
    /// Whether words are weighed by how many items have them where items may lack some, and not by the list of
    /// frequent words alone.
    var countsWords = false

    /// Whether there is a word to look for, or a token.
    var asksForSomething: Bool {
      PlanMaker(query: query).hasPlans(of: .asTyped)
    }
  }

  private let request: Request
  private let stores: [VisibleStore]
  private let plans: PlanMaker
  private let group: ([HitGrouping.Found]) -> [HitGrouping.Row]
  private let isOver: @Sendable () -> Bool

  /// Prepares to answer.
  ///
  /// - Parameters:
  ///   - request: What is looked for.
  ///   - stores: What the searcher sees.
  ///   - isOver: Whether the time is over, or the ask was called off.
  ///   - group: Makes rows of hits.
  init(
    _ request: Request, in stores: [VisibleStore], isOver: @escaping @Sendable () -> Bool,
    group: @escaping ([HitGrouping.Found]) -> [HitGrouping.Row]
  ) {
    self.request = request
    self.stores = stores
    self.isOver = isOver
    self.group = group
    plans = PlanMaker(query: request.query, locale: request.context.locale)
  }

  /// Runs the readings from the top.
  ///
  /// - Parameters:
  ///   - limit: The most hits.
  ///   - state: What the ask has tried, and grows by what it tries now.
  /// - Returns: What was found; nothing where what was typed has no word.
  /// - Throws: `QueryError` for a filter that is no valid tree.
  func climb(
    limit: Int, _ state: inout LadderState
  ) throws(QueryError) -> LadderClimb {
    var climb = LadderClimb(request, in: stores, limit: limit, isOver: isOver, group: group)
    try run(&climb, &state)
    return climb
  }

  private func run(
    _ climb: inout LadderClimb, _ state: inout LadderState
  ) throws(QueryError) {
    var corrections = CorrectionPlans(
      plans, keyboardLanguage: request.context.locale.identifier, isFinished: request.isFinished,
      in: stores, isOver: isOver)
    var joinedOrSplit = JoinedOrSplitPlans(plans, in: stores, isOver: isOver)
    for reading in Reading.allCases {
      if reading != .asTyped {
        // A list that is full has no place for more, and who has more hits of a reading is not known.
        guard request.order == .relevance, !request.isExact, !climb.isFull else { return }
        guard
          hasPlans(reading),
          state.hasTried(reading)
            || climb.lacksRows(reading.sufficientRows(isFinished: request.isFinished))
        else { continue }
        if isOver() {
          climb.isPartial = true
          return
        }
      }
      state.begin(reading)
      let found: [ReadingPlan]
      switch reading {
      case .asTyped:
        found = asTyped(&climb, state)
        try climb.addMarked(found.last?.query)
      case .oneEdit, .twoEdits: found = corrections.plans(of: reading)
      case .joinedOrSplit:
        found = joinedOrSplit.plans()
        climb.work.add(joinedOrSplit.counter.work)
        if joinedOrSplit.counter.isPartial { climb.isPartial = true }
      case .latinSpelling: found = plans.inOtherAlphabets(alphabets)
      default: found = plans.plans(of: reading)
      }
      try climb.run(found, of: reading, isFinished: request.isFinished, &state)
      if reading.isCorrection, climb.hits.isEmpty {
        let others = corrections.plansWithKnownWord(of: reading)
        try climb.run(others, of: reading, isFinished: request.isFinished, isMore: true, &state)
      }
      if corrections.isLimited { climb.isLimited = true }
      if corrections.isPartial { climb.isPartial = true }
    }
  }

  /// The plans of what was typed. In an order by an attribute there is one, which that order is known of.
  private func asTyped(_ climb: inout LadderClimb, _ state: LadderState) -> [ReadingPlan] {
    guard request.order == .relevance else { return plans.plans(of: .asTyped) }
    var forms = FormPlans(plans, in: stores, isOver: isOver)
    let found = forms.plans(besides: state.plans(of: .asTyped))
    if forms.isPartial { climb.isPartial = true }
    climb.hints = forms.hints
    return found
  }

  /// Whether a reading may have plans, as far as the text tells.
  private func hasPlans(_ reading: Reading) -> Bool {
    switch reading {
    case .oneEdit, .twoEdits: true
    // Which forms and parts there are is looked up only where rows are lacking: most keystrokes find enough.
    case .stems, .joinedOrSplit:
      request.query.pieces.contains { $0.kind == .word || $0.kind == .prefix }
    case .scripts: mayBeInOtherScripts || plans.mayLackMarks
    case .latinSpelling: request.query.mayBeSpelledInLatin && !alphabets.isEmpty
    case .leftOutInNames, .leftOut: request.query.pieces.count > 1
    default: plans.hasPlans(of: reading)
    }
  }
}

extension Ladder {
  /// Whether names may be spelt as the text is, or have its characters in another form. Most people have no such names.
  fileprivate var mayBeInOtherScripts: Bool {
    request.query.hasHanVariants || request.query.mayHaveArticle
      || request.query.mayBeReading && stores.contains { $0.snapshot.hasReadings }
  }

  /// The alphabets that there are names in.
  fileprivate var alphabets: SpelledAlphabets {
    stores.reduce(into: []) { $0.formUnion($1.snapshot.alphabets) }
  }
}

/// What an ask has tried. It belongs to the request, through all lists of a live one: what was tried for one list
/// is tried for the next, so that an item that arrives makes no row vanish.
struct LadderState: Sendable {
  /// By reading, the plans that ran.
  private var plans: [Reading: [ReadingPlan]] = [:]
  /// What words weigh where items may lack some, in the order of the text; `nil` before that is known.
  var weights: [Int]?

  /// Whether a reading has been tried.
  func hasTried(_ reading: Reading) -> Bool { plans[reading] != nil }

  /// The plans of a reading that have run, in their order.
  func plans(of reading: Reading) -> [ReadingPlan] { plans[reading] ?? [] }

  /// Notes that a reading is tried.
  mutating func begin(_ reading: Reading) {
    plans[reading, default: []] += []
  }

  /// Notes that a plan has run.
  mutating func note(_ plan: ReadingPlan) {
    let reading = plan.understanding.reading
    if plans[reading]?.contains(plan) != true { plans[reading, default: []].append(plan) }
  }
}

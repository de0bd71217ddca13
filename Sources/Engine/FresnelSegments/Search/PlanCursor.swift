import FresnelStorage

/// Walks through the candidates of any plan in one segment, document by document.
struct PlanCursor: ~Copyable {
  /// What is known of a document as the answer to a part of a plan.
  struct Value {
    /// The points of its terms.
    var points = 0
    /// Whether terms were looked for; else the part does not touch the order of results.
    var isRanked = false
    /// Whether all terms are in titles.
    var isInTitles = true
    /// Whether it certainly matches.
    var isProven: Bool
    /// Whether it certainly does not. It has its terms all the same: what other parts make of it is
    /// ranked by these.
    var isRefuted = false

    /// One number that orders as results are ordered.
    var facts: Int {
      isRanked
        ? MatchFacts.of(points: points) | (isInTitles ? MatchFacts.inTitles : 0) : 0
    }
  }

  private var plan: BoundPlan
  private var cursors: OwnedArray<ClauseCursor>
  /// By node, the parts of a disjunction of many by what they find next; empty for others.
  private var queues: [PartQueue]
  /// By node, whether every document in it is ranked.
  private let isRanked: [Bool]
  /// By node, the parts of a conjunction that lead through it, the rarest first; the others are asked
  /// only about what these find.
  private let leadingParts: [[Int]]
  /// By node, whether documents that it does not find may be found by others, and are then ranked by the
  /// terms that they have of it all the same. Filters are not to tell on ranks: segments may lack columns.
  private let isAlternative: [Bool]
  private let documentCount: UInt32

  /// Opens the lists of a plan; none of them when the budget is exhausted.
  static func open(
    _ plan: consuming BoundPlan, in segment: Segment, ranks: Bool, _ budget: inout SearchBudget
  ) throws(StorageError) -> PlanCursor {
    var cursors = OwnedArray<ClauseCursor>(capacity: plan.clauses.count)
    for clause in 0..<plan.clauses.count {
      cursors.append(
        try ClauseCursor.open(&plan.clauses[clause], Places.all, in: segment, &budget))
      if budget.isExhausted {
        return PlanCursor(
          plan.emptied(), OwnedArray(capacity: 0),
          documentCount: UInt32(clamping: segment.documentCount), ranks: ranks)
      }
    }
    return PlanCursor(
      plan, cursors, documentCount: UInt32(clamping: segment.documentCount), ranks: ranks)
  }

  private init(
    _ plan: consuming BoundPlan, _ cursors: consuming OwnedArray<ClauseCursor>,
    documentCount: UInt32, ranks: Bool
  ) {
    self.documentCount = documentCount
    isRanked = Self.rankedNodes(plan.nodes)
    isAlternative = Self.alternatives(plan.nodes, ranks: ranks)
    leadingParts = Self.leadingParts(
      plan, cursors, isAlternative, documentCount: Int(documentCount))
    queues = plan.nodes.contains { $0.isLongDisjunction } ? plan.nodes.map { PartQueue($0) } : []
    self.plan = plan
    self.cursors = cursors
  }

  private static func leadingParts(
    _ plan: borrowing BoundPlan, _ cursors: borrowing OwnedArray<ClauseCursor>,
    _ isAlternative: [Bool], documentCount: Int
  ) -> [[Int]] {
    var leading: [[Int]] = []
    var counts: [Int] = []
    // Which nodes can tell of a document sooner than find the next one.
    var isTest: [Bool] = []
    for (number, node) in plan.nodes.enumerated() {
      var parts: [Int] = []
      switch node {
      case .unknown: counts.append(documentCount)
      // It can only be asked about documents that other parts found.
      case .phrase: counts.append(.max)
      case .clause(let clause): counts.append(cursors[clause].count)
      case .documents(let documents): counts.append(documents.count)
      case .form(let documents): counts.append(documents.count)
      case .filter(let filter): counts.append(plan.filters[filter].estimatedCount)
      case .exclusion: counts.append(documentCount)
      case .comparison(let part, _, _, _): counts.append(counts[part])
      // Parts come before what they are parts of.
      case .or(let alternatives): counts.append(alternatives.reduce(0) { $0 + counts[$1] })
      case .and(let all, _):
        parts = all.sorted { counts[$0] < counts[$1] }
        counts.append(parts.first.map { counts[$0] } ?? documentCount)
        if isAlternative[number], parts.contains(where: { !isTest[$0] }) {
          // What a filter leads past would not be ranked by its terms.
          parts = parts.filter { !isTest[$0] }
        }
        // Walking through a filter costs more than testing with it, unless it is the rarest.
        parts = parts.prefix(1) + parts.dropFirst().filter { !isTest[$0] }
      }
      leading.append(parts)
      switch node {
      case .unknown, .filter, .phrase, .exclusion: isTest.append(true)
      case .comparison(let part, _, _, _): isTest.append(isTest[part])
      case .clause, .documents, .form, .and, .or: isTest.append(false)
      }
    }
    return leading
  }

  /// Which nodes are below a disjunction; none where ranks do not matter.
  private static func alternatives(_ nodes: [BoundPlan.Node], ranks: Bool) -> [Bool] {
    var isAlternative = [Bool](repeating: false, count: nodes.count)
    guard ranks else { return isAlternative }
    // Parts come before what they are parts of.
    for (number, node) in nodes.enumerated().reversed() {
      switch node {
      case .or(let parts): for part in parts { isAlternative[part] = true }
      case .and(let parts, _): for part in parts { isAlternative[part] = isAlternative[number] }
      case .comparison(let part, _, _, _): isAlternative[part] = isAlternative[number]
      case .unknown, .clause, .phrase, .documents, .form, .filter, .exclusion: break
      }
    }
    return isAlternative
  }

  private static func rankedNodes(_ nodes: [BoundPlan.Node]) -> [Bool] {
    var isRanked: [Bool] = []
    for node in nodes {
      switch node {
      case .unknown, .filter, .phrase, .exclusion: isRanked.append(false)
      case .clause, .documents: isRanked.append(true)
      case .form(let documents): isRanked.append(documents.isRanked)
      case .comparison(let part, _, _, let ranks): isRanked.append(ranks && isRanked[part])
      // Parts come before what they are parts of.
      case .and(let parts, _): isRanked.append(parts.contains { isRanked[$0] })
      case .or(let parts): isRanked.append(parts.allSatisfy { isRanked[$0] })
      }
    }
    return isRanked
  }

  /// The first document from a number on that may be a candidate; `UInt32.max` if there is none.
  mutating func next(
    from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    try next(plan.root, from: document, &budget)
  }

  /// What is known of a document, which must not be before one asked about earlier; `nil` when it is
  /// no candidate.
  mutating func value(
    at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Value? {
    guard let value = try value(plan.root, at: document, &budget), !value.isRefuted else {
      return nil
    }
    return value
  }

  /// The greatest facts that a candidate may have.
  var greatestFacts: Int {
    isRanked[plan.root]
      ? MatchFacts.of(points: greatestPoints(plan.root)) | MatchFacts.inTitles : 0
  }

  private func greatestPoints(_ node: Int) -> Int {
    switch plan.nodes[node] {
    case .unknown, .filter, .phrase, .exclusion: return 0
    case .comparison(let part, _, _, _): return isRanked[node] ? greatestPoints(part) : 0
    case .clause(let clause): return cursors[clause].greatestPoints
    case .documents: return 1
    case .form(let documents): return documents.greatestPoints
    case .and(let parts, _): return parts.reduce(0) { $0 + greatestPoints($1) }
    case .or(let parts): return parts.reduce(0) { max($0, greatestPoints($1)) }
    }
  }

  private mutating func next(
    _ node: Int, from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    guard document < documentCount else { return .max }
    switch plan.nodes[node] {
    // An exclusion leaves out a document here and there.
    case .unknown, .phrase, .exclusion: return document
    case .clause(let clause):
      try cursors[clause].advance(to: document)
      return cursors[clause].document
    case .documents(let documents): return documents.next(from: document)
    case .form(let documents): return documents.next(from: document)
    case .comparison(let part, _, _, _): return try next(part, from: document, &budget)
    case .filter(let filter):
      return try plan.filters[filter].next(from: document, &budget)
    case .and:
      return try nextOfAll(leadingParts[node], from: document, &budget)
    case .or(let parts):
      if isQueued(node) {
        try advanceQueue(of: node, to: document, &budget)
        return queues[node].least
      }
      var least = UInt32.max
      for part in parts { least = min(least, try next(part, from: document, &budget)) }
      return least
    }
  }

  private func isQueued(_ node: Int) -> Bool {
    !queues.isEmpty && !queues[node].isEmpty
  }

  /// Moves the parts of a disjunction of many that are before a document.
  private mutating func advanceQueue(
    of node: Int, to document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) {
    while let part = queues[node].partBefore(document) {
      queues[node].replaceLeast(with: try next(part, from: document, &budget))
      if !budget.spend(postings: 1) { return }
    }
  }

  /// The parts of a disjunction that may find a document.
  private mutating func parts(
    _ parts: [Int], of node: Int, at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> [Int] {
    if !isQueued(node) { return parts }
    try advanceQueue(of: node, to: document, &budget)
    return queues[node].parts(at: document)
  }

  private mutating func nextOfAll(
    _ parts: [Int], from document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> UInt32 {
    var document = document
    var agreeing = 0
    while document < documentCount {
      for part in parts {
        let next = try next(part, from: document, &budget)
        if next == document {
          agreeing += 1
        } else {
          document = next
          agreeing = 1
        }
        if agreeing >= parts.count || document == .max { return document }
        if !budget.spend(steps: 1) { return .max }
      }
      if parts.isEmpty { return document }
      if !budget.spend(postings: 1) { break }
    }
    return .max
  }

  private mutating func value(
    _ node: Int, at document: UInt32, _ budget: inout SearchBudget
  ) throws(StorageError) -> Value? {
    switch plan.nodes[node] {
    case .unknown: return Value(isProven: false)
    case .phrase(let phrase):
      let answer = try plan.phrases[phrase].answer(document)
      return Value(isProven: answer == .yes, isRefuted: answer == .no)
    case .clause(let clause):
      try cursors[clause].advance(to: document)
      guard cursors[clause].document == document, let points = try cursors[clause].points() else {
        return nil
      }
      var verdict = Verdict.proven
      if try !cursors[clause].isProven(plan.clauses[clause]) {
        verdict = try plan.clauses[clause].verdict(document, &budget)
      }
      return Value(
        points: points, isRanked: true, isInTitles: Places.isTitle(points: points),
        isProven: verdict == .proven, isRefuted: verdict == .refuted)
    case .documents(let documents):
      guard documents.contains(document) else { return nil }
      return Value(points: 1, isRanked: true, isInTitles: false, isProven: true)
    case .form(let documents):
      guard let points = documents.points(of: document) else { return nil }
      return Value(
        points: points, isRanked: documents.isRanked, isInTitles: Places.isTitle(points: points),
        isProven: documents.isProven)
    case .comparison(let part, _, _, _):
      guard let value = try value(part, at: document, &budget) else { return nil }
      return isRanked[node]
        ? value : Value(isProven: value.isProven, isRefuted: value.isRefuted)
    case .exclusion(let exclusion):
      switch try plan.exclusions[exclusion].verdict(document, &budget) {
      case .proven: return Value(isProven: true)
      case .open: return Value(isProven: false)
      case .refuted:
        return isAlternative[node] ? Value(isProven: false, isRefuted: true) : nil
      }
    case .filter(let filter):
      _ = budget.spend(steps: 1)
      guard try plan.filters[filter].matches(document) else {
        return isAlternative[node] ? Value(isProven: false, isRefuted: true) : nil
      }
      return Value(isProven: plan.filters[filter].isCertain(document))
    case .and(let parts, let isWhole):
      var sum = Value(isProven: isWhole)
      for part in parts {
        guard let value = try value(part, at: document, &budget) else { return nil }
        sum.points += value.points
        sum.isRanked = sum.isRanked || value.isRanked
        sum.isInTitles = sum.isInTitles && (!value.isRanked || value.isInTitles)
        sum.isProven = sum.isProven && value.isProven
        sum.isRefuted = sum.isRefuted || value.isRefuted
      }
      return sum
    case .or(let parts):
      var best: Value?
      for part in try self.parts(parts, of: node, at: document, &budget) {
        guard let value = try value(part, at: document, &budget) else { continue }
        guard let known = best else {
          best = value
          continue
        }
        // Points decide, with the titles above them; either proof will do.
        best = known.facts < value.facts ? value : known
        best?.isProven = known.isProven || value.isProven
        best?.isRefuted = known.isRefuted && value.isRefuted
      }
      if !isRanked[node] {
        return best.map { Value(isProven: $0.isProven, isRefuted: $0.isRefuted) }
      }
      return best
    }
  }
}

// MARK: - What the index leaves open

extension PlanCursor {
  /// Whether a document matches, for which ``value(at:_:)`` gave a value that proves nothing. The
  /// evaluator is asked about no comparison of which the index knows.
  mutating func holds(
    for document: UInt32, _ verifier: inout MatchVerifier, _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    try holds(plan.root, for: document, &verifier, &budget)
  }

  private mutating func holds(
    _ node: Int, for document: UInt32, _ verifier: inout MatchVerifier,
    _ budget: inout SearchBudget
  ) throws(StorageError) -> Bool {
    switch plan.nodes[node] {
    case .and(let parts, _):
      // What the index refutes, before anything is evaluated.
      for part in parts {
        guard let value = try value(part, at: document, &budget), !value.isRefuted else {
          return false
        }
      }
      for part in parts {
        guard try holds(part, for: document, &verifier, &budget) else { return false }
      }
      return true
    case .or(let parts):
      for part in try self.parts(parts, of: node, at: document, &budget) {
        if try holds(part, for: document, &verifier, &budget) { return true }
      }
      return false
    case .comparison(_, let place, let isNegated, _):
      guard let value = try value(node, at: document, &budget), !value.isRefuted else {
        return false
      }
      if value.isProven { return true }
      return try verifier.holds(place, for: document, &budget) != isNegated
        && !budget.isExhausted
    case .exclusion(let exclusion):
      return try plan.exclusions[exclusion].admits(document, &verifier, &budget)
        && !budget.isExhausted
    // Parts of comparisons, which are asked above.
    case .unknown, .clause, .phrase, .documents, .form, .filter:
      return try value(node, at: document, &budget)?.isProven ?? false
    }
  }
}

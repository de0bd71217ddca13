import FresnelModel
import FresnelQuery
@testable import FresnelSegments

/// The terms of one item and where they occur.
struct NaiveTerms {
  private(set) var terms: [(bytes: [UInt8], occurrences: Occurrences)] = []
  let identifier: String
  /// What may be typed for the item besides its words.
  private(set) var forms = ItemForms()
  /// Of the runs that were not taken apart: the pieces as ``RunPieces`` notes them, with their groups.
  private let pieces: Set<UInt64>

  init(_ item: EncodedItem) {
    identifier = item.uniqueIdentifier
    var collector = PostingCollector()
    collector.beginDocument()
    _ = ItemAnalyzer.add(item, to: &collector, forms: &forms)
    pieces = Set(collector.pieces.entries.array().map { $0 >> 32 })
    for posting in 0..<collector.postingTerms.count {
      let entry = collector.terms.entries[Int(collector.postingTerms[posting])]
      var bytes: [UInt8] = []
      for word in 0..<(Int(entry.length) + 7) / 8 {
        // The words hold the bytes as they lie in memory.
        withUnsafeBytes(of: collector.terms.arena[Int(entry.offset) + word]) {
          bytes.append(contentsOf: $0)
        }
      }
      terms.append((Array(bytes.prefix(Int(entry.length))), collector.occurrences[posting]))
    }
  }

  /// Whether runs of a group that were not taken apart hold every two neighbours among some bytes, of which the
  /// first sixteen pairs are looked at.
  func mayHold(_ bytes: [UInt8], in group: PostingGroup) -> Bool {
    let pairs = zip(bytes, bytes.dropFirst()).prefix(16).map { UInt64($0) << 9 | UInt64($1) + 1 }
    let wanted = pairs.isEmpty ? bytes.map { UInt64($0) << 9 } : pairs
    return wanted.allSatisfy { pieces.contains($0 << 8 | UInt64(group.rawValue)) }
  }
}

/// Ranks one document by looking at its terms: titles before points, points by the best place of
/// each clause.
struct NaiveRanking {
  private struct Value {
    var points = 0
    var isRanked = false
    var isInTitles = true

    var facts: Int { isRanked ? min(points, 2047) << 3 | (isInTitles ? 1 << 14 : 0) : 0 }
  }

  private let terms: NaiveTerms

  init(_ terms: NaiveTerms) {
    self.terms = terms
  }

  /// What orders a matching document before its static score.
  func facts(_ plan: SearchPlan) -> Int {
    value(plan)?.facts ?? -1
  }

  private func value(_ plan: SearchPlan) -> Value? {
    switch plan {
    case .unknown, .phrase, .texts, .complement, .comparison(_, _, isNegated: true): return Value()
    case .term(let clause):
      let points = points(clause)
      return points > 0 ? Value(points: points, isRanked: true, isInTitles: points >= 26) : nil
    case .form(let test): return value(test)
    case .documents: preconditionFailure("No plan of a query names a segment's documents.")
    case .identifiers(let identifiers):
      return identifiers.contains(terms.identifier)
        ? Value(points: 1, isRanked: true, isInTitles: false) : nil
    case .comparison(let plan, _, _): return value(plan)
    case .and(let plans, _):
      var sum = Value()
      for plan in plans {
        guard let value = value(plan) else { return nil }
        guard value.isRanked else { continue }
        sum.points += value.points
        sum.isRanked = true
        sum.isInTitles = sum.isInTitles && value.isInTitles
      }
      return sum
    case .or(let plans):
      let values = plans.map { value($0) }
      if plans.contains(where: { !isRanked($0) }) { return Value() }
      return values.compactMap { $0 }.max { $0.facts < $1.facts }
    }
  }

  /// Whether a plan orders all documents that it finds.
  private func isRanked(_ plan: SearchPlan) -> Bool {
    switch plan {
    case .unknown, .phrase, .texts, .documents, .complement, .comparison(_, _, isNegated: true):
      false
    case .term, .identifiers: true
    case .form(let test): test.rank != .none
    case .comparison(let plan, _, _): isRanked(plan)
    case .and(let plans, _): plans.contains { isRanked($0) }
    case .or(let plans): plans.allSatisfy { isRanked($0) }
    }
  }

  private func value(_ test: FormTest) -> Value? {
    var best: Int?
    for form in terms.forms.forms where form.kind == test.kind {
      let bytes = Array(terms.forms.bytes(of: form))
      let place = PostingGroup.place(of: form)
      guard bytes.starts(with: test.bytes) else { continue }
      let rest = bytes.dropFirst(test.bytes.count)
      switch test.ending {
      case .nothing where !rest.isEmpty: continue
      case .separator(let separator) where !rest.isEmpty && rest.first != separator: continue
      default: break
      }
      // A key holds so many bytes of a spelling, and does not tell whether more follow.
      let isExact = rest.isEmpty && (form.kind != .reading || test.bytes.count < 33)
      let points =
        switch (test.rank, place) {
        case (.none, _): 0
        case (.points(let points), _): points
        case (.byPlace, .titleStart): isExact ? 40 : 34
        case (.byPlace, .titleRest): isExact ? 32 : 26
        case (.byPlace, .secondary): isExact ? 16 : 14
        case (.byPlace, .metadata): isExact ? 8 : 7
        case (.byPlace, .text): isExact ? 4 : 3
        case (.byPlace, .named): 1
        }
      best = max(best ?? 0, points)
    }
    return best.map { points in
      test.rank == .none ? Value() : Value(points: points, isRanked: true, isInTitles: points >= 26)
    }
  }

  private func points(_ clause: TermClause) -> Int {
    var best = 0
    for (bytes, occurrences) in terms.terms {
      for group in PostingGroup.allCases
      where clause.groups.contains(group) && occurrences.contains(group) {
        if bytes.isEmpty, terms.mayHold(clause.pattern.bytes, in: group) { best = max(best, 1) }
        guard !bytes.isEmpty, accepts(clause.pattern, bytes) else { continue }
        let isExact = bytes == clause.pattern.bytes
        let points =
          switch group {
          case .titleStart: isExact ? 40 : 34
          case .titleRest: isExact ? 32 : 26
          case .secondary: isExact ? 16 : 14
          case .metadata: isExact ? 8 : 7
          case .text: isExact ? 4 : 3
          case .named: 1
          }
        best = max(best, points)
      }
    }
    return best
  }

  private func accepts(_ pattern: TermPattern, _ term: [UInt8]) -> Bool {
    let needle = pattern.bytes
    guard term.count >= needle.count else { return false }
    switch (pattern.isAtStart, pattern.isAtEnd) {
    case (true, true): return term == needle
    case (true, false): return term.starts(with: needle)
    case (false, true): return term.suffix(needle.count).elementsEqual(needle)
    case (false, false):
      return (0...term.count - needle.count).contains {
        term[$0..<$0 + needle.count].elementsEqual(needle)
      }
    }
  }
}

extension PostingGroup {
  /// Where a form stands.
  fileprivate static func place(of form: ItemForms.Form) -> PostingGroup {
    switch form.group {
    case .title: form.isFirst ? .titleStart : .titleRest
    case .secondary: .secondary
    case .metadata: .metadata
    case .text: .text
    case nil: .named
    }
  }
}

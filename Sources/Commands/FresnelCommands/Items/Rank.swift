internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import SpotlightClient
internal import SpotlightWire

/// Where an item stands among the results of a query in its store.
struct Rank {
  /// From 1 on; `nil` when it is not among the best ``limit``.
  private let place: Int?
  private let score: Double?
  private let matchCount: Int
  private let work: SearchWork?
  /// How what was typed was understood where the item was found.
  private let understanding: Understanding?

  /// Results behind so many are not looked through.
  private static let limit = 10_000

  /// Searches the store of an item, and warns where the time of a search was over before its end.
  ///
  /// - Throws: `ServiceError`.
  init(
    of item: EncodedItem, _ scope: IndexScope, in member: StoreSet.Member, _ text: SearchText,
    _ context: CommandContext
  ) throws {
    let start = MonotonicClock.nanoseconds
    var request = text.items(Self.limit, countsMatches: true, in: context.queryContext)
    request.detail = .rows
    let answer = try member.library.search(request, hiding: HiddenApps(), nil)
    let results = answer.results
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    if results.isPartial, let budget = member.library.searchBudget, seconds >= budget {
      context.warn(StoreSet.slowSentence)
    }
    let index = results.hits.firstIndex { hit in
      hit.scope == scope && hit.item.uniqueIdentifierBytes == item.uniqueIdentifierBytes
    }
    place = index.map { $0 + 1 }
    score = index.map { results.hits[$0].score }
    understanding = index.flatMap { index in
      results.understandingOfHit.isEmpty
        ? nil : results.understandings[results.understandingOfHit[index]]
    }
    matchCount = results.matchCount.map { Int(clamping: $0) } ?? results.hits.count
    work = answer.work
  }

  /// Whether the item was found.
  var isFound: Bool { place != nil }

  /// Whether the item was found by the words as they stand, if it was found.
  private var isAsTyped: Bool { understanding.map { $0.reading == .asTyped } ?? true }

  /// The words as they were corrected to find the item; `nil` where they were not.
  var correctedText: String? {
    understanding.flatMap { $0.reading.isCorrection ? $0.correctedText : nil }
  }

  /// What to tell a person.
  func lines(isMatch: Bool) -> [String] {
    var lines: [String] = []
    if let place, let score {
      // What is found by another reading is counted only as far as it was wanted.
      let total = isAsTyped ? " of \(formatted(count: matchCount))" : ""
      lines.append("place \(formatted(count: place))\(total), score \(oneDecimal(score))")
    } else if isMatch {
      lines.append(
        "not among the best \(formatted(count: Self.limit)) of \(formatted(count: matchCount))")
    }
    if let understanding {
      let terms = understanding.terms.map { term in
        let end = term.traits.contains(.isPrefix) ? "…" : ""
        return term.traits.contains(.isLeftOut)
          ? "(\(withoutControls(term.text)))" : withoutControls(term.text) + end
      }
      lines.append("read \(understanding.reading.words): \(terms.joined(separator: " "))")
    }
    if let work {
      lines.append(
        "the search read \(counted(work.postingCount, "posting")) and compared "
          + counted(work.evaluatedItemCount, "item"))
    }
    return lines
  }

  /// What to tell a program.
  var members: [JSONMember] {
    var members = [JSONMember("matchCount", .integer(Int64(matchCount)))]
    if let place { members.append(JSONMember("place", .integer(Int64(place)))) }
    if let score { members.append(JSONMember("score", .double(score))) }
    if let understanding { members += understanding.members }
    guard let work else { return members }
    return members + [
      JSONMember("postings", .integer(Int64(work.postingCount))),
      JSONMember("comparedItems", .integer(Int64(work.evaluatedItemCount))),
    ]
  }
}

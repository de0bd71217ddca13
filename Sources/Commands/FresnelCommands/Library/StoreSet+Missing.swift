internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelStorage

/// What a command lacks of the stores it reads, in sentences for people.
extension StoreSet {
  /// Whether items of a filter are missing, or may be: their file could not be opened, or lost some.
  func lacksItems(in filter: ScopeFilter) -> Bool {
    hasUnopened(in: filter)
      || files.contains { location, store in
        Self.mayHold(location, store, filter) && store.lacksItems(in: filter)
      }
  }

  /// Whether a file could not be opened that may have items of a filter.
  private func hasUnopened(in filter: ScopeFilter) -> Bool {
    unopened.contains { Self.mayHold($0.location, nil, filter) }
  }

  /// Which stores that may have items of a filter could not be opened or lost some, and why: sentences without a full
  /// stop. A command that reads them has warned of it when it opened the others, but for ``earlierLosses(in:)``.
  func unreadSentences(in filter: ScopeFilter) -> [String] {
    let unopened = unopened.filter { Self.mayHold($0.location, nil, filter) }.map(\.sentence)
    let lost = files.filter { location, store in
      Self.mayHold(location, store, filter) && store.lacksItems(in: filter)
    }
    let sentences = unopened + lost.flatMap { $0.store.lostItemSentences(at: $0.location) }
    return sentences.map { withoutControls($0.withoutFullStop) } + earlierLosses(in: filter)
  }

  /// What earlier openings noted as lost of a filter, that was not indexed again: a sentence without a full stop for
  /// each store. Nobody has warned of it yet.
  func earlierLosses(in filter: ScopeFilter) -> [String] {
    files.compactMap { location, store in
      Self.mayHold(location, store, filter) ? store.earlierLoss(at: location, in: filter) : nil
    }
  }

  /// Whether a store may have items of a filter, or had them. What an app keeps itself is that app's.
  private static func mayHold(
    _ location: StoreLocations.Location, _ store: Store?, _ filter: ScopeFilter
  ) -> Bool {
    guard let app = location.app else { return true }
    if store?.snapshot().knownScopes.contains(where: filter.contains) == true { return true }
    if case .scopes(let scopes) = filter { return scopes.contains { $0.app == app } }
    return filter.contains(IndexScope(app: app, index: ""))
  }

  /// How many items are missing among those of a filter, for people: the number, or that it is not known.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - failures: How many that were met could not be read.
  /// - Returns: Part of a sentence.
  func missingText(in filter: ScopeFilter, besides failures: Int = 0) -> String {
    var sum: Int? = hasUnopened(in: filter) ? nil : failures
    for member in members {
      let store = member.library as? Store
      guard store == nil || Self.mayHold(member.location, store, filter) else { continue }
      let count = (try? member.library.missingItemCount(in: filter)) ?? nil
      sum = sum.flatMap { sum in count.map { sum + $0 } }
    }
    guard let sum, sum > 0 else { return "how many items are missing is not known" }
    return "\(counted(sum, "item")) \(sum == 1 ? "is" : "are") missing"
  }

  /// Says that items of a filter are missing from an answer, and why.
  ///
  /// - Returns: What it said, one sentence for each reason.
  @discardableResult
  func warnOfMissing(
    from answer: Answer, in filter: ScopeFilter, _ context: CommandContext
  ) -> [String] {
    var sentences: [String] = []
    for number in answer.partialMembers {
      let library = members[number].library
      var reasons: [String]
      do {
        reasons = try library.omissions(in: filter)
      } catch {
        reasons = ["items are missing: \(error)"]
      }
      if answer.slowMembers.contains(number) { reasons.append(Self.slowSentence) }
      if reasons.isEmpty { reasons = library.otherReasons() }
      sentences += reasons.filter { !sentences.contains($0) }
    }
    return Self.warn(of: sentences, context)
  }

  /// Says what is missing and why.
  ///
  /// - Returns: What it said, one sentence for each reason.
  @discardableResult
  static func warn(of omissions: [String], _ context: CommandContext) -> [String] {
    let sentences = omissions.map { withoutControls($0.withoutFullStop) }
    for sentence in sentences { context.warn(sentence) }
    return sentences
  }

  /// What is said where the time of a search was over.
  static let slowSentence =
    "the search was not finished in time, and there may be more that matches; ask for less, as with --app"

  /// What is said where items of a store's files are missing.
  static let partialSentence =
    "items are missing, because a file of the store is damaged; see fresnel check"
}

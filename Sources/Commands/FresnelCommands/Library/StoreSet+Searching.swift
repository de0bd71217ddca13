internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

extension StoreSet {
  /// The members that are searched, by their places: the daemon searches the stores that apps keep themselves, too.
  private var searched: [Int] {
    members.firstIndex { $0.library is DaemonLibrary }.map { [$0] } ?? Array(members.indices)
  }

  /// Makes the connections that searches need.
  ///
  /// - Throws: `ServiceError` when the daemon cannot be reached.
  func prepareToSearch() throws {
    for number in searched { try members[number].library.prepareToSearch() }
  }

  /// Whether a daemon is searched.
  var areOfDaemon: Bool { members.contains { $0.library is DaemonLibrary } }

  /// Searches what the daemon keeps, and again whenever the list is another one, until that is called off: as when a
  /// protection class is locked, or an app has indexed something.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - cancellation: Calls the search off.
  ///   - revise: Called with each answer, on a queue of the search's own.
  ///   - finish: Called once on that queue, at the end.
  /// - Returns: Whether there is a daemon. Files are searched once.
  func follow(
    _ request: RankedRequest, _ cancellation: SearchCancellation,
    revise: @escaping @Sendable (Answer) -> Void,
    finish: @escaping @Sendable (ServiceError?) -> Void
  ) -> Bool {
    guard let number = members.firstIndex(where: { $0.library is DaemonLibrary }),
      let daemon = members[number].library as? DaemonLibrary
    else { return false }
    let start = MonotonicClock.nanoseconds
    // Of the first list alone it is known how long it took: one cut off is so until it is whole.
    let isSlow = Mutex<Bool?>(nil)
    daemon.follow(request, cancellation) { results in
      let slow = isSlow.withLock { isSlow in
        let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
        let isLate = isSlow ?? daemon.searchBudget.map { seconds >= $0 } ?? false
        isSlow = isLate && results.isPartial
        return isLate && results.isPartial
      }
      revise(
        Answer(
          found: results.hits.indices.map { Found($0, of: results, member: number) },
          matchCount: results.matchCount.map { Int(clamping: $0) },
          partialMembers: results.isPartial ? [number] : [], slowMembers: slow ? [number] : [],
          offeredTokens: results.offeredTokens, suggestions: results.suggestions))
    } finish: {
      finish($0)
    }
    return true
  }

  /// Searches all stores and merges what they find in the order asked for, then by score, then by
  /// identifier. What a store guessed is left out where the others have enough without it.
  ///
  /// - Parameters:
  ///   - request: What to look for.
  ///   - includesHidden: Whether apps that the person has switched off are searched, too, where these are files.
  ///   - cancellation: Calls the search off.
  /// - Returns: What was found.
  /// - Throws: `ServiceError`.
  func search(
    _ request: RankedRequest, includesHidden: Bool = false,
    _ cancellation: SearchCancellation? = nil
  ) throws -> Answer {
    var found: [(result: Found, place: PlacedHit)] = []
    var count: Int?
    var partialMembers: [Int] = []
    var slowMembers: Set<Int> = []
    var offered: [[QueryToken]] = []
    var suggestions: [Suggestion] = []
    let searched = searched
    var hidden = hiddenApps
    if includesHidden { hidden.fromSearch = [] }
    for number in searched {
      let library = members[number].library
      let start = MonotonicClock.nanoseconds
      let results = try library.search(request, hiding: hidden, cancellation).results
      let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
      for (index, hit) in results.hits.enumerated() {
        found.append(
          (
            Found(index, of: results, member: number),
            PlacedHit(
              hit: hit, key: results.orderKeys.isEmpty ? nil : results.orderKeys[index].bytes)
          ))
      }
      suggestions += results.suggestions
      offered.append(results.offeredTokens)
      if let matches = results.matchCount { count = (count ?? 0) + Int(clamping: matches) }
      guard results.isPartial else { continue }
      partialMembers.append(number)
      // What is cut off when its time is over was not done before.
      if let budget = library.searchBudget, seconds >= budget { slowMembers.insert(number) }
    }
    if searched.count > 1 {
      let limit = Int(clamping: request.limit)
      let worthwhile = Reading.worthwhile(
        among: found.map(\.result.reading), limit: limit, isFinished: request.isFinished)
      let foundCount = found.count
      found.removeAll { !worthwhile.contains($0.result.reading) }
      count = count.map { $0 - (foundCount - found.count) }
      found.sort { $0.place.precedes($1.place, in: request.order) }
      found = Array(found.prefix(limit))
    }
    return Answer(
      found: found.map(\.result), matchCount: count, partialMembers: partialMembers,
      slowMembers: slowMembers, offeredTokens: QueryToken.united(offered),
      suggestions: Suggestion.joined(suggestions))
  }
}

extension StoreSet.Answer {
  /// The text that stands for what was typed, where everything was found by that; `nil` else.
  var correctedText: String? {
    CorrectedText.of(
      found.map(\.understanding),
      names: [AttributeID.title, .displayName].compactMap { found.first?.hit.item.shownText($0) })
  }
}

extension StoreSet.Found {
  /// How what was typed was read where it was found.
  fileprivate var reading: Reading { understanding?.reading ?? .asTyped }

  /// A hit of an answer.
  fileprivate init(_ place: Int, of answer: AskAnswer, member: Int) {
    self.init(
      hit: answer.hits[place], member: member,
      snippet: answer.snippets.isEmpty ? "" : answer.snippets[place],
      understanding: answer.understandingOfHit.isEmpty
        ? nil : answer.understandings[answer.understandingOfHit[place]])
  }
}

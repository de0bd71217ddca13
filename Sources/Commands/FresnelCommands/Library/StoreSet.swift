internal import CommandKit
internal import Dispatch
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import FresnelText
internal import SpotlightWire
internal import Synchronization

/// The stores that a command reads, as they are at one moment.
struct StoreSet: Sendable {
  /// A store opened for reading.
  struct Member: Sendable {
    /// Where it is.
    let location: StoreLocations.Location
    /// What it holds.
    let library: any ItemLibrary
  }

  /// A result and the store it comes from.
  struct Found: Sendable {
    /// The result.
    let hit: WireHit
    /// The place of its store among the members.
    let member: Int
    /// A second line that tells more of it, where rows were asked for.
    var snippet = ""
    /// How what was typed was understood where it was found; `nil` where nobody says so.
    var understanding: Understanding?

    /// Whether both are one item.
    func isSameItem(as other: Found) -> Bool {
      hit.scope == other.hit.scope && hit.item.uniqueIdentifier == other.hit.item.uniqueIdentifier
    }
  }

  /// What a search over all stores found.
  struct Answer: Sendable {
    /// The best results of all stores, best first.
    let found: [Found]
    /// The number of all matches, where they were counted.
    let matchCount: Int?
    /// The members of which results may be missing, by their places.
    let partialMembers: [Int]
    /// Those of them whose time was over.
    let slowMembers: Set<Int>
    /// The text that stands for what was typed, where everything was found by that; `nil` else.
    var correctedText: String? {
      guard let first = found.first?.understanding, first.reading.isCorrection,
        found.allSatisfy({ $0.understanding.map { $0.reading >= .oneEdit } ?? false })
      else { return nil }
      return first.correctedText
    }
    /// Whether results may be missing.
    var isPartial: Bool { !partialMembers.isEmpty }
  }

  /// The files of the members that are files.
  var files: [(location: StoreLocations.Location, store: Store)] {
    members.compactMap { member in
      (member.library as? Store).map { (location: member.location, store: $0) }
    }
  }

  /// The stores that could be opened.
  let members: [Member]
  /// One sentence for each store that could not be opened, and for what was found to be wrong with another.
  let problems: [String]
  /// The files that could not be opened, and the directory of them that could not be listed.
  private let unopened: [StoreLocations.Unread]
  /// The apps that the person has switched off.
  let hiddenApps: Set<String>
  /// The indexes that searches show: all but those of apps that the person has switched off.
  var shown: ScopeFilter { hiddenApps.isEmpty ? .everything : .excludingApps(hiddenApps) }

  /// Opens the stores of the locations for reading. A store that does not exist yet is left out; one
  /// that cannot be opened is left out and named in ``problems``.
  init(opening locations: StoreLocations) {
    var members: [Member] = []
    var problems: [String] = []
    var unopened = locations.unlisted.map { [$0] } ?? []
    for location in locations.all {
      if let daemon = locations.daemon, location == locations.own {
        members.append(Member(location: location, library: daemon))
        continue
      }
      do {
        // A store that this process may not look at is another matter than one that is not there.
        guard try FileSystem.status(of: location.directory) != nil else { continue }
        let store = try Store.open(at: location.directory, mode: .readOnly)
        members.append(Member(location: location, library: store))
        problems += store.lossSentences(at: location)
      } catch {
        // The daemon may have taken over what an app kept since the directories were listed.
        if location.app != nil, location.isVacant { continue }
        let sentence =
          (error as? StoreError)?.message
          ?? "The store in \(location.directory) cannot be read: \(error)"
        unopened.append(
          StoreLocations.Unread(location: location, sentence: sentence.withoutFullStop))
        problems.append(sentence)
      }
    }
    self.members = members
    self.problems = problems
    self.unopened = unopened
    hiddenApps = locations.hiddenApps
  }

  /// One store that is open already.
  init(of library: any ItemLibrary, at location: StoreLocations.Location) {
    members = [Member(location: location, library: library)]
    problems = []
    unopened = []
    hiddenApps = []
  }

  /// Opens the stores, and warns of what is wrong with them.
  ///
  /// - Throws: ``CommandError`` with status ``ExitStatus/store`` where there is nothing to read.
  static func opened(_ locations: StoreLocations, for context: CommandContext) throws -> StoreSet {
    let set = StoreSet(opening: locations)
    guard set.members.isEmpty else {
      for problem in set.problems { context.warn(problem) }
      return set
    }
    if let problem = set.problems.first {
      for other in set.problems.dropFirst() { context.warn(other) }
      throw CommandError(.store, problem.withoutFullStop, advice: "see fresnel check --help")
    }
    if let directory = locations.unlisted?.location.directory {
      // Why was told when the directory was looked at.
      throw CommandError(
        .store,
        "there is no store in \(locations.own.directory) yet, and those of apps cannot be listed",
        advice: "make \(directory) readable, or fill a store with fresnel import all")
    }
    throw CommandError(
      .store, "there is no store in \(locations.own.directory) yet",
      advice: "fill one with fresnel import all, or fresnel index FILE")
  }

  /// Calls a closure with each item of all stores that can be read, until it returns false.
  ///
  /// - Returns: What is missing and why, one sentence for each reason.
  @discardableResult
  func forEachItem(
    in filter: ScopeFilter, _ body: (Member, IndexScope, EncodedItem) throws -> Bool
  ) throws -> [String] {
    var goesOn = true
    var omissions: [String] = []
    for member in members where goesOn {
      let missing = try member.library.forEachItem(in: filter) { scope, item in
        goesOn = try body(member, scope, item)
        return goesOn
      }
      omissions += missing.filter { !omissions.contains($0) }
    }
    return omissions
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

  /// The items of an identifier, in whichever indexes.
  func items(
    identified identifier: String, in filter: ScopeFilter
  ) throws -> [(member: Member, scope: IndexScope, item: EncodedItem)] {
    try members.flatMap { member in
      // An index is listed once for each class that knows its name.
      let scopes = Set(try member.library.indexes().map(\.scope)).filter(filter.contains).sorted()
      return try scopes.compactMap { scope in
        try member.library.item(identifier, in: scope).map { (member, scope, $0) }
      }
    }
  }

  /// The whole item of a result; `nil` when it is gone meanwhile, or cannot be read now.
  func wholeItem(of found: Found) -> EncodedItem? {
    try? members[found.member].library.item(
      found.hit.item.uniqueIdentifier, in: found.hit.scope)
  }

  /// The indexes of all stores that can be read now, and what cannot.
  func readableIndexes() -> ReadableIndexes {
    members.reduce(into: ReadableIndexes()) { sum, member in
      do {
        let readable = try member.library.readableIndexes()
        sum.indexes += readable.indexes
        sum.omissions += readable.omissions
      } catch {
        sum.omissions.append("the items in \(member.location.directory) are left out: \(error)")
      }
    }
  }

  /// The indexes of all stores that can be read now, and what cannot.
  ///
  /// - Throws: ``CommandError`` where one that was opened cannot be asked, such as a daemon that does not answer.
  func strictlyReadableIndexes() throws -> ReadableIndexes {
    try members.reduce(into: ReadableIndexes()) { sum, member in
      let part = try member.library.readableIndexes()
      sum.indexes += part.indexes
      sum.omissions += part.omissions
    }
  }

  /// How many items all stores hold that can be read now.
  var itemCount: Int {
    members.reduce(0) { sum, member in
      ((try? member.library.indexes()) ?? []).reduce(sum) { $0 + $1.itemCount }
    }
  }

  /// Looks for what other processes wrote meanwhile. A store that cannot be read now keeps showing
  /// what it showed.
  func catchUp() {
    for member in members { member.library.catchUp() }
  }
}

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
}

extension Store {
  /// Whether items of a filter were lost, or may be, that were not indexed again: now, or when the store was opened
  /// before.
  func lacksItems(in filter: ScopeFilter) -> Bool {
    if lostEverything || lackingScopes.contains(where: filter.contains) { return true }
    guard case .named(let scopes) = lossScopes else { return true }
    // A loss that names no index may be one of any.
    return scopes.isEmpty
      ? loss.damages.contains { $0.lostItemCount != 0 } : scopes.contains(where: filter.contains)
  }

  /// Whether what was lost was all, so that not even the names of indexes are left.
  private var lostEverything: Bool {
    let snapshot = snapshot()
    return snapshot.lossCount > 0 && snapshot.knownScopes.isEmpty
  }

  /// The indexes of which items were lost, as the store has noted.
  private var lackingScopes: [IndexScope] {
    let snapshot = snapshot()
    guard snapshot.lossCount > 0 else { return [] }
    return snapshot.scopes().filter(\.needsReindex).map(\.scope)
  }

  /// What an earlier opening noted as lost of a filter, in one sentence; `nil` where that is nothing, or is told of
  /// otherwise.
  func earlierLoss(at location: StoreLocations.Location, in filter: ScopeFilter) -> String? {
    guard loss.damages.isEmpty, lossScopes == .named([]) else { return nil }
    let place = withoutControls(location.directory)
    if lostEverything {
      return "all items in \(place) were lost before: index or import them again"
    }
    let apps = Set(lackingScopes.filter(filter.contains).map(\.app)).sorted()
    guard !apps.isEmpty else { return nil }
    let remedy =
      location.app == nil
      ? "index or import them again; then fresnel check --acknowledge --store \(shellWord(location.directory)) takes it that nothing is missing"
      : "open the app, which indexes them again"
    return
      "items of \(withoutControls(apps.joined(separator: ", "))) in \(place) were lost before and may be "
      + "missing: \(remedy)"
  }

  /// Notes durably that what was lost before of a filter was indexed again. What is found to be lost meanwhile stays
  /// noted.
  ///
  /// - Returns: The apps whose items were lost, in order.
  /// - Throws: ``CommandError`` when that cannot be written.
  func acknowledgeLosses(in filter: ScopeFilter) throws(CommandError) -> [String] {
    let before = snapshot()
    let lossCount = before.lossCount
    let scopes =
      lossCount == 0
      ? [] : before.scopes().filter(\.needsReindex).map(\.scope).filter(filter.contains)
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<StoreError?>(nil)
    for scope in scopes {
      acknowledgeReindex(of: scope, upTo: lossCount) { error in
        if let error { failure.withLock { $0 = error } }
        done.signal()
      }
    }
    for _ in scopes { done.wait() }
    if let failure = failure.withLock({ $0 }) {
      throw CommandError(.store, failure.message.withoutFullStop)
    }
    return Set(scopes.map(\.app)).sorted()
  }

  /// What was damaged of a store: one sentence for each place, and one for the indexes that lost items.
  func lossSentences(at location: StoreLocations.Location) -> [String] {
    sentences(of: loss.damages, at: location)
  }

  /// The same without the damages that lost no item.
  func lostItemSentences(at location: StoreLocations.Location) -> [String] {
    guard !loss.damages.isEmpty else { return [] }
    return sentences(of: loss.damages.filter { $0.lostItemCount != 0 }, at: location)
  }

  private func sentences(
    of damages: [LossReport.Damage], at location: StoreLocations.Location
  ) -> [String] {
    var sentences = damages.map { damage in
      let explanation = damage.explanation.withoutFullStop
      let reason = explanation.prefix(1).lowercased() + explanation.dropFirst()
      let aside = damage.setAsidePath.map { "; the damaged file is kept as \($0)" } ?? ""
      let effect = damage.lostItemCount == 0 ? "nothing is missing" : "items may be missing"
      return "The store in \(location.directory) is damaged, \(effect): \(reason)\(aside)."
    }
    if case .named(let scopes) = lossScopes, !scopes.isEmpty {
      let names = scopes.sorted().map { $0.index.isEmpty ? $0.app : "\($0.app)/\($0.index)" }
      sentences.append("The items that may be missing are of \(names.joined(separator: ", ")).")
    }
    return sentences
  }
}

extension StoreSet {
  /// The filter for the apps that `--app` names. An app may be named without its prefix
  /// `org.fresnel.`, so `manuals` is enough. Indexes that cannot be read now are not in it.
  ///
  /// - Throws: ``CommandError`` for an app that no store knows: with status ``ExitStatus/store`` where one that may
  ///   have items of it cannot be read, else with ``ExitStatus/incomplete``.
  func filter(apps: [String]) throws -> ScopeFilter {
    guard !apps.isEmpty else { return .everything }
    let readable = try strictlyReadableIndexes()
    let scopes = readable.indexes.map(\.scope)
    let known = Set(scopes.map(\.app))
    var wanted: Set<String> = []
    for app in apps {
      guard let match = AppNames.app(named: app, among: known) else {
        // Nobody knows whether what cannot be read has items of it.
        let unread =
          unreadSentences(in: .scopes(AppNames.candidates(for: app)))
          + readable.omissions.map { withoutControls($0.withoutFullStop) }
        if let reason = unread.first {
          throw CommandError(
            .store,
            "no store that can be read has items of the app \"\(withoutControls(app))\": \(reason)")
        }
        throw CommandError(
          .incomplete, "no store has items of the app \"\(withoutControls(app))\"",
          advice: AppNames.advice(for: app, among: known))
      }
      wanted.insert(match)
    }
    return .scopes(Set(scopes.filter { wanted.contains($0.app) }))
  }
}

internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelStorage
internal import SpotlightWire

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
    /// The parts of what was typed that may be meant as filters.
    var offeredTokens: [QueryToken] = []
    /// What was typed may become these texts, the best first.
    var suggestions: [Suggestion] = []
    /// Whether results may be missing.
    var isPartial: Bool { !partialMembers.isEmpty }
    /// Whether all matches were counted: those by other readings than as typed are counted as far as they were wanted.
    var isCountedWhole: Bool {
      found.allSatisfy { $0.understanding.map { $0.reading == .asTyped } ?? true }
    }
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
  /// The files that could not be opened, the directory of them that could not be listed, and those that only a daemon reads.
  let unopened: [StoreLocations.Unread]
  /// The apps that the person has switched off.
  let hiddenApps: HiddenApps
  /// The indexes that searches show: all but those of apps that the person has switched off.
  var shown: ScopeFilter {
    hiddenApps.fromSearch.isEmpty ? .everything : .excludingApps(hiddenApps.fromSearch)
  }

  /// Opens the stores of the locations for reading. A store that does not exist yet is left out; one
  /// that cannot be opened is left out and named in ``problems``.
  ///
  /// - Parameters:
  ///   - locations: Where the stores are.
  ///   - readsFiles: Whether the files of the stores that apps keep themselves are read where a daemon answers for them.
  ///     Only who reports on the files themselves needs that: opening one takes as long as its journal is.
  init(opening locations: StoreLocations, readsFiles: Bool = false) {
    var members: [Member] = []
    var problems: [String] = []
    var unopened = [locations.unlisted, locations.unserved].compactMap(\.self)
    if let unserved = locations.unserved { problems.append(unserved.sentence) }
    for location in locations.daemon == nil || readsFiles ? locations.all : [locations.own] {
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
    hiddenApps = HiddenApps()
  }

  /// Opens the stores, and warns of what is wrong with them.
  ///
  /// - Throws: ``CommandError`` with status ``ExitStatus/store`` where there is nothing to read.
  static func opened(
    _ locations: StoreLocations, readsFiles: Bool = false, for context: CommandContext
  ) throws -> StoreSet {
    let set = StoreSet(opening: locations, readsFiles: readsFiles)
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
        sum.unopened += readable.unopened
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
      sum.unopened += part.unopened
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
        let candidates = AppNames.candidates(for: app)
        let unopened = readable.unopened.filter { store in
          store.app.map { app in candidates.contains { $0.app == app } } ?? true
        }
        let unread =
          unreadSentences(in: .scopes(candidates))
          + (readable.omissions + unopened.map(\.sentence)).map {
            withoutControls($0.withoutFullStop)
          }
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

internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelStorage
internal import FresnelText

/// `fresnel check`: verifies every checksum of the stores.
struct CheckStore: Subcommand {
  private static let findable = Option.flag(
    "findable", "Also search for each item by the first two words of its title")

  private static let acknowledge = Option.flag(
    "acknowledge", "Take it that what was lost before was indexed again")

  static let definition = CommandDefinition(
    name: "check", summary: "Verify every checksum of the stores",
    discussion: """
      Reads each store from the disk, verifies all checksums and decodes every item. With --findable, \
      searches for every item by the first two words of its title and names those that are not found. \
      What the daemon keeps it is asked to look at itself, as by fresnel doctor, and --findable leaves out. \
      Items that were lost before and not indexed again are told of; the exit status is 1 then. Nobody but you \
      knows when they were: index or import them again, and then write --acknowledge, which ends that for the store \
      of --store, or for your own, and names the apps. Losses that this run finds stay noted. For what the daemon \
      keeps, fresnel doctor --mend does it; apps index again what they keep themselves. The exit status is also 1 when \
      the daemon's stores are sound and something new is refused, as on a full disk.
      """,
    options: [
      findable.definition, acknowledge.definition, SharedOptions.app.definition,
      SharedOptions.json.definition,
      SharedOptions.store.definition,
    ],
    examples: [
      Example("all stores", "fresnel check"),
      Example("after what was lost was indexed again", "fresnel check --acknowledge --store DIR"),
    ])

  private let checksFindable: Bool
  private let acknowledges: Bool
  private let apps: [String]
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    checksFindable = try arguments(Self.findable)
    acknowledges = try arguments(Self.acknowledge)
    apps = try arguments(SharedOptions.app)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    if acknowledges { try acknowledgeLosses(in: locations, context) }
    let stores = try StoreSet.opened(locations, readsFiles: true, for: context)
    // Of an app that nobody knows there is nothing to say that it is sound.
    let filter = try stores.filter(apps: apps)
    if checksFindable, locations.daemon != nil {
      context.warn(
        "--findable searches stores that no daemon keeps; end fresneld to have all searched")
    }
    var isSound = stores.problems.isEmpty
    let daemonVerdict = try locations.daemon.map { try verdict(on: $0, context) } ?? .sound
    if !daemonVerdict.isSound { isSound = false }
    for member in stores.files {
      let report = member.store.check()
      isSound = isSound && report.isSound
      if asJSON {
        let lost = member.store.lacksItems(in: filter)
        context.console.writeLine(Self.json(report, member.location, lacksItems: lost).printed())
        continue
      }
      let verdict =
        report.isSound ? context.style.success("sound") : context.style.failure("damaged")
      context.console.writeLine(
        "\(member.location.directory): \(verdict), \(counted(report.itemCount, "item")), "
          + "\(counted(report.frameCount, "frame")), "
          + "\(formatted(byteCount: report.journalByteCount + report.segmentByteCount)) verified")
      for fault in report.faults { context.console.writeLine("  " + fault) }
    }
    // What the files hold may be sound, and less than was stored.
    let losses = stores.earlierLosses(in: filter)
    for loss in losses { context.warn(loss) }
    if !isSound { return .store }
    let status = try checksFindable ? checkFindable(stores, context) : ExitStatus.success
    return losses.isEmpty && status == .success ? daemonVerdict.status : .incomplete
  }

  /// Notes that the items of the own store that were lost before, of some apps or all, were indexed again, and names
  /// the apps.
  ///
  /// What is found to be lost at this moment can't have been indexed again, so it is reported, and nothing is noted.
  /// Earlier losses may have been reported by a command whose output nobody read, such as a timer's.
  private func acknowledgeLosses(in locations: StoreLocations, _ context: CommandContext) throws {
    guard locations.daemon == nil else {
      throw CommandError.usage(
        "--acknowledge is about a store that no daemon keeps",
        advice: "write --store DIR, or fresnel doctor --mend for what the daemon keeps")
    }
    guard FileSystem.exists(locations.own.directory) else { return }
    let writer: Store
    do throws(StoreError) {
      // Opened to be read first: opening a directory to write would make a store of it.
      try Store.open(at: locations.own.directory, mode: .readOnly).close()
      writer = try Store.open(at: locations.own.directory, mode: .readWrite)
    } catch {
      throw CommandError(
        .store, error.message.withoutFullStop,
        advice: error.code == .locked ? "try again once that is done" : nil)
    }
    defer { writer.close() }
    guard writer.loss.extent == .none else {
      for sentence in writer.lostItemSentences(at: locations.own) {
        context.warn(withoutControls(sentence.withoutFullStop))
      }
      throw CommandError(
        .store, "items were found to be lost just now, so they cannot have been indexed again",
        advice: "index or import them, and then write --acknowledge")
    }
    let stores = StoreSet(of: writer, at: locations.own)
    let ended = try writer.acknowledgeLosses(in: try stores.filter(apps: apps))
    if asJSON {
      return context.writeErrorObject([
        JSONMember("store", .string(locations.own.directory)),
        JSONMember("acknowledged", .array(ended.map { .string($0) })),
      ])
    }
    let place = withoutControls(locations.own.directory)
    let names = withoutControls(ended.joined(separator: ", "))
    context.console.writeError(
      ended.isEmpty
        ? "no losses are noted in \(place)\n"
        : "items of \(names) in \(place) count as indexed again\n")
  }

  /// Has the daemon look at what it keeps, and tells what it found.
  private func verdict(
    on daemon: DaemonLibrary, _ context: CommandContext
  ) throws -> DaemonVerdict {
    let report = try daemon.administer("doctor")
    let findings = DoctorFinding.all(in: report)
    let verdict = DaemonVerdict(
      errors: Set(findings.filter { $0.severity == "error" }.map(\.code)))
    if asJSON {
      let members = [
        JSONMember("daemon", .boolean(true)), JSONMember("sound", .boolean(verdict.isSound)),
        JSONMember("findings", .array(report.list("findings"))),
      ]
      context.console.writeLine(JSONValue.object(members).printed())
    } else {
      let words =
        verdict.isSound
        ? context.style.success(verdict.words) : context.style.failure(verdict.words)
      context.console.writeLine("the daemon: \(words)")
      for finding in findings { finding.print(in: context) }
    }
    return verdict
  }

  private static func json(
    _ report: CheckReport, _ location: StoreLocations.Location, lacksItems: Bool
  ) -> JSONValue {
    .object([
      JSONMember("store", .string(location.directory)),
      JSONMember("sound", .boolean(report.isSound)),
      JSONMember("lacksItems", .boolean(lacksItems)),
      JSONMember("items", .integer(Int64(report.itemCount))),
      JSONMember("frames", .integer(Int64(report.frameCount))),
      JSONMember("journalBytes", .integer(Int64(report.journalByteCount))),
      JSONMember("segmentBytes", .integer(Int64(report.segmentByteCount))),
      JSONMember("faults", .array(report.faults.map { .string($0) })),
    ])
  }

  // MARK: - Findable

  /// Searches for each item by the first words of its title.
  private func checkFindable(
    _ stores: StoreSet, _ context: CommandContext
  ) throws -> ExitStatus {
    let filter = try stores.filter(apps: apps)
    let total = max(1, stores.itemCount)
    var progress = ProgressLine("finding", on: context.console)
    var checked = 0
    var wordless = 0
    var missing = 0
    var unfinished = 0
    var searchSeconds = 0.0
    for member in stores.files {
      let snapshot = member.store.snapshot()
      try snapshot.forEachItem(in: filter) { scope, item in
        checked += 1
        progress.update(count: checked, fraction: Double(checked) / Double(total))
        guard let query = Self.titleQuery(item) else {
          wordless += 1
          return true
        }
        let start = MonotonicClock.nanoseconds
        let isFound = try Self.finds(item, in: scope, of: member.store, snapshot, query, context)
        searchSeconds += Double(MonotonicClock.nanoseconds - start) / 1e9
        if let isFound {
          guard !isFound else { return true }
          missing += 1
          progress.finish()
          context.warn("\(withoutControls(item.uniqueIdentifier)) is not found by \(query)")
        } else {
          unfinished += 1
          progress.finish()
          context.warn(
            "\(withoutControls(item.uniqueIdentifier)) was not found in time by \(query)")
        }
        return true
      }
    }
    progress.finish()
    let searched = max(1, checked - wordless)
    context.console.writeLine(
      "\(formatted(count: checked - wordless - missing - unfinished)) of \(formatted(count: checked - wordless)) "
        + "items are found by the first two words of their titles, "
        + "\(formatted(count: wordless)) have no title with a word "
        + "(\(formatted(seconds: searchSeconds / Double(searched))) each)")
    return missing + unfinished == 0 ? .success : .incomplete
  }

  /// The query for the first two words of an item's title, or of its display name.
  private static func titleQuery(_ item: EncodedItem) -> Query? {
    let title = [AttributeID.title, .displayName].lazy.compactMap { id -> String? in
      if case .string(let text)? = item.value(for: .builtIn(id)) { text } else { nil }
    }.first
    guard let title else { return nil }
    let words = WordSegmenter.words(in: title, locale: .session).prefix(2)
    guard let first = words.first, let last = words.last else { return nil }
    let typed = String(
      decoding: Array(title.utf8)[first.lowerBound..<last.upperBound], as: UTF8.self)
    return UserQuery.query(for: typed, locale: .session)
  }

  /// Whether a search finds an item: among the best hundred, else among all matches; `nil` where the time of a search
  /// is over before that is known.
  private static func finds(
    _ item: EncodedItem, in scope: IndexScope, of store: Store, _ snapshot: Snapshot,
    _ query: Query, _ context: CommandContext
  ) throws -> Bool? {
    let start = MonotonicClock.nanoseconds
    var isOverdue = false
    func checkTime() -> Bool {
      let elapsed = MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)
      if let budget = store.searchBudget, Double(elapsed) / 1e9 >= budget { isOverdue = true }
      return isOverdue
    }
    let request = SearchRequest(
      query: query, filter: .scope(scope), limit: 100, context: context.queryContext,
      timeBudget: store.searchBudget)
    let identifier = item.uniqueIdentifier
    let best = try snapshot.search(request)
    if best.hits.contains(where: { $0.item.uniqueIdentifier == identifier }) { return true }
    if checkTime() { return nil }
    guard best.hits.count == request.limit else { return false }
    var isFound = false
    try snapshot.forEachMatch(
      of: query, in: .scope(scope), context: context.queryContext, isCancelled: checkTime
    ) { hit in
      isFound = hit.item.uniqueIdentifier == identifier
      return !isFound
    }
    return isFound || !isOverdue ? isFound : nil
  }
}

internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelSegments
internal import FresnelText

/// `fresnel stats`: the sizes of the stores.
struct ShowStatistics: Subcommand {
  static let definition = CommandDefinition(
    name: "stats", summary: "Show how many items each app has and how large the stores are",
    discussion: """
      Shows each store that is a file, and what the daemon keeps, index by index, in the classes that can \
      be read now. What cannot, such as a store that cannot be opened, is named on standard error; the exit status is \
      1 then, and 3 where no store can be opened.
      """,
    options: [
      Self.digest.definition, SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("all stores", "fresnel stats"),
      Example("compare the items of two stores", "fresnel stats --digest --store DIR"),
    ])

  private static let digest = Option.flag(
    "digest", "Read all items and show a digest of each index, by which copies are compared")

  let showsDigests: Bool
  let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    showsDigests = try arguments(Self.digest)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let stores = try StoreSet.opened(locations, readsFiles: true, for: context)
    var isWhole =
      stores.problems.isEmpty && stores.unreadSentences(in: .everything).isEmpty
    if let daemon = locations.daemon, try !printIndexes(of: daemon, context) { isWhole = false }
    var isPartial = false
    for member in stores.files {
      let statistics = member.store.statistics()
      let digests = showsDigests ? Self.digests(of: member.store, &isPartial) : nil
      if asJSON {
        context.console.writeLine(Self.json(statistics, digests, member.location).printed())
      } else {
        print(statistics, digests, member.location, context)
      }
    }
    if isPartial { context.warn(StoreSet.partialSentence) }
    return isPartial || !isWhole ? .incomplete : .success
  }

  /// The digests of a store's indexes, those without items too.
  private static func digests(
    of store: Store, _ isPartial: inout Bool
  ) -> [IndexScope: IndexDigest] {
    let snapshot = store.snapshot()
    let digests = snapshot.digests()
    if snapshot.isPartial { isPartial = true }
    return digests
  }

  private func print(
    _ statistics: StoreStatistics, _ digests: [IndexScope: IndexDigest]?,
    _ location: StoreLocations.Location, _ context: CommandContext
  ) {
    let console = context.console
    console.writeLine(context.style.strong(location.directory))
    console.writeLine(
      "  \(counted(statistics.itemCount, "item")), "
        + "\(formatted(byteCount: statistics.itemByteCount)); "
        + "segments \(formatted(byteCount: statistics.fileByteCount)), "
        + "journal \(formatted(byteCount: statistics.journalByteCount)); "
        + "\(counted(statistics.termCount, "term")), "
        + "\(counted(statistics.postingCount, "posting")), "
        + Self.segments(statistics.segments))
    let parts = Self.parts(of: statistics).filter { $0.byteCount > 0 }
    if !parts.isEmpty {
      let sizes = parts.map { "\($0.name) \(formatted(byteCount: $0.byteCount))" }
      let isInMemory = statistics.segments.allSatisfy(\.isInMemory)
      let place = isInMemory ? "in memory" : "of the segments"
      console.writeLine("  \(place): \(sizes.joined(separator: ", "))")
    }
    let deleted = statistics.segments.reduce(0) { $0 + $1.deletedCount }
    if deleted > 0 {
      console.writeLine("  \(counted(deleted, "deleted item")) to go when segments are joined")
    }
    let patched = statistics.segments.reduce(0) { $0 + $1.patchedCount }
    if patched > 0 {
      console.writeLine("  \(counted(patched, "changed item")) kept beside the segments until then")
    }
    let shown = statistics.scopes.filter {
      $0.itemCount > 0 || $0.needsReindex || digests != nil
    }
    let names = shown.map { Self.name($0.scope.app, $0.scope.index) }
    let width = Self.width(of: names)
    for (name, scope) in zip(names, shown) {
      var line = Self.line(name, width, items: scope.itemCount, bytes: scope.itemByteCount)
      if scope.needsReindex { line += "  some were lost and must be indexed again" }
      console.writeLine(line)
      if let digests {
        console.writeLine("    digest \((digests[scope.scope] ?? IndexDigest()).hexadecimal)")
      }
    }
  }

  /// How many segments there are, and where: those in memory take no room on the disk beside the journal.
  private static func segments(_ segments: [SegmentStatistics]) -> String {
    let inMemory = segments.count(where: \.isInMemory)
    let all = counted(segments.count, "segment")
    guard inMemory > 0 else { return all }
    return inMemory == segments.count ? "\(all) in memory" : "\(all), \(inMemory) of them in memory"
  }

  /// What the parts of all segments take, those in memory too.
  private static func parts(
    of statistics: StoreStatistics
  ) -> [(name: String, key: String, byteCount: Int)] {
    func sum(_ part: KeyPath<SegmentSizes, UInt64>) -> Int {
      statistics.segments.reduce(0) { $0 + Int(clamping: $1.sizes[keyPath: part]) }
    }
    return [
      ("items", "documents", sum(\.documents)), ("postings", "postings", sum(\.postings)),
      ("prefixes", "prefixPostings", sum(\.prefixPostings)),
      ("dictionaries", "dictionaries", sum(\.dictionaries)), ("keys", "keys", sum(\.keys)),
      ("columns", "columns", sum(\.columns)), ("identifiers", "identifiers", sum(\.identifiers)),
      ("positions", "positions", sum(\.positions)),
    ]
  }

  static func name(_ app: String, _ index: String) -> String {
    index.isEmpty ? app : "\(app)/\(index)"
  }

  /// How wide a column of names is.
  static func width(of names: [String]) -> Int {
    min(40, names.map { displayWidth(of: $0) }.max() ?? 0)
  }

  /// What an index has, in a row.
  static func line(_ name: String, _ width: Int, items: Int, bytes: Int) -> String {
    let count = formatted(count: items)
    let padding = String(repeating: " ", count: max(0, 10 - count.count))
    let noun = items == 1 ? "item " : "items"
    // A name that is longer than the column stays whole: it is what --app takes.
    let shown = displayWidth(of: name) > width ? name : padded(name, to: width)
    return "  \(shown)\(padding)\(count) \(noun)  \(formatted(byteCount: bytes))"
  }

  private static func json(
    _ statistics: StoreStatistics, _ digests: [IndexScope: IndexDigest]?,
    _ location: StoreLocations.Location
  ) -> JSONValue {
    func number(_ name: String, _ value: Int) -> JSONMember {
      JSONMember(name, .integer(Int64(value)))
    }
    let scopes = statistics.scopes.map { scope -> JSONValue in
      var members = [
        JSONMember("app", .string(scope.scope.app)),
        JSONMember("index", .string(scope.scope.index)),
        number("items", scope.itemCount), number("itemBytes", scope.itemByteCount),
        JSONMember("hasClientState", .boolean(scope.hasClientState)),
        JSONMember("needsReindex", .boolean(scope.needsReindex)),
      ]
      if let digests {
        let digest = digests[scope.scope] ?? IndexDigest()
        members.append(JSONMember("digest", .string(digest.hexadecimal)))
      }
      return JSONValue.object(members)
    }
    let parts = Self.parts(of: statistics).map { number($0.key, $0.byteCount) }
    let segments = statistics.segments.map { segment in
      JSONValue.object([
        JSONMember("inMemory", .boolean(segment.isInMemory)),
        number("items", segment.documentCount), number("deletedItems", segment.deletedCount),
        number("patchedItems", segment.patchedCount),
        number("bytes", segment.byteCount), number("terms", segment.termCount),
        number("postings", segment.postingCount),
      ])
    }
    return .object([
      JSONMember("store", .string(location.directory)), number("items", statistics.itemCount),
      number("itemBytes", statistics.itemByteCount),
      number("journalBytes", statistics.journalByteCount),
      number("segmentBytes", statistics.fileByteCount), number("terms", statistics.termCount),
      number("postings", statistics.postingCount), number("segments", statistics.segmentCount),
      JSONMember("bytesOfParts", .object(parts)), JSONMember("parts", .array(segments)),
      JSONMember("indexes", .array(scopes)),
    ])
  }
}

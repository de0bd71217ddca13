internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel index`: imports items from JSON.
struct IndexItems: Subcommand {
  private static let app = Option.text(
    "app", short: "a", "APP",
    "The app that all items belong to (default: as the items say, else \(fileApp))",
    completion: PrintNames.apps)
  private static let index = Option.text(
    "index", short: "i", "NAME",
    "The named index of the app (default: as the items say, else the unnamed one)")
  private static let map = Option.list(
    "map", short: "m", "FIELD=NAME", "Read FIELD as NAME; may be repeated")
  private static let strict = Option.flag(
    "strict", "Refuse lines with fields that are no attributes or have the wrong type")

  static let definition = CommandDefinition(
    name: "index", summary: "Import items from JSON",
    discussion: """
      Each item is an object, in a line of its own, over several lines, or in an array: "id" is the unique identifier, "domain" the domain, "expires" the date on \
      which the item leaves the index; other fields are attributes by their Swift name, such as title, \
      textContent, keywords or dueDate (dates as ISO 8601). A field that is no attribute becomes a \
      custom attribute of its JSON type; custom text is found by plain searches, too. An item that is \
      there already is replaced; with "update": true it is merged. "$app" and "$index" say where an item \
      belongs, as in lines of fresnel export, unless --app or --index does; an app's name that --app refuses \
      is kept there, with a warning. The apps of fresnel import (\(ImportSource.appNames)) take only items \
      that an import wrote. Files may be packed with gzip.

      A bad item is reported with its line and skipped; a folder, or a file whose first \
      \(UnreadableInput.lineCount) lines hold no JSON, is refused as a whole. A value that is not of its attribute's type, such \
      as a number for a date, is reported, too, and kept as it is, but that a number for a text becomes the \
      text. After either the exit status is 1.
      """,
    operands: [
      OperandDefinition(
        "FILE", "a file of JSON, plain or gzip; - for standard input", count: .oneOrMore,
        completion: .files)
    ],
    options: [
      app.definition, index.definition, map.definition, strict.definition,
      SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("movies", "fresnel index movies.jsonl.gz --app movies --map text=textContent"),
      Example("data whose titles are called name", "fresnel index cities.jsonl --map name=title"),
      Example("from another program", "curl -s https://example.org/items | fresnel index -"),
    ])

  private let files: [String]
  private let app: String?
  private let index: String?
  private let reader: ItemLine
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    files = arguments.operands
    app = try arguments(Self.app)
    index = try arguments(Self.index)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
    var names: [String: String] = [:]
    for pair in try arguments(Self.map) {
      guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex,
        pair.index(after: equals) != pair.endIndex
      else {
        throw .usage(
          "--map needs FIELD=NAME, not \"\(pair)\"", advice: "write --map text=textContent")
      }
      let field = String(pair[..<equals])
      let name = String(pair[pair.index(after: equals)...])
      guard names.updateValue(name, forKey: field) ?? name == name else {
        throw .usage(
          "--map has \"\(withoutControls(field))\" read as two fields",
          advice: "write each FIELD once")
      }
    }
    reader = ItemLine(names: names, isStrict: try arguments(Self.strict))
    if let app, app.isEmpty { throw .usage("--app needs a name", advice: "write --app \(fileApp)") }
    if let app, !ItemLine.isApp(app) {
      throw .usage(ItemLine.noApp(app), advice: "write letters, digits, dots, _ and - alone")
    }
    if let app, let source = ImportSource(app: app) {
      throw .usage(
        source.refusal(of: app),
        advice: "write another name, such as --app my-\(source.rawValue)")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    warnOfMisspelledNames(context)
    let locations = StoreLocations(option: store, context: context)
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    var writers = Writers(library: library, limits: StoreLimits(for: library, context))
    var tally = Tally()
    let start = MonotonicClock.nanoseconds
    do {
      for file in files { try read(file, into: &writers, &tally, context) }
      try writers.finish()
    } catch let error as SystemError {
      // What was read before the failure stays indexed, and is worth saying.
      try writers.finish()
      if tally.indexed + tally.skipped > 0 { report(tally, writers, since: start, context) }
      throw CommandError(.system, error.message.withoutFullStop)
    } catch let error as CommandError {
      // What other indexes take is stored all the same.
      try? writers.finish()
      guard tally.indexed > 0 else { throw error }
      let stored = writers.storedCount
      throw CommandError(
        error.status,
        "\(error.message.withoutFullStop); of \(counted(tally.indexed, "item")) read, \(formatted(count: stored)) "
          + (stored == 1 ? "is" : "are") + " stored for certain, the others may not be",
        advice: error.advice)
    }
    report(tally, writers, since: start, context)
    let isWhole = tally.skipped == 0 && tally.warnings == 0 && tally.refused == 0
    return isWhole ? .success : .incomplete
  }

  /// Names the attributes that may be meant by those of `--map` that are none. They stay as they are: an app's own
  /// attributes have names of their own.
  private func warnOfMisspelledNames(_ context: CommandContext) {
    for (field, name) in reader.names.sorted(by: { $0.key < $1.key }) {
      guard !ItemLine.isMember(name), let near = UnknownAttributes.nameNear(name) else { continue }
      context.warn(
        "--map reads \(withoutControls(field)) as \(withoutControls(name)), which is no attribute of Core Spotlight's; "
          + "did you mean \(near)?")
    }
  }

  /// A writer for each index that items belong to.
  private struct Writers {
    let library: any ItemLibrary
    private let limits: StoreLimits?
    private(set) var apps: Set<String> = []
    /// Whether an app is the first of its items' to come.
    func isNew(_ app: String) -> Bool { !apps.contains(app) }
    private var writers: [IndexScope: StoreWriter] = [:]
    /// The items of the writers that were done with before.
    private var finishedCount = 0
    /// How many items are stored for certain.
    var storedCount: Int { writers.values.reduce(finishedCount) { $0 + $1.storedCount } }

    /// Each writer holds a batch in memory, so there are never more of them.
    private static let maximumCount = 64

    init(library: any ItemLibrary, limits: StoreLimits?) {
      self.library = library
      self.limits = limits
    }

    mutating func put(_ encoded: [UInt8], in scope: IndexScope) throws(CommandError) {
      if let writer = writers[scope] { return try writer.put(encoded) }
      if writers.count == Self.maximumCount {
        try finish()
        finishedCount = storedCount
        writers = [:]
      }
      apps.insert(scope.app)
      let writer = StoreWriter(library, scope: scope, limits: limits)
      writers[scope] = writer
      try writer.put(encoded)
    }

    /// Waits for all writers, also when one of them fails.
    func finish() throws(CommandError) {
      var failure: CommandError?
      for writer in writers.values {
        do throws(CommandError) {
          try writer.finish()
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
    }
  }

  /// An item of a line, encoded, and where it goes.
  private struct Entry {
    let encoded: [UInt8]
    let identifier: String
    let scope: IndexScope
    let warnings: [String]
    /// Whether the item has left the index by its own date.
    let isExpired: Bool
  }

  private struct Tally {
    /// Items, however often they stand there.
    var indexed: Int { read - repeated }
    /// Entries with an item.
    private(set) var read = 0
    /// Those among them whose item an earlier one had, too.
    private(set) var repeated = 0
    /// What tells items apart that were read.
    private var known: Set<Int> = []
    /// Memory for more would be felt; what is repeated of further items is counted as if it were not.
    private static let mostKnown = 1 << 21
    var skipped = 0
    var warnings = 0
    /// What tells those apart whose date of expiration is past, so that no search finds them.
    private var expiredNames: Set<Int> = []
    private var furtherExpired = 0
    /// Items among those indexed that are expired.
    var expired: Int { expiredNames.count + furtherExpired }
    /// The apps whose items only they change: where the first of the items is, and how many there are.
    var foreign: [String: (place: String, count: Int)] = [:]
    /// Files and folders that hold no JSON.
    var refused = 0

    /// Warnings are often about the same field of every line; so many are written.
    static let shownWarningCount = 20

    /// Counts an entry. The last one with an item is what is stored of it.
    mutating func count(_ identifier: String, in scope: IndexScope, isExpired: Bool) {
      read += 1
      var hasher = Hasher()
      hasher.combine(scope)
      hasher.combine(identifier)
      let name = hasher.finalize()
      if known.contains(name) {
        repeated += 1
      } else if known.count < Self.mostKnown {
        known.insert(name)
      } else {
        furtherExpired += isExpired ? 1 : 0
        return
      }
      if isExpired { expiredNames.insert(name) } else { expiredNames.remove(name) }
    }
  }

  private func read(
    _ file: String, into writers: inout Writers, _ tally: inout Tally, _ context: CommandContext
  ) throws {
    let name = file == "-" ? "standard input" : file
    if FileSystem.isDirectory(file) {
      tally.refused += 1
      return context.warn(UnreadableInput.directory(file))
    }
    var texts = ItemTextReader(try InputReader(path: file))
    let skippedBefore = tally.skipped
    var progress = ProgressLine(FileSystem.lastComponent(of: name), on: context.console)
    defer { progress.finish() }
    // What is wrong with the first lines is held back: a file without any JSON is told of once.
    var held: [String] = []
    while let text = try texts.next() {
      if texts.hasMetJSON, !held.isEmpty {
        progress.finish()
        for sentence in held { context.warn(sentence) }
        held = []
      }
      var line = text.line
      switch entry(of: text, &line) {
      case .success(let entry) where !writers.library.mayWrite(entry.scope):
        tally.skipped += 1
        tally.foreign[entry.scope.app, default: ("\(name):\(line)", 0)].count += 1
      case .success(let entry):
        if app == nil, writers.isNew(entry.scope.app), !ItemLine.isApp(entry.scope.app) {
          progress.finish()
          let reason = ItemLine.noApp(entry.scope.app)
          context.warn("\(name):\(line): \(reason); its items are kept under that name")
        }
        try writers.put(entry.encoded, in: entry.scope)
        tally.count(entry.identifier, in: entry.scope, isExpired: entry.isExpired)
        for warning in entry.warnings {
          tally.warnings += 1
          guard tally.warnings <= Tally.shownWarningCount else { continue }
          progress.finish()
          context.warn("\(name):\(line): \(warning)")
        }
      case .failure(let error):
        // An entry that the end of the array took is counted already.
        if text.content != .unclosedArray(isInText: true) { tally.skipped += 1 }
        let sentence = "\(name):\(line): \(error.message)"
        guard texts.hasMetJSON else {
          held.append(sentence)
          break
        }
        progress.finish()
        context.warn(sentence)
      }
      if held.count == UnreadableInput.lineCount { break }
      let fraction = texts.totalByteCount.map { total in
        total == 0 ? 1 : Double(texts.consumedByteCount) / Double(total)
      }
      progress.update(count: tally.read, fraction: fraction)
    }
    guard !held.isEmpty else { return }
    progress.finish()
    guard !texts.hasMetJSON else { return held.forEach(context.warn) }
    // The file counts as a whole, and no line of it as an entry.
    tally.refused += 1
    tally.skipped = skippedBefore
    context.warn(UnreadableInput.text(file, mayHaveMore: held.count == UnreadableInput.lineCount))
  }

  /// The item of a text, or what is wrong with it, and the line that this is about.
  private func entry(
    of text: ItemTextReader.Text, _ line: inout Int
  ) -> Result<Entry, CommandError> {
    switch text.content {
    case .tooLong(let byteCount):
      return .failure(
        CommandError(.incomplete, "the item is too long, \(formatted(byteCount: byteCount))"))
    case .unclosedArray:
      return .failure(
        CommandError(.incomplete, "the array does not end; the file may have been cut off"))
    case .bytes(let bytes):
      let json: JSONValue
      var shortened: Set<Double> = []
      do {
        json = try JSONValue.parse(bytes[...], shortened: &shortened)
      } catch {
        line += error.line - 1
        let column = error.line == 1 ? text.column - 1 + error.column : error.column
        return .failure(
          CommandError(.incomplete, "column \(column): \(error.reason.withoutFullStop)"))
      }
      return Result { () throws(CommandError) in
        try entry(of: try reader.content(of: json, shortened: shortened))
      }
    }
  }

  private func entry(of content: ItemLine.Content) throws(CommandError) -> Entry {
    // The indexes of another app are not those that a line knows.
    let lineIndex = app == nil ? content.index : nil
    let now = Timestamp(secondsSince1970: WallClock.secondsSince1970)
    let scope = IndexScope(app: app ?? content.app ?? fileApp, index: index ?? lineIndex ?? "")
    do {
      return Entry(
        encoded: try ItemCodec.encode(content.item), identifier: content.item.uniqueIdentifier,
        scope: scope, warnings: content.warnings,
        isExpired: content.item.expiration.map { $0 <= now } ?? false)
    } catch {
      throw CommandError(.incomplete, error.message.withoutFullStop)
    }
  }

  private func report(
    _ tally: Tally, _ writers: Writers, since start: UInt64, _ context: CommandContext
  ) {
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let foreign = tally.foreign.sorted { $0.key < $1.key }
    for (app, items) in foreign.prefix(Tally.shownWarningCount) {
      let skipped = "\(counted(items.count, "item")) \(items.count == 1 ? "was" : "were") skipped"
      context.warn(
        "\(items.place): \(DaemonLibrary.foreignSentence(app).withoutFullStop); \(skipped)")
    }
    let unnamed = foreign.count - Tally.shownWarningCount
    if unnamed > 0 {
      context.warn("items of \(counted(unnamed, "more app")) were skipped as well")
    }
    let unshown = tally.warnings - Tally.shownWarningCount
    if unshown > 0 {
      context.warn(
        "\(counted(unshown, "more value")) \(unshown == 1 ? "is" : "are") not of the attribute's type"
      )
    }
    if asJSON {
      let counts =
        "\"indexed\":\(tally.indexed),\"skipped\":\(tally.skipped),\"warnings\":\(tally.warnings),"
        + "\"expired\":\(tally.expired),\"refused\":\(tally.refused)"
      context.console.writeLine(
        "{\(counts),\"repeated\":\(tally.repeated)}"
      )
      return
    }
    let rate = formatted(count: Int((Double(tally.read) / max(seconds, 0.001)).rounded()))
    let apps = writers.apps.count == 1 ? writers.apps.first : nil
    let owner = apps ?? (writers.apps.isEmpty ? app ?? fileApp : "\(writers.apps.count) apps")
    var text = "\(counted(tally.indexed, "item")) indexed for \(owner)"
    text += " in \(formatted(seconds: seconds)) (\(rate)/s)"
    if tally.repeated > 0 {
      text += ", from \(counted(tally.repeated, "more entry", "more entries")) of the same items"
    }
    if tally.expired > 0 { text += ", \(formatted(count: tally.expired)) of them expired already" }
    if tally.skipped > 0 { text += ", \(counted(tally.skipped, "entry", "entries")) skipped" }
    context.console.writeLine(text)
  }
}

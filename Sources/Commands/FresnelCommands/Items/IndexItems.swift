internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel index`: imports items from lines of JSON.
struct IndexItems: Subcommand {
  private static let app = Option.text(
    "app", short: "a", "APP",
    "The app that all items belong to (default: as the lines say, else \(fileApp))")
  private static let index = Option.text(
    "index", short: "i", "NAME",
    "The named index of the app (default: as the lines say, else the unnamed one)")
  private static let map = Option.list(
    "map", short: "m", "FIELD=NAME", "Read FIELD as NAME; may be repeated")
  private static let strict = Option.flag(
    "strict", "Refuse lines with fields that are no attributes or have the wrong type")

  static let definition = CommandDefinition(
    name: "index", summary: "Import items from lines of JSON",
    discussion: """
      Each line is an object: "id" is the unique identifier, "domain" the domain, "expires" the date on \
      which the item leaves the index; other fields are attributes by their Swift name, such as title, \
      textContent, keywords or dueDate (dates as ISO 8601). A field that is no attribute becomes a \
      custom attribute of its JSON type; custom text is found by plain searches, too. An item that is \
      there already is replaced; with "update": true it is merged. "$app" and "$index" say where an item \
      belongs, as in lines of fresnel export, unless --app or --index does; an app's name that --app refuses \
      is kept there, with a warning. Files may be packed with gzip.

      A bad line is reported with its number and skipped. A value that is not of its attribute's type, such \
      as a number for a date, is reported, too, and kept as it is, but that a number for a text becomes the \
      text. After either the exit status is 1.
      """,
    operands: [
      OperandDefinition(
        "FILE", "a file of JSON lines, plain or gzip; - for standard input", count: .oneOrMore,
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
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    var writers = Writers(library: library)
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
      throw CommandError(
        error.status,
        "\(error.message.withoutFullStop); of \(counted(tally.indexed, "item")) read, some may not be stored",
        advice: error.advice)
    }
    report(tally, writers, since: start, context)
    return tally.skipped == 0 && tally.warnings == 0 ? .success : .incomplete
  }

  /// A writer for each index that items belong to.
  private struct Writers {
    let library: any ItemLibrary
    private(set) var apps: Set<String> = []
    /// Whether an app is the first of its items' to come.
    func isNew(_ app: String) -> Bool { !apps.contains(app) }
    private var writers: [IndexScope: StoreWriter] = [:]

    /// Each writer holds a batch in memory, so there are never more of them.
    private static let maximumCount = 64

    init(library: any ItemLibrary) {
      self.library = library
    }

    mutating func put(_ encoded: [UInt8], in scope: IndexScope) throws(CommandError) {
      if let writer = writers[scope] { return try writer.put(encoded) }
      if writers.count == Self.maximumCount {
        try finish()
        writers = [:]
      }
      apps.insert(scope.app)
      let writer = StoreWriter(library, scope: scope)
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
    let scope: IndexScope
    let warnings: [String]
  }

  private struct Tally {
    var indexed = 0
    var skipped = 0
    var warnings = 0

    /// Warnings are often about the same field of every line; so many are written.
    static let shownWarningCount = 20
  }

  private func read(
    _ file: String, into writers: inout Writers, _ tally: inout Tally, _ context: CommandContext
  ) throws {
    let name = file == "-" ? "standard input" : file
    var lines = LineReader(try InputReader(path: file))
    var progress = ProgressLine(FileSystem.lastComponent(of: name), on: context.console)
    defer { progress.finish() }
    while let line = try lines.next() {
      switch entry(of: line) {
      case .success(nil): continue
      case .success(let entry?) where !writers.library.mayWrite(entry.scope):
        tally.skipped += 1
        progress.finish()
        let reason = DaemonLibrary.foreignSentence(entry.scope.app)
        context.warn("\(name):\(lines.lineNumber): \(reason)")
      case .success(let entry?):
        if app == nil, writers.isNew(entry.scope.app), !ItemLine.isApp(entry.scope.app) {
          progress.finish()
          let reason = ItemLine.noApp(entry.scope.app)
          context.warn("\(name):\(lines.lineNumber): \(reason); its items are kept under that name")
        }
        try writers.put(entry.encoded, in: entry.scope)
        tally.indexed += 1
        for warning in entry.warnings {
          tally.warnings += 1
          guard tally.warnings <= Tally.shownWarningCount else { continue }
          progress.finish()
          context.warn("\(name):\(lines.lineNumber): \(warning)")
        }
      case .failure(let error):
        tally.skipped += 1
        progress.finish()
        context.warn("\(name):\(lines.lineNumber): \(error.message)")
      }
      let fraction = lines.totalByteCount.map { total in
        total == 0 ? 1 : Double(lines.consumedByteCount) / Double(total)
      }
      progress.update(count: tally.indexed, fraction: fraction)
    }
  }

  /// The item of a line, `nil` for a blank line, or what is wrong with the line.
  private func entry(of line: LineReader.Line) -> Result<Entry?, CommandError> {
    switch line {
    case .tooLong(let byteCount):
      return .failure(
        CommandError(.incomplete, "the line is too long, \(formatted(byteCount: byteCount))"))
    case .bytes(let bytes):
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
        return .success(nil)
      }
      return Result { () throws(CommandError) in try entry(of: try reader.content(from: bytes)) }
    }
  }

  private func entry(of content: ItemLine.Content) throws(CommandError) -> Entry {
    // The indexes of another app are not those that a line knows.
    let lineIndex = app == nil ? content.index : nil
    let scope = IndexScope(app: app ?? content.app ?? fileApp, index: index ?? lineIndex ?? "")
    do {
      return Entry(
        encoded: try ItemCodec.encode(content.item), scope: scope, warnings: content.warnings)
    } catch {
      throw CommandError(.incomplete, error.message.withoutFullStop)
    }
  }

  private func report(
    _ tally: Tally, _ writers: Writers, since start: UInt64, _ context: CommandContext
  ) {
    let seconds = Double(MonotonicClock.nanoseconds - start) / 1e9
    let unshown = tally.warnings - Tally.shownWarningCount
    if unshown > 0 {
      context.warn(
        "\(counted(unshown, "more value")) \(unshown == 1 ? "is" : "are") not of the attribute's type"
      )
    }
    if asJSON {
      context.console.writeLine(
        "{\"indexed\":\(tally.indexed),\"skipped\":\(tally.skipped),\"warnings\":\(tally.warnings)}"
      )
      return
    }
    let rate = formatted(count: Int((Double(tally.indexed) / max(seconds, 0.001)).rounded()))
    let apps = writers.apps.count == 1 ? writers.apps.first : nil
    let owner = apps ?? (writers.apps.isEmpty ? app ?? fileApp : "\(writers.apps.count) apps")
    var text = "\(counted(tally.indexed, "item")) indexed for \(owner)"
    text += " in \(formatted(seconds: seconds)) (\(rate)/s)"
    if tally.skipped > 0 { text += ", \(counted(tally.skipped, "line")) skipped" }
    context.console.writeLine(text)
  }
}

internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

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
      custom attribute of its JSON type, and one that is spelled nearly as an attribute is told of; custom text is found by plain searches, too. An item that is \
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
    if let app, !library.mayWrite(IndexScope(app: app, index: index ?? "")) {
      throw CommandError(
        .store, DaemonLibrary.foreignSentence(app).withoutFullStop + "; nothing was indexed")
    }
    let storedCount = ItemCounter()
    var writers = IndexWriters(
      library: library, limits: StoreLimits(for: library, context), counting: storedCount)
    var tally = IndexTally()
    let notice = InterruptNotice(on: context.console) {
      "\(counted(storedCount.value, "item")) \(storedCount.value == 1 ? "is" : "are") stored for certain; "
        + "run the command again for the others"
    }
    defer { notice.end() }
    let start = MonotonicClock.nanoseconds
    do {
      for file in files { try read(file, into: &writers, &tally, context) }
      try writers.finish()
    } catch let error as SystemError {
      // What was read before the failure stays indexed, and is worth saying.
      try writers.finish()
      if tally.indexed + tally.skipped > 0 { report(tally, writers.apps, since: start, context) }
      throw CommandError(.system, error.message.withoutFullStop)
    } catch let error as CommandError {
      // What other indexes take is stored all the same.
      try? writers.finish()
      guard tally.indexed > 0 else { throw error }
      let stored = storedCount.value
      throw CommandError(
        error.status,
        "\(error.message.withoutFullStop); of \(counted(tally.indexed, "item")) read, \(formatted(count: stored)) "
          + (stored == 1 ? "is" : "are") + " stored for certain"
          + (stored < tally.indexed ? ", and it is not known of the others" : ""),
        advice: error.advice)
    }
    report(tally, writers.apps, since: start, context)
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

  /// An item of a line, encoded, and where it goes.
  private struct Entry {
    let encoded: [UInt8]
    let content: ItemLine.Content
    let scope: IndexScope
    /// Whether the item has left the index by its own date.
    let isExpired: Bool
  }

  private func read(
    _ file: String, into writers: inout IndexWriters, _ tally: inout IndexTally,
    _ context: CommandContext
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
        tally.count(
          entry.content.item.uniqueIdentifier, in: entry.scope, isExpired: entry.isExpired)
        tally.note(entry.content, in: entry.scope, at: "\(name):\(line)", unless: reader.names)
        for warning in entry.content.warnings {
          tally.warnings += 1
          guard tally.warnings <= IndexTally.shownWarningCount else { continue }
          progress.finish()
          context.warn("\(name):\(line): \(warning)")
        }
      case .failure(let error):
        // An entry that the end of the array took is counted already.
        if text.content != .unclosedArray(isInText: true) { tally.skipped += 1 }
        let sentence = "\(name):\(line): \(error.message)\(text.isEntry ? "; skipped" : "")"
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
    // The daemon takes no such names, and what a store took the daemon could not be given later.
    if ScopeName.fault(of: scope.app) != nil {
      throw CommandError(.incomplete, ItemLine.noApp(scope.app))
    }
    if let fault = ScopeName.fault(of: scope.index) {
      throw CommandError(.incomplete, fault.message.withoutFullStop)
    }
    do {
      return Entry(
        encoded: try ItemCodec.encode(content.item), content: content, scope: scope,
        isExpired: content.item.expiration.map { $0 <= now } ?? false)
    } catch {
      throw CommandError(.incomplete, error.message.withoutFullStop)
    }
  }

  private func report(
    _ tally: IndexTally, _ apps: Set<String>, since start: UInt64, _ context: CommandContext
  ) {
    tally.warn(mapping: reader.names, context)
    tally.report(apps, else: app ?? fileApp, since: start, asJSON: asJSON, context)
  }
}

internal import CommandKit
internal import FresnelModel
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// Prints what a person decided about an item: in lines, or as a JSON object.
struct MarkPrinter {
  private let asJSON: Bool
  private let context: CommandContext

  init(asJSON: Bool, in context: CommandContext) {
    self.asJSON = asJSON
    self.context = context
  }

  /// Prints what is decided about one item, and how to take it back.
  func print(_ mark: PersonalMark) {
    if asJSON { return context.console.writeLine(Self.json(mark).printed()) }
    let app = ResultDescription.label(ofApp: mark.scope.app)
    let name = context.style.strong(withoutControls(mark.identifier))
    context.console.writeLine("\(name) (\(app))")
    for sentence in mark.sentences { context.console.writeLine("  \(withoutControls(sentence))") }
    if mark.isEmpty { context.console.writeLine("  not marked") }
  }

  private static func json(_ mark: PersonalMark) -> JSONValue {
    let pins = mark.pins.map { pin in
      JSONValue.object([
        JSONMember("text", .string(pin.text)),
        JSONMember("date", .string(AttributeText.text(of: pin.date))),
      ])
    }
    return .object([
      JSONMember("app", .string(mark.scope.app)), JSONMember("index", .string(mark.scope.index)),
      JSONMember("id", .string(mark.identifier)), JSONMember("pins", .array(pins)),
      JSONMember("aliases", .array(mark.aliases.map { .string($0) })),
      JSONMember("hidden", .boolean(mark.isHidden)),
    ])
  }
}

/// `fresnel mark list`: what is pinned, hidden and named.
struct ListMarkedItems: Subcommand {
  private static let app = Option.text("app", short: "a", "APP", "Only items of APP")

  static let definition = CommandDefinition(
    name: "mark list", summary: "List what you pinned, hid and named",
    discussion: """
      Each item is followed by what you decided about it; fresnel mark remove ID takes that back. An item that is not \
      there now is listed too: what you decided holds once its app indexes it again, and goes with the app. Nobody but \
      you sees the list. The exit status is 1 when there is nothing to list, or some of it is locked; standard error \
      says which.
      """,
    options: [app.definition, SharedOptions.json.definition],
    examples: [
      Example("all of it", "fresnel mark list"),
      Example("what is hidden", "fresnel mark list --json | jq -r 'select(.hidden).id'"),
    ])

  private let app: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    app = try arguments(Self.app)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let app = try app.map { try AppWorld(context).find($0, context).identifier }
    let (marks, locked) = try connection.marks(ListMarks(app: app))
    for mark in marks { MarkPrinter(asJSON: asJSON, in: context).print(mark) }
    if marks.isEmpty, !asJSON {
      context.console.writeError("nothing\(locked.isEmpty ? "" : " that can be read") is marked\n")
    }
    if !locked.isEmpty {
      context.warn("some marks are locked: unlock the session, or run fresnel unlock")
    }
    return marks.isEmpty || !locked.isEmpty ? .incomplete : .success
  }
}

internal import CommandKit
internal import FresnelModel
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// `fresnel mark remove`: what was decided about an item is taken back.
struct RemoveMarks: Subcommand {
  private static let app = Option.text("app", short: "a", "APP", "Only items of APP")
  private static let pin = Option.text("pin", "TEXT", "Unpin the item from TEXT alone")
  private static let alias = Option.text("alias", "NAME", "Take NAME from the item alone")
  private static let hidden = Option.flag("hidden", "Show the item again, and change nothing else")

  static let definition = CommandDefinition(
    name: "mark remove", summary: "Take back what you pinned, hid and named",
    discussion: """
      Without --pin, --alias and --hidden all that you decided about the item is taken back. The item may be gone. Where \
      several apps or indexes have marked items with that ID, name one with --app or --index. The exit status is 1 when \
      nothing was decided of what is named.
      """,
    operands: [ItemMarking.operand],
    options: [
      app.definition, ItemMarking.index.definition, pin.definition, alias.definition,
      hidden.definition, SharedOptions.json.definition,
    ],
    examples: [
      Example("all about one item", "fresnel mark remove 'ls(1)'"),
      Example("one pin", "fresnel mark remove --pin ls 'ls(1)'"),
    ])

  private let identifier: String
  private let app: String?
  private let index: String?
  private let pin: String?
  private let alias: String?
  private let shows: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifier = arguments.operands[0]
    app = try arguments(Self.app)
    index = try arguments(ItemMarking.index)
    pin = try arguments(Self.pin)
    alias = try arguments(Self.alias)
    shows = try arguments(Self.hidden)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let app = try app.map { try AppWorld(context).find($0, context).identifier }
    let (all, locked) = try connection.marks(ListMarks(app: app, identifier: identifier))
    let marks = all.filter { ItemMarking.isIn(index, $0.scope) }
    try ItemMarking.checkIsOne(marks.map(\.scope), "have a marked item", identifier)
    var count = 0
    for mark in marks {
      let changes = changes(of: mark)
      var left: PersonalMark? = mark
      for change in changes { left = try connection.changeMark(change, in: mark.protection) }
      if changes.isEmpty { continue }
      count += changes.count
      MarkPrinter(asJSON: asJSON, in: context).print(
        left
          ?? PersonalMark(
            scope: mark.scope, identifier: mark.identifier, protection: mark.protection))
    }
    if count == 0 {
      let part = locked.isEmpty ? "" : " that can be read"
      context.warn("nothing\(part) of that is decided about \"\(withoutControls(identifier))\"")
    }
    return count == 0 ? .incomplete : .success
  }

  /// What there is of it to be taken back.
  private func changes(of mark: PersonalMark) -> [ChangeMark] {
    if pin == nil, alias == nil, !shows {
      return [ChangeMark(.clear, mark.scope, mark.identifier)]
    }
    var changes: [ChangeMark] = []
    if let pin, mark.pins.contains(where: { MarkAction.isSame($0.text, pin) }) {
      changes.append(ChangeMark(.unpin, mark.scope, mark.identifier, text: pin))
    }
    if let alias, mark.aliases.contains(where: { MarkAction.isSame($0, alias) }) {
      changes.append(ChangeMark(.removeAlias, mark.scope, mark.identifier, text: alias))
    }
    if shows, mark.isHidden {
      changes.append(ChangeMark(.show, mark.scope, mark.identifier))
    }
    return changes
  }
}

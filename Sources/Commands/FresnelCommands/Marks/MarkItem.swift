internal import CommandKit
internal import FresnelModel
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire

/// Finds the item that a person means, and has the daemon note what they decide about it.
struct ItemMarking {
  private let identifier: String
  private let apps: [String]
  private let index: String?
  private let asJSON: Bool

  /// Which of several items of an app with one identifier is meant.
  static let index = Option.text("index", "INDEX", "Only the item in this index of its app")
  /// What the commands that mark an item have in common.
  static let options = [
    SharedOptions.app.definition, index.definition, SharedOptions.json.definition,
  ]
  static let operand = OperandDefinition("ID", "the item's unique identifier")

  init(_ identifier: String, _ arguments: ParsedArguments) throws(CommandError) {
    self.identifier = identifier
    apps = try arguments(SharedOptions.app)
    index = try arguments(Self.index)
    asJSON = try arguments(SharedOptions.json)
  }

  /// Notes something about the item, and prints what is decided about it from now on.
  func run(
    _ verb: ChangeMark.Verb, _ text: String = "", in context: CommandContext
  ) throws -> ExitStatus {
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let hit = try item(connection, context)
    let mark = try connection.changeMark(
      ChangeMark(verb, hit.scope, identifier, text: text), in: hit.protection)
    MarkPrinter(asJSON: asJSON, in: context).print(
      mark
        ?? PersonalMark(scope: hit.scope, identifier: identifier, protection: hit.protection))
    return .success
  }

  private func item(
    _ connection: ServiceConnection, _ context: CommandContext
  ) throws -> WireHit {
    let stores = try StoreSet.opened(StoreLocations(option: nil, context: context), for: context)
    let found = try stores.items(identified: identifier, in: try stores.filter(apps: apps))
      .filter { Self.isIn(index, $0.scope) }
    let hits = try found.compactMap { entry in
      try connection.item(
        ItemLookup(app: entry.scope.app, index: entry.scope.index, identifier: identifier))
    }
    guard let hit = hits.first else {
      throw ItemDetails.notFound(identifier, in: stores, context)
    }
    try Self.checkIsOne(hits.map(\.scope), "have an item", identifier)
    return hit
  }

  /// Whether an index is the one that is named; `nil` names all.
  static func isIn(_ index: String?, _ scope: IndexScope) -> Bool {
    index.map { $0 == withoutControls(scope.index) } ?? true
  }

  /// Checks that an identifier means one item.
  ///
  /// - Parameters:
  ///   - scopes: The indexes that have it.
  ///   - having: What they have.
  ///   - identifier: The identifier.
  /// - Throws: `CommandError` that names the apps, or the indexes of the one app.
  static func checkIsOne(
    _ scopes: [IndexScope], _ having: String, _ identifier: String
  ) throws(CommandError) {
    let owners = Set(scopes.map(\.app)).sorted().map(withoutControls)
    let indexes = Set(scopes.map(\.index)).sorted().map { "'\(withoutControls($0))'" }
    let isOfOne = owners.count <= 1
    if isOfOne, indexes.count <= 1 { return }
    let names = (isOfOne ? indexes : owners).joined(separator: ", ")
    throw CommandError(
      .usage,
      "several \(isOfOne ? "indexes" : "apps") \(having) \"\(withoutControls(identifier))\"",
      advice: "name one with \(isOfOne ? "--index" : "--app"): \(names)")
  }
}

/// `fresnel mark pin`: an item stands first for a text.
struct PinItem: Subcommand {
  static let definition = CommandDefinition(
    name: "mark pin", summary: "Have an item stand first for a text that you type",
    discussion: """
      From now on the item is the first result for exactly that text, above titles that are the text, whatever case \
      and accents you type. Filters hold all the same, and for other texts nothing changes. Of several items that are \
      pinned for one text the one pinned last is first. No app learns of it. With fresnel settings --ranking fixed \
      the text alone orders results, and pins wait. fresnel mark list shows what is pinned, fresnel mark remove takes \
      it back. The exit status is 1 when there is no such item.
      """,
    operands: [OperandDefinition("TEXT", "what you type"), ItemMarking.operand],
    options: ItemMarking.options,
    examples: [
      Example("a manual page that you look up often", "fresnel mark pin ls 'ls(1)'")
    ])

  private let text: String
  private let marking: ItemMarking

  init(_ arguments: ParsedArguments) throws(CommandError) {
    text = arguments.operands[0]
    marking = try ItemMarking(arguments.operands[1], arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try marking.run(.pin, text, in: context)
  }
}

/// `fresnel mark alias`: an item gets one more name.
struct NameItem: Subcommand {
  static let definition = CommandDefinition(
    name: "mark alias", summary: "Give an item one more name to find it by",
    discussion: """
      Searches find the item by NAME as if that were its title, and by the beginning of NAME as by the beginning of a \
      title. The item itself does not change, and its app does not learn of it. fresnel mark list shows the names, \
      fresnel mark remove takes them back. The exit status is 1 when there is no such item.
      """,
    operands: [OperandDefinition("NAME", "what you type for it"), ItemMarking.operand],
    options: ItemMarking.options,
    examples: [Example("two letters for a timetable", "fresnel mark alias tt timetable.pdf")])

  private let name: String
  private let marking: ItemMarking

  init(_ arguments: ParsedArguments) throws(CommandError) {
    name = arguments.operands[0]
    marking = try ItemMarking(arguments.operands[1], arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try marking.run(.addAlias, name, in: context)
  }
}

/// `fresnel mark hide`: searches leave an item out.
struct HideItem: Subcommand {
  static let definition = CommandDefinition(
    name: "mark hide", summary: "Have searches leave an item out",
    discussion: """
      The item is in no result and no suggestion of fresnel search, the search window and the search of the desktop. \
      Its app still finds it, and fresnel query, items and show do. It stays hidden when its app indexes it anew. \
      fresnel mark list shows what is hidden, fresnel mark remove shows it again. The exit status is 1 when there is \
      no such item.
      """,
    operands: [ItemMarking.operand], options: ItemMarking.options,
    examples: [
      Example("a package that you never look for", "fresnel mark hide --app packages bash")
    ])

  private let marking: ItemMarking

  init(_ arguments: ParsedArguments) throws(CommandError) {
    marking = try ItemMarking(arguments.operands[0], arguments)
  }

  func run(in context: CommandContext) throws -> ExitStatus { try marking.run(.hide, in: context) }
}

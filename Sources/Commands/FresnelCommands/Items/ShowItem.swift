internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import SearchSurface
internal import SpotlightWire

/// `fresnel show`: everything known about an item.
struct ShowItem: Subcommand {
  static let definition = CommandDefinition(
    name: "show", summary: "Show everything about an item",
    discussion: """
      Shows the item's app, index, domain and expiry, the client state of its index, what can be done \
      with it (fresnel open --action does it), and each attribute with its type and size.
      """,
    operands: [OperandDefinition("ID", "the item's unique identifier")],
    options: [
      SharedOptions.app.definition, SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("a manual page", "fresnel show 'ls(1)'"),
      Example(
        "a package that shares its name with another item", "fresnel show --app packages bash"),
    ])

  private let identifier: String
  private let store: String?
  private let apps: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    identifier = arguments.operands[0]
    store = try arguments(SharedOptions.store)
    apps = try arguments(SharedOptions.app)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let stores = try StoreSet.opened(StoreLocations(option: store, context: context), for: context)
    let found = try stores.items(identified: identifier, in: try stores.filter(apps: apps))
    guard !found.isEmpty else { throw ItemDetails.notFound(identifier, in: stores, context) }
    let actions = ItemActions(context.directories)
    for (number, entry) in found.enumerated() {
      let state = try entry.member.library.clientState(of: entry.scope)
      let item = try entry.item.item()
      let details = ItemDetails(
        scope: entry.scope, item: item, byteCount: entry.item.byteCount, clientState: state,
        storeDirectory: entry.member.library is DaemonLibrary
          ? nil : entry.member.location.directory,
        actions: actions.actions(on: item, in: entry.scope))
      if asJSON {
        context.console.writeLine(details.json.printed())
      } else {
        if number > 0 { context.console.writeLine("") }
        for line in details.lines(context.style) { context.console.writeLine(line) }
      }
    }
    return .success
  }
}

/// Everything known about an item, ready to be shown.
struct ItemDetails {
  /// The index that holds the item.
  let scope: IndexScope
  /// The item.
  let item: Item
  /// The size of its encoding.
  let byteCount: Int
  /// The client state of its index.
  let clientState: [UInt8]?
  /// The store that holds it; `nil` for the daemon's.
  let storeDirectory: String?
  /// What can be done with it besides opening it.
  let actions: [ResultAction]

  /// The failure to find an item. What cannot be read now, such as a locked class, may have it and is named.
  static func notFound(
    _ identifier: String, in stores: StoreSet, _ context: CommandContext
  ) -> CommandError {
    let readable = stores.readableIndexes()
    let omissions = readable.omissions + readable.unopened.map(\.sentence)
    StoreSet.warn(of: omissions, context)
    let place = omissions.isEmpty ? "" : " among those that can be read"
    return CommandError(
      .incomplete, "there is no item \"\(withoutControls(identifier))\"\(place)",
      advice: "find its identifier with fresnel search, or list all with fresnel items")
  }

  /// The facts about the item that are no attributes.
  private var facts: [(name: String, text: String)] {
    var facts = [("app", scope.app)]
    if !scope.index.isEmpty { facts.append(("index", scope.index)) }
    if let domain = item.domainIdentifier { facts.append(("domain", domain)) }
    facts.append(("expires", item.expiration.map(AttributeText.text) ?? "never"))
    facts.append(("size", "\(formatted(count: byteCount)) bytes"))
    facts.append(("client state", clientState.map(Self.describe) ?? "none"))
    facts.append(("store", storeDirectory ?? "kept by the daemon"))
    return facts
  }

  private static func describe(_ state: [UInt8]) -> String {
    let isText = !state.isEmpty && state.allSatisfy { (0x20..<0x7F).contains($0) }
    let shown =
      isText
      ? "\"\(String(decoding: state, as: UTF8.self))\""
      : state.prefix(32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "\(state.count) bytes \(shown)"
  }

  /// The lines that a person reads.
  func lines(_ style: Style) -> [String] {
    var lines = [style.strong(withoutControls(item.uniqueIdentifier))]
    for fact in facts {
      lines.append("  \(style.faint(padded(fact.name, to: 14)))\(withoutControls(fact.text))")
    }
    if !actions.isEmpty { lines.append(style.kind("actions")) }
    for (number, action) in actions.enumerated() {
      let url = action.url.map { style.faint("  " + withoutControls($0)) } ?? ""
      lines.append("  \(number + 1)  \(withoutControls(action.title))\(url)")
    }
    for (name, value) in AttributeText.sorted(item.attributes) {
      let text = AttributeText.text(of: value)
      let size = text.utf8.count > 60 ? ", \(formatted(count: text.utf8.count)) bytes" : ""
      lines.append(style.kind(name) + style.faint("  \(AttributeText.type(of: value))\(size)"))
      for line in text.split(whereSeparator: \.isNewline) {
        lines.append("  " + withoutControls(String(line)))
      }
    }
    return lines
  }

  /// The object that a program reads.
  var json: JSONValue {
    var members = [
      JSONMember("app", .string(scope.app)), JSONMember("index", .string(scope.index)),
      JSONMember("byteCount", .integer(Int64(byteCount))),
    ]
    if let storeDirectory { members.append(JSONMember("store", .string(storeDirectory))) }
    if let clientState {
      let value = ItemJSON.json(of: .data(clientState), for: .builtIn(.thumbnailData))
      members.append(JSONMember("clientState", value))
    }
    if !actions.isEmpty {
      members.append(JSONMember("actions", .array(actions.map(Self.json(of:)))))
    }
    return .object(members + [JSONMember("item", ItemJSON.json(of: item))])
  }
  /// An action as a program reads it.
  private static func json(of action: ResultAction) -> JSONValue {
    var members = [
      JSONMember("kind", .string("\(action.kind)")), JSONMember("title", .string(action.title)),
    ]
    if let url = action.url { members.append(JSONMember("url", .string(url))) }
    if case .item(_, _, let identifier?) = action.target {
      members.append(JSONMember("identifier", .string(identifier)))
    }
    return .object(members)
  }
}

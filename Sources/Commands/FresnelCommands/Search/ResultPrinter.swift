internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// Prints results: two lines each for people, an object each for programs.
struct ResultPrinter {
  /// Where to print.
  let context: CommandContext
  /// Describes and highlights results.
  let description: ResultDescription
  /// The attributes to show; none shows the usual ones, `*` all.
  let attributes: [String]
  /// Whether a program reads.
  let asJSON: Bool

  /// Prints one result.
  func print(_ item: EncodedItem, of scope: IndexScope, score: Double?) throws {
    if asJSON {
      context.console.writeLine(try json(item, scope, score).text())
      return
    }
    let row = description.row(for: item, of: scope)
    let color = context.console.usesColor
    let width = context.console.outputIsTerminal ? context.console.columns : Int.max
    var line = row.title
    line.append("   \(row.kind)", .kind)
    if line.text != item.uniqueIdentifier { line.append("   \(item.uniqueIdentifier)", .faint) }
    context.console.writeLine(line.truncated(to: width).terminalText(usesColor: color))
    if attributes.isEmpty {
      var detail = StyledText("    ")
      detail.append(row.detail)
      if !row.detail.spans.isEmpty {
        context.console.writeLine(
          detail.truncated(to: min(width, 200)).terminalText(usesColor: color))
      }
      return
    }
    for (name, value) in try selected(of: item) {
      let text = AttributeText.oneLine(value)
      let shown = truncated("    \(name): \(text)", to: min(width, 400))
      context.console.writeLine(shown)
    }
  }

  /// The attributes asked for that an item has.
  private func selected(of item: EncodedItem) throws -> [(name: String, value: AttributeValue)] {
    let decoded = try item.item()
    if attributes.contains("*") { return AttributeText.sorted(decoded.attributes) }
    return attributes.compactMap { name in
      guard let key = try? ItemJSON.key(named: name), let value = decoded.attributes[key] else {
        return nil
      }
      return (name, value)
    }
  }

  private func json(
    _ item: EncodedItem, _ scope: IndexScope, _ score: Double?
  ) throws -> JSONValue {
    var members = [JSONMember("app", .string(scope.app))]
    if !scope.index.isEmpty { members.append(JSONMember("index", .string(scope.index))) }
    if let score { members.append(JSONMember("score", .double(score))) }
    var decoded = try item.item()
    if !attributes.contains("*") {
      let names =
        attributes.isEmpty ? ["title", "displayName", "kind", "contentDescription"] : attributes
      let keys = Set(names.compactMap { try? ItemJSON.key(named: $0) })
      decoded.attributes = Attributes(decoded.attributes.values.filter { keys.contains($0.key) })
    }
    guard case .object(let itemMembers) = ItemJSON.json(of: decoded) else { return .null }
    return .object(members + itemMembers)
  }
}

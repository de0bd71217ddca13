internal import CommandKit
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightService
internal import SpotlightWire

/// Prints results: two lines each for people, an object each for programs.
struct ResultPrinter {
  /// Where to print.
  let context: CommandContext
  /// Describes and highlights results, where nobody says how the text was understood.
  let description: ResultDescription
  /// The attributes to show; none shows the usual ones, `*` all.
  let attributes: [String]
  /// Whether a program reads.
  let asJSON: Bool

  /// Whether rows, with their second lines, are all that is printed of items.
  var printsRows: Bool { !asJSON && attributes.isEmpty }

  /// Prints what a search found, the best first.
  ///
  /// - Throws: `ModelError` for an item that is damaged.
  func print(_ found: [StoreSet.Found]) throws {
    var descriptions = ResultDescriptions(description)
    for found in found {
      let printer = ResultPrinter(
        context: context, description: descriptions.description(by: found.understanding),
        attributes: attributes, asJSON: asJSON)
      try printer.print(
        found.hit.item, of: found.hit.scope, score: found.hit.score, snippet: found.snippet,
        understanding: found.understanding)
    }
  }

  /// Prints one result.
  ///
  /// - Parameters:
  ///   - item: The item; its row, where ``printsRows`` says so.
  ///   - scope: The item's index.
  ///   - score: How well it answers a search.
  ///   - snippet: The second line of its row.
  ///   - understanding: How the text was understood where it was found.
  /// - Throws: `ModelError` for an item that is damaged.
  func print(
    _ item: EncodedItem, of scope: IndexScope, score: Double?, snippet: String = "",
    understanding: Understanding? = nil
  ) throws {
    if asJSON {
      context.console.writeLine(try json(item, scope, score, understanding).printed())
      return
    }
    let row = description.row(for: item, of: scope, snippet: snippet)
    let color = context.console.usesColor
    let width = context.console.outputIsTerminal ? context.console.columns : Int.max
    var line = row.title
    line.append("   \(row.kind)", .kind)
    // A state of history has a key that means nothing to people.
    if line.text != item.uniqueIdentifier, !scope.isAboutPerson {
      line.append("   \(item.uniqueIdentifier)", .faint)
    }
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
    if attributes.contains("*") { return AttributeText.sorted(try item.item().attributes) }
    return try attributes.compactMap { name in
      guard let key = try? ItemJSON.key(named: name), let value = try item.decodedValue(for: key)
      else { return nil }
      return (name, value)
    }
  }

  private func json(
    _ item: EncodedItem, _ scope: IndexScope, _ score: Double?, _ understanding: Understanding?
  ) throws -> JSONValue {
    var members = [JSONMember("app", .string(scope.app))]
    if scope.isAboutPerson {
      members.append(JSONMember("source", .string("activity")))
    } else if !scope.index.isEmpty {
      members.append(JSONMember("index", .string(scope.index)))
    }
    if let score { members.append(JSONMember("score", .double(score))) }
    if let understanding { members += understanding.members }
    guard case .object(let itemMembers) = ItemJSON.json(of: try decoded(item)) else {
      return .null
    }
    return .object(members + itemMembers)
  }

  /// The item with the attributes to show, the others not decoded.
  private func decoded(_ item: EncodedItem) throws -> Item {
    if attributes.contains("*") { return try item.item() }
    let keys =
      attributes.isEmpty
      ? ResultDescription.attributes : attributes.compactMap { try? ItemJSON.key(named: $0) }
    var shown = Attributes()
    for key in keys {
      // The stored key, unlike one made from a name, knows its flags.
      guard let found = try item.attribute(for: key) else { continue }
      shown[found.key] = try found.value()
    }
    return Item(
      uniqueIdentifier: item.uniqueIdentifier, domainIdentifier: item.domainIdentifier,
      expiration: item.expiration, attributes: shown)
  }
}

extension Understanding {
  /// The words that were left out, as they were typed.
  var leftOut: [String] {
    terms.filter { $0.traits.contains(.isLeftOut) }.map(\.text)
  }

  /// The words that stood for the text where some were joined or taken apart; `nil` elsewhere.
  var joinedOrSplit: String? {
    reading == .joinedOrSplit ? terms.map(\.text).joined(separator: " ") : nil
  }

  /// What to tell a program.
  var members: [JSONMember] {
    var members = [JSONMember("reading", .string("\(reading)"))]
    if editCount > 0 { members.append(JSONMember("edits", .integer(Int64(editCount)))) }
    if let correctedText { members.append(JSONMember("corrected", .string(correctedText))) }
    if let joinedOrSplit { members.append(JSONMember("understoodAs", .string(joinedOrSplit))) }
    if !leftOut.isEmpty {
      members.append(JSONMember("without", .array(leftOut.map { .string($0) })))
    }
    return members
  }
}

extension Reading {
  /// What to tell a person, such as `as typed`.
  var words: String {
    switch self {
    case .asTyped: "as typed"
    case .prefixes: "with words that may go on"
    case .stems: "with other forms of words"
    case .initials: "as initials"
    case .oneEdit: "with one letter corrected"
    case .twoEdits: "with two letters corrected"
    case .joinedOrSplit: "with words joined or taken apart"
    case .scripts: "in another script"
    case .latinSpelling: "by Latin spelling"
    case .persons: "as a person's name"
    case .leftOutInNames, .leftOut: "with words left out"
    }
  }
}

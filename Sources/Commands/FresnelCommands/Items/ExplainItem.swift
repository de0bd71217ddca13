internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SearchSurface
internal import SpotlightWire

/// `fresnel explain`: why an item matches a query, or why not.
struct ExplainItem: Subcommand {
  static let definition = CommandDefinition(
    name: "explain", summary: "Tell why an item matches a query, or why not",
    discussion: """
      Shows each clause of the query with + where it is true of the item and - where it is not, and what \
      it matched; then the item's place among the results, its score, how the words were read, and whether you pinned, \
      named or hid it. Of a store \
      that --store names it also tells for each word how many postings the index has and which of them are the \
      item's, and what the search took. The query may also be words as for fresnel search; where these were \
      corrected, the corrected ones are explained.
      """,
    operands: [
      OperandDefinition("QUERY", "a query string, or words in quotes"),
      OperandDefinition("ID", "the item's unique identifier"),
    ],
    options: [
      SharedOptions.app.definition, SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("why a search finds a page", "fresnel explain 'list dir' 'ls(1)'"),
      Example("why a query does not", "fresnel explain 'title == \"LS\"' 'ls(1)'"),
    ])

  /// The characters shown before and after a match.
  private static let surroundingCount = 30

  private let query: String
  private let identifier: String
  private let store: String?
  private let apps: [String]
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    query = arguments.operands[0]
    identifier = arguments.operands[1]
    store = try arguments(SharedOptions.store)
    apps = try arguments(SharedOptions.app)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let text = try SearchText.queryOrWords(query)
    let compiled = try QueryText.compiled(text.query, context)
    let withForms = try Self.withForms(text, context)
    let stores = try StoreSet.opened(StoreLocations(option: store, context: context), for: context)
    let found = try stores.items(identified: identifier, in: try stores.filter(apps: apps))
    guard !found.isEmpty else { throw ItemDetails.notFound(identifier, in: stores, context) }
    for sentence in try UnknownAttributes(stores, context).sentences(of: compiled.query) {
      context.warn(sentence)
    }
    var matches = false
    for entry in found {
      let item = try entry.item.item()
      let rank = try Rank(of: entry.item, entry.scope, in: entry.member, text, context)
      var asked = compiled
      var explanation = Self.explain(item, compiled, withForms)
      let corrected = explanation.isMatch ? nil : rank.correctedText
      if let corrected {
        let text = try SearchText.words(corrected)
        asked = try QueryText.compiled(text.query, context)
        explanation = Self.explain(item, asked, try Self.withForms(text, context))
      }
      let isMatch = explanation.isMatch || rank.isFound
      let mark = (entry.member.library as? DaemonLibrary)?.mark(of: identifier, in: entry.scope)
      matches = matches || isMatch
      let postings = try WordPostings(
        of: entry.item, entry.scope, in: entry.member, asked.query, context)
      if asJSON {
        var members = [
          JSONMember("app", .string(entry.scope.app)), JSONMember("id", .string(identifier)),
          // What was typed is no query string.
          JSONMember(
            "query", .string(text.form == .typed ? text.text : compiled.query.description)),
          JSONMember("explanation", Self.json(explanation)),
        ]
        members += postings.members + rank.members
        if let mark, !mark.sentences.isEmpty {
          members.append(JSONMember("marks", .array(mark.sentences.map { .string($0) })))
        }
        context.console.writeLine(JSONValue.object(members).printed())
      } else {
        let verdict =
          isMatch
          ? context.style.success("matches")
            + (corrected.map { " as “\(withoutControls($0))”" } ?? "")
          : context.style.failure("does not match")
        let app = ResultDescription.label(ofApp: entry.scope.app)
        context.console.writeLine("\(withoutControls(identifier)) (\(app)) \(verdict)")
        Self.write(explanation, depth: 1, in: context)
        let marks = mark?.sentences.map(withoutControls) ?? []
        for line in postings.lines + rank.lines(isMatch: isMatch) + marks {
          context.console.writeLine("  \(line)")
        }
      }
    }
    return matches ? .success : .incomplete
  }

  /// What was typed, as a query that asks for names and codes too.
  private static func withForms(
    _ text: SearchText, _ context: CommandContext
  ) throws -> CompiledQuery? {
    guard text.form == .typed,
      let query = UserQuery(text.text).asTypedOrForms(context.queryContext.locale)
    else { return nil }
    return try QueryText.compiled(query, context)
  }

  /// Explains by the words alone where these match, so that names and codes show where they are the reason.
  private static func explain(
    _ item: Item, _ compiled: CompiledQuery, _ withForms: CompiledQuery?
  ) -> Explanation {
    let byWords = compiled.explain(item)
    guard !byWords.isMatch, let byForms = withForms?.explain(item), byForms.isMatch else {
      return byWords
    }
    return byForms
  }

  /// Writes a clause and those below it, each with what it matched or why it did not.
  private static func write(_ explanation: Explanation, depth: Int, in context: CommandContext) {
    let heading =
      switch explanation.kind {
      case .comparison: explanation.clause
      case .not: "not"
      case .and: "all of"
      case .or: "one of"
      }
    let indent = String(repeating: "  ", count: depth)
    let mark = explanation.isMatch ? context.style.success("+") : context.style.failure("-")
    context.console.writeLine("\(indent)\(mark) \(withoutControls(heading))")
    let places = explanation.matches.map { place($0, context.style) }
    // The sentence says the same of the first place, but knows no colours and no lines.
    let sentences =
      explanation.isMatch && !places.isEmpty ? places : [withoutControls(explanation.reason)]
    for sentence in sentences where !sentence.isEmpty {
      context.console.writeLine("\(indent)    \(sentence)")
    }
    for clause in explanation.clauses { write(clause, depth: depth + 1, in: context) }
  }

  /// A place that a clause matched: the attribute, and the match between what stands around it.
  private static func place(_ match: Explanation.Match, _ style: Style) -> String {
    let bytes = Array(match.value.utf8)
    guard let range = match.range, range.upperBound <= bytes.count else {
      return "\(match.path): \(withoutControls(match.value))"
    }
    func text(_ part: ArraySlice<UInt8>) -> String {
      withoutControls(String(decoding: part, as: UTF8.self).replacing(/\s+/, with: " "))
    }
    let before = text(bytes[..<range.lowerBound])
    let after = text(bytes[range.upperBound...])
    let lead = before.count > surroundingCount ? "…" + before.suffix(surroundingCount) : before
    let rest = after.count > surroundingCount ? after.prefix(surroundingCount) + "…" : after[...]
    let found = text(bytes[range])
    let shown = style.isActive ? style.match(found) : "[\(found)]"
    return "\(match.path): \(lead)\(shown)\(rest)"
  }

  private static func json(_ explanation: Explanation) -> JSONValue {
    var members = [
      JSONMember("kind", .string(explanation.kind.rawValue)),
      JSONMember("matches", .boolean(explanation.isMatch)),
    ]
    if !explanation.clause.isEmpty {
      members.append(JSONMember("clause", .string(explanation.clause)))
    }
    if !explanation.reason.isEmpty {
      members.append(JSONMember("reason", .string(explanation.reason)))
    }
    if !explanation.matches.isEmpty {
      let places = explanation.matches.map { match in
        var place = [
          JSONMember("path", .string(match.path)), JSONMember("value", .string(match.value)),
        ]
        if let text = match.matchedText { place.append(JSONMember("matched", .string(text))) }
        return JSONValue.object(place)
      }
      members.append(JSONMember("places", .array(places)))
    }
    if !explanation.clauses.isEmpty {
      members.append(JSONMember("clauses", .array(explanation.clauses.map(json))))
    }
    return .object(members)
  }
}

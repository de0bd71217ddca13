internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery

/// `fresnel explain`: why an item matches a query, or why not.
struct ExplainItem: Subcommand {
  static let definition = CommandDefinition(
    name: "explain", summary: "Tell why an item matches a query, or why not",
    discussion: """
      Shows each clause of the query with + where it is true of the item and - where it is not, and what \
      it matched. The query may also be words as for fresnel search.
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
    let compiled = try QueryText.compiled(try QueryText.queryOrWords(query), context)
    let stores = try StoreSet.opened(StoreLocations(option: store, context: context), for: context)
    let found = stores.items(identified: identifier, in: try stores.filter(apps: apps))
    guard !found.isEmpty else { throw ItemDetails.notFound(identifier) }
    var matches = false
    for entry in found {
      let explanation = compiled.explain(try entry.item.item())
      matches = matches || explanation.isMatch
      if asJSON {
        let members = [
          JSONMember("app", .string(entry.scope.app)), JSONMember("id", .string(identifier)),
          JSONMember("query", .string(compiled.query.description)),
          JSONMember("explanation", Self.json(explanation)),
        ]
        context.console.writeLine(JSONValue.object(members).text())
      } else {
        let verdict =
          explanation.isMatch
          ? context.style.success("matches") : context.style.failure("does not match")
        let app = ResultDescription.label(ofApp: entry.scope.app)
        context.console.writeLine("\(withoutControls(identifier)) (\(app)) \(verdict)")
        for line in explanation.description.split(separator: "\n") {
          context.console.writeLine("  " + withoutControls(String(line)))
        }
      }
    }
    return matches ? .success : .incomplete
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

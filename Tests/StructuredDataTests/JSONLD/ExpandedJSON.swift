import WebDocuments

@testable import StructuredData

/// Writes expanded documents as JSON in a form in which the order of keys and values doesn't count.
enum ExpandedJSON {
  static func text(_ values: [ExpandedValue]) -> String {
    "[" + values.map(text(of:)).sorted().joined(separator: ",") + "]"
  }

  /// The same of a document that is expanded already.
  static func text(of json: LocatedJSON, isList: Bool = false, isJSON: Bool = false) -> String {
    switch json.value {
    case .null: return "null"
    case .boolean(let boolean): return "\(boolean)"
    case .number(let number, _): return "\(number)"
    case .string(let text): return "\"\(text)\""
    case .array(let values):
      let texts = values.map { text(of: $0, isJSON: isJSON) }
      return "[" + (isList || isJSON ? texts : texts.sorted()).joined(separator: ",") + "]"
    case .object(let members):
      let isJSONValue = isJSON || json["@type"]?.value == .string("@json")
      return object(
        members.map { member in
          let isLiteral = isJSONValue && member.name == "@value"
          return (
            member.name, text(of: member.value, isList: member.name == "@list", isJSON: isLiteral)
          )
        })
    }
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\($0.1)" }.sorted().joined(separator: ",") + "}"
  }

  private static func properties(_ properties: [ExpandedNode.Property]) -> [(String, String)] {
    properties.map { ($0.iri, text($0.values)) }
  }

  private static func text(of value: ExpandedValue) -> String {
    var members: [(String, String)] = value.index.map { [("@index", "\"\($0)\"")] } ?? []
    switch value.kind {
    case .list(let values):
      members.append(("@list", "[" + values.map(text(of:)).joined(separator: ",") + "]"))
    case .literal(let literal):
      members.append(("@value", text(of: literal.value, isJSON: literal.type == "@json")))
      if let type = literal.type { members.append(("@type", "\"\(type)\"")) }
      if let language = literal.language { members.append(("@language", "\"\(language)\"")) }
      if let direction = literal.direction { members.append(("@direction", "\"\(direction)\"")) }
    case .node(let node):
      switch node.identifier {
      case .none: break
      case .null: members.append(("@id", "null"))
      case .iri(let iri): members.append(("@id", "\"\(iri)\""))
      }
      if let types = node.types {
        members.append(
          ("@type", "[" + types.map { "\"\($0)\"" }.sorted().joined(separator: ",") + "]"))
      }
      members += properties(node.properties)
      if !node.reverse.isEmpty { members.append(("@reverse", object(properties(node.reverse)))) }
      if let graph = node.graph { members.append(("@graph", text(graph))) }
      if let included = node.included { members.append(("@included", text(included))) }
    }
    return object(members)
  }
}

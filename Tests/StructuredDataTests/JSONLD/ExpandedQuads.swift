import Foundation
import WebDocuments

@testable import StructuredData

/// Turns expanded documents into statements of RDF (JSON-LD 1.1 API, 8).
struct ExpandedQuads {
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let xsd = "http://www.w3.org/2001/XMLSchema#"
  private(set) var lines: [[String]] = []
  private var blanks = 0

  static func quads(_ values: [ExpandedValue]) -> Quads {
    var converter = ExpandedQuads()
    converter.add(values, in: nil)
    return Quads(converter.lines)
  }

  private mutating func add(_ values: [ExpandedValue], in graph: String?) {
    for value in values { _ = term(value, in: graph) }
  }

  private mutating func blank() -> String {
    blanks += 1
    return "_:without name \(blanks)"
  }

  private mutating func emit(
    _ subject: String, _ predicate: String, _ object: String?, _ graph: String?
  ) {
    guard let object, isValid(subject), isValid(predicate), isValid(object),
      predicate.hasPrefix("<")
    else { return }
    if let graph, !isValid(graph) { return }
    lines.append([subject, predicate, object] + (graph.map { [$0] } ?? []))
  }

  private func isValid(_ term: String) -> Bool {
    guard term.hasPrefix("<") else { return true }
    return JSONLDProcessor.isAbsolute(String(term.dropFirst().dropLast()))
  }

  private func name(_ iri: String) -> String { iri.hasPrefix("_:") ? iri : "<\(iri)>" }

  private mutating func term(_ value: ExpandedValue, in graph: String?) -> String? {
    switch value.kind {
    case .list(let values):
      let items = values.compactMap { term($0, in: graph) }.filter(isValid)
      var rest = "<\(Self.rdf)nil>"
      for item in items.reversed() {
        let cell = blank()
        emit(cell, "<\(Self.rdf)first>", item, graph)
        emit(cell, "<\(Self.rdf)rest>", rest, graph)
        rest = cell
      }
      return rest
    case .literal(let literal): return text(of: literal)
    case .node(let node):
      let subject: String
      switch node.identifier {
      case .iri(let iri): subject = name(iri)
      case .null: return nil
      case .none: subject = blank()
      }
      for type in node.types ?? [] { emit(subject, "<\(Self.rdf)type>", name(type), graph) }
      for property in node.properties {
        for value in property.values {
          emit(subject, name(property.iri), term(value, in: graph), graph)
        }
      }
      for property in node.reverse {
        for value in property.values {
          if let other = term(value, in: graph) { emit(other, name(property.iri), subject, graph) }
        }
      }
      add(node.included ?? [], in: graph)
      if let values = node.graph { add(values, in: subject) }
      return subject
    }
  }

  private func text(of literal: ExpandedLiteral) -> String? {
    switch literal.value.value {
    case .string(let text):
      return Quads.literal(text, type: literal.type, language: literal.language)
    case .boolean(let boolean):
      return Quads.literal("\(boolean)", type: literal.type ?? Self.xsd + "boolean")
    case .number(let number, _):
      let isDouble = literal.type == Self.xsd + "double"
      if number.rounded() == number, number.magnitude < 1e21, !isDouble {
        return Quads.literal(
          String(format: "%.0f", number), type: literal.type ?? Self.xsd + "integer")
      }
      // A canonical double: 2.2E0.
      var parts = String(format: "%.15E", number).split(separator: "E")
      while parts[0].hasSuffix("0"), !parts[0].hasSuffix(".0") { parts[0].removeLast() }
      return Quads.literal(
        "\(parts[0])E\(Int(parts[1]) ?? 0)", type: literal.type ?? Self.xsd + "double")
    default: return nil
    }
  }
}

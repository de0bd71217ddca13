@testable import StructuredData

/// Statements of RDF to compare, whatever their blank nodes are called.
struct Triples {
  let lines: [[String]]

  /// Reads N-Triples or N-Quads, one statement to a string.
  init(_ lines: [String]) {
    self.init(parts: lines.filter { !$0.isEmpty }.map(Self.parts))
  }

  /// Takes what was read of RDFa.
  init(_ statements: [RDFStatement]) {
    self.init(
      parts: statements.map {
        [Self.text(of: $0.subject), "<\($0.predicate)>", Self.text(of: $0.object)]
      })
  }

  /// Takes statements as their parts.
  init(parts: [[String]]) {
    lines = Array(Set(parts))
  }

  /// The statements for which a condition holds.
  func filter(_ condition: ([String]) -> Bool) -> Triples {
    Triples(parts: lines.filter(condition))
  }

  /// The statements with each part rewritten.
  func map(_ transform: (String) -> String) -> Triples {
    Triples(parts: lines.map { $0.map(transform) })
  }

  /// What only one of two sides says.
  func differences(from other: Triples) -> [String] {
    let (own, others) = (Set(canonical), Set(other.canonical))
    return own.subtracting(others).sorted().map { "+ " + $0 }
      + others.subtracting(own).sorted().map { "- " + $0 }
  }

  /// The statements, sorted, with names for blank nodes that follow from what is said of them.
  private var canonical: [String] {
    let nodes = Set(lines.joined().filter { $0.hasPrefix("_:") })
    var names = Dictionary(uniqueKeysWithValues: nodes.map { ($0, "_:") })
    for _ in 0..<8 {
      var next: [String: String] = [:]
      for node in nodes {
        let said = lines.filter { $0.contains(node) }.map { line in
          line.map { $0 == node ? "self" : names[$0] ?? $0 }.joined(separator: " ")
        }
        var hasher = UInt64(0xcbf2_9ce4_8422_2325)
        for byte in said.sorted().joined(separator: "\n").utf8 {
          hasher = (hasher ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        next[node] = "_:" + String(hasher, radix: 36)
      }
      names = next
    }
    return lines.map { $0.map { names[$0] ?? $0 }.joined(separator: " ") }.sorted()
  }

  static func text(of term: RDFTerm) -> String {
    switch term {
    case .iri(let iri): "<\(iri)>"
    case .blank(let number): "_:b\(number)"
    case .literal(let text, let language, let datatype): literal(text, language, datatype)
    }
  }

  private static func literal(_ text: String, _ language: String?, _ datatype: String?) -> String {
    let isPlain = datatype == "http://www.w3.org/2001/XMLSchema#string"
    return "\"\(text)\"" + (language.map { "@" + $0.lowercased() } ?? "")
      + (isPlain ? "" : datatype.map { "^^<\($0)>" } ?? "")
  }

  /// The subject, predicate and object of a line.
  private static func parts(of line: String) -> [String] {
    var parts: [String] = []
    var rest = Substring(line)
    while parts.count < 3 {
      rest = rest.drop { $0 == " " }
      if rest.first == "\"" {
        var text = ""
        rest.removeFirst()
        while let character = rest.unicodeScalars.first, character != "\"" {
          rest.unicodeScalars.removeFirst()
          guard character == "\\", let escape = rest.unicodeScalars.popFirst() else {
            text.unicodeScalars.append(character)
            continue
          }
          switch escape {
          case "n": text += "\n"
          case "r": text += "\r"
          case "t": text += "\t"
          case "u", "U":
            let digits = rest.prefix(escape == "u" ? 4 : 8)
            rest = rest.dropFirst(digits.count)
            if let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) {
              text.unicodeScalars.append(scalar)
            }
          default: text.unicodeScalars.append(escape)
          }
        }
        rest = rest.dropFirst()
        let suffix = rest.prefix { $0 != " " }
        rest = rest.dropFirst(suffix.count)
        parts.append(
          literal(
            text, suffix.hasPrefix("@") ? String(suffix.dropFirst()) : nil,
            suffix.hasPrefix("^^") ? String(suffix.dropFirst(3).dropLast()) : nil))
      } else {
        let end = rest.first == "<" ? rest.firstIndex(of: ">").map { rest.index(after: $0) } : nil
        let part = rest[..<(end ?? rest.firstIndex(of: " ") ?? rest.endIndex)]
        parts.append(String(part))
        rest = rest[part.endIndex...]
      }
    }
    return parts
  }
}

extension Triples {
  /// Takes what a graph tells. Words that belong to nothing become names in the document.
  init(_ graph: ItemGraph, document: String) {
    func subject(_ place: Int) -> String {
      graph[place].identifier.map { "<\($0)>" } ?? "_:i\(place)"
    }
    func name(_ name: String) -> String { name.contains(":") ? name : "http://schema.org/" + name }
    var lines: [[String]] = []
    for place in graph.items.indices {
      let item = graph[place]
      for type in item.types {
        lines.append([subject(place), "<\(RDFName.type)>", "<\(name(type))>"])
      }
      for property in item.properties {
        let predicate =
          item.types.isEmpty && !property.name.contains(":") && !item.isInSchema(graph)
          ? "\(document)#\(property.name)" : name(property.name)
        for value in property.values {
          let object =
            switch value.content {
            case .item(let place): subject(place)
            case .url(let url): "<\(url)>"
            default: "\"\(value.text ?? "")\""
            }
          lines.append([subject(place), "<\(predicate)>", object])
        }
      }
    }
    self.init(parts: lines)
  }
}

extension GraphItem {
  /// Whether an item with a type of schema.org has it as a value, so that its words belong there too.
  fileprivate func isInSchema(_ graph: ItemGraph) -> Bool {
    graph.items.contains { item in
      !item.types.isEmpty
        && item.properties.contains { $0.values.contains { $0.item.map { graph[$0] } == self } }
    }
  }
}

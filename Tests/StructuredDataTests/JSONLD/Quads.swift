/// Statements of RDF with the graphs they stand in, to compare whatever their blank nodes are called.
struct Quads {
  /// Subject, predicate, object and, unless it is the default one, the graph.
  var lines: [[String]]

  init(_ lines: [[String]]) {
    self.lines = lines
  }

  /// Reads N-Quads.
  init(_ text: String) {
    lines = text.split(whereSeparator: \.isNewline).map { Self.terms(of: $0) }.filter {
      !$0.isEmpty
    }
  }

  /// The statements, sorted, with names for blank nodes that follow from what is said of them.
  var canonical: [String] {
    let nodes = Set(lines.joined().filter { $0.hasPrefix("_:") })
    var linesOf: [String: [[String]]] = [:]
    for line in lines {
      for node in Set(line) where node.hasPrefix("_:") { linesOf[node, default: []].append(line) }
    }
    var names = Dictionary(uniqueKeysWithValues: nodes.map { ($0, "_:") })
    for _ in 0..<12 {
      var next: [String: String] = [:]
      for node in nodes {
        let said = (linesOf[node] ?? []).map { line in
          line.map { $0 == node ? "self" : names[$0] ?? $0 }.joined(separator: " ")
        }
        next[node] = "_:" + String(Self.hash(said.sorted().joined(separator: "\n")), radix: 36)
      }
      names = next
    }
    return Set(lines.map { $0.map { names[$0] ?? $0 }.joined(separator: " ") }).sorted()
  }

  var text: String { canonical.joined(separator: "\n") }

  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// A literal, with its escapes undone.
  static func literal(_ text: String, type: String? = nil, language: String? = nil) -> String {
    let isPlain = type == nil || type == "http://www.w3.org/2001/XMLSchema#string"
    return "\"\(text)\"" + (language.map { "@" + $0.lowercased() } ?? "")
      + (isPlain ? "" : "^^<\(type ?? "")>")
  }

  private static func terms(of line: Substring) -> [String] {
    var rest = line.unicodeScalars
    var terms: [String] = []
    while let first = rest.first {
      switch first {
      case " ", "\t": rest.removeFirst()
      case ".": return terms
      case "\"":
        let text = unescaped(&rest)
        let suffix = Substring(rest).prefix { $0 != " " }
        rest = rest.dropFirst(suffix.unicodeScalars.count)
        terms.append(
          literal(
            text, type: suffix.hasPrefix("^^") ? String(suffix.dropFirst(3).dropLast()) : nil,
            language: suffix.hasPrefix("@") ? String(suffix.dropFirst()) : nil))
      default:
        let end: Unicode.Scalar = first == "<" ? ">" : " "
        var term = String.UnicodeScalarView(rest.prefix { $0 != end })
        rest = rest.dropFirst(term.count)
        if first == "<" {
          term.append(">")
          rest = rest.dropFirst()
        }
        terms.append(String(term))
      }
    }
    return terms
  }

  /// Takes a text in quotes.
  private static func unescaped(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\", let escape = rest.popFirst() else {
        text.append(scalar)
        continue
      }
      switch escape {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "t": text.append("\t")
      case "b": text.append("\u{8}")
      case "f": text.append("\u{C}")
      case "u", "U":
        let digits = String(String.UnicodeScalarView(rest.prefix(escape == "u" ? 4 : 8)))
        rest = rest.dropFirst(digits.unicodeScalars.count)
        if let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) {
          text.append(scalar)
        }
      default: text.append(escape)
      }
    }
    return String(text)
  }
}

import FresnelModel
import FresnelPlatform
import Testing

/// What `Documentation/json.md` says of a command's output: the members of its objects. A command may write objects of
/// several kinds, each with a table of its own.
struct JSONDescription {
  /// A row of a table.
  struct Member {
    let path: String
    let type: String
    let mayBeMissing: Bool
    let mayBeNull: Bool
  }

  private let tables: [[Member]]

  /// All descriptions, by the heading above them.
  static func all() throws -> [String: JSONDescription] {
    let top = FileSystem.parent(
      of: FileSystem.parent(of: FileSystem.parent(of: FileSystem.parent(of: #filePath))))
    let text = String(
      decoding: try FileSystem.contents(of: top + "/Documentation/json.md"), as: UTF8.self)
    var tables: [String: [[Member]]] = [:]
    var heading = ""
    var table: [Member] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| `") {
        table.append(try member(String(line)))
      } else if !line.hasPrefix("|") {
        if !table.isEmpty { tables[heading, default: []].append(table) }
        table = []
        if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      }
    }
    return tables.mapValues { JSONDescription(tables: $0) }
  }

  private static func member(_ line: String) throws -> Member {
    let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    try #require(cells.count >= 2, "\(line)")
    return Member(
      path: cells[0].filter { $0 != "`" },
      type: String(cells[1].prefix { $0 != "," && $0 != " " }),
      mayBeMissing: cells[1].contains("optional"), mayBeNull: cells[1].contains("or null"))
  }

  /// What is not as described, by the table that fits best; empty when all is.
  func faults(of value: JSONValue) -> [String] {
    tables.map { table in
      var faults: [String] = []
      Self.check(value, below: "", table, &faults)
      return faults
    }.min { $0.count < $1.count } ?? ["is not described"]
  }

  private static func check(
    _ value: JSONValue, below prefix: String, _ table: [Member], _ faults: inout [String]
  ) {
    guard case .object(let members) = value else { return faults.append("\(prefix) is no object") }
    let names = Set(members.map(\.name))
    for member in table where !member.mayBeMissing && member.path.hasPrefix(prefix) {
      let name = member.path.dropFirst(prefix.count)
      if !name.contains("."), !name.hasSuffix("]"), !names.contains(String(name)) {
        faults.append("\(member.path) is missing")
      }
    }
    for member in members {
      let path = prefix + member.name
      guard
        let row = table.first(where: { $0.path == path })
          ?? table.first(where: { $0.path == prefix + "*" })
      else {
        faults.append("\(path) is not described")
        continue
      }
      if !row.accepts(member.value) { faults.append("\(path) is no \(row.type)") }
      let isDescribed =
        row.path == path
        && table.contains { $0.path.hasPrefix(path + ".") || $0.path.hasPrefix(path + "[].") }
      guard isDescribed else { continue }
      switch member.value {
      case .array(let elements):
        for element in elements { check(element, below: path + "[].", table, &faults) }
      case .object: check(member.value, below: path + ".", table, &faults)
      default: break
      }
    }
  }
}

extension JSONDescription.Member {
  /// Whether a value has the type.
  fileprivate func accepts(_ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("any", _), ("string", .string), ("integer", .integer), ("number", .integer),
      ("number", .double), ("boolean", .boolean), ("object", .object), ("array", .array):
      true
    case (_, .null): mayBeNull
    default: false
    }
  }
}

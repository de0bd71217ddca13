/// The triggers of a table, as text.
///
/// They delete and insert instead of replacing: the conflict clause of the statement that fires a trigger
/// overrides those inside it, so with the app's `INSERT OR IGNORE` an old entry, maybe indexed already, would
/// stay. Nothing in them can make the app's statement fail.
struct Triggers {
  /// The name and the text of each; the text is as `sqlite_schema` keeps it.
  let all: [(name: String, text: String)]

  /// Makes the triggers of the table with a number.
  init(source: Int, table: String, schema: TableSchema) {
    let table = table.quotedName
    let key = schema.key.name.quotedName
    var all: [(String, String)] = []
    func add(_ suffix: String, _ event: String, when condition: String, _ body: [String]) {
      let name = "spotlight_\(source)_\(suffix)"
      all.append(
        (
          name,
          "CREATE TRIGGER \(name) \(event) ON \(table) WHEN \(condition) BEGIN "
            + body.map { $0 + "; " }.joined() + "END"
        ))
    }
    // The plus takes the column's affinity away, with which the index on the log would not be used.
    func log(_ row: String) -> [String] {
      [
        "DELETE FROM spotlight_change WHERE source = \(source) AND key IS +\(row).\(key)",
        "INSERT INTO spotlight_change(source, key) VALUES (\(source), \(row).\(key))",
      ]
    }
    add("insert", "AFTER INSERT", when: "NEW.\(key) IS NOT NULL", log("NEW"))
    add("delete", "AFTER DELETE", when: "OLD.\(key) IS NOT NULL", log("OLD"))
    add(
      "update", "AFTER UPDATE", when: Self.differ(schema.watched),
      [
        "DELETE FROM spotlight_change WHERE source = \(source) AND key IN (+OLD.\(key), +NEW.\(key))",
        "INSERT INTO spotlight_change(source, key) SELECT \(source), OLD.\(key) "
          + "WHERE OLD.\(key) IS NOT NULL",
        "INSERT INTO spotlight_change(source, key) SELECT \(source), NEW.\(key) "
          + "WHERE NEW.\(key) IS NOT NULL AND NEW.\(key) IS NOT OLD.\(key) COLLATE BINARY",
      ])
    // REPLACE fires no trigger for the other rows that it removes.
    for (number, constraint) in schema.guards.enumerated() {
      let columns = constraint.columns
      let conflict = columns.map { "\($0.compared) = NEW.\($0.name.quotedName)" }
        .joined(separator: " AND ")
      let body = [
        "DELETE FROM spotlight_change WHERE source = \(source) AND key IN "
          + "(SELECT +\(key) FROM \(table) WHERE \(conflict))",
        "INSERT INTO spotlight_change(source, key) SELECT \(source), \(key) FROM \(table) "
          + "WHERE \(conflict) AND \(key) IS NOT NULL",
      ]
      let isGiven = columns.map { "NEW.\($0.name.quotedName) IS NOT NULL" }
        .joined(separator: " AND ")
      add("replace_\(number + 1)", "BEFORE INSERT", when: isGiven, body)
      // Any change may bring a row under a constraint that holds for some rows.
      let changes = constraint.isPartial ? isGiven : Self.differ(columns.map(\.name))
      add("change_\(number + 1)", "BEFORE UPDATE", when: changes, body)
    }
    self.all = all
  }

  /// Whether one of some columns changes, also where its collation takes both values for the same.
  private static func differ(_ columns: [String]) -> String {
    columns.map { "OLD.\($0.quotedName) IS NOT NEW.\($0.quotedName) COLLATE BINARY" }
      .joined(separator: " OR ")
  }

}

internal import FresnelTestSupport
internal import FresnelDatabase
package import SpotlightSQLite

/// Changes a recipe collection at random, in every way that an app may: with conflict clauses, in
/// transactions and savepoints that are kept or not. Few different values, so that they collide.
package struct RandomStatements: Sendable {
  private var generator: SeededGenerator

  /// Makes the statements of a seed.
  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Runs some statements; those that fail, as by a constraint, change nothing.
  package mutating func run(_ count: Int, on database: AppDatabase) {
    for _ in 0..<count { try? database.execute(statement()) }
  }

  /// Ends what transaction there is, so that others can write.
  package mutating func end(on database: AppDatabase) {
    try? database.execute(generator.once(in: 4) ? "ROLLBACK" : "COMMIT")
  }

  private mutating func statement() -> String {
    switch generator.below(20) {
    case 0: "BEGIN IMMEDIATE"
    case 1: "COMMIT"
    case 2: "ROLLBACK"
    case 3: "SAVEPOINT s"
    case 4: "RELEASE s"
    case 5: "ROLLBACK TO s"
    case 6: "DELETE FROM \(oneOf(["recipe WHERE id", "recipe WHERE minutes"])) = \(number)"
    case 7:
      "DELETE FROM \(oneOf(["tag WHERE number = \(number)", "note WHERE handle = \(handle)"]))"
    case 8...11: recipe()
    case 12, 13: tag()
    case 14, 15: note()
    case 16:
      """
      INSERT INTO recipe(id, title, body, favourite) VALUES (\(number), \(word), \(word), 1)
        ON CONFLICT(id) DO UPDATE SET body = excluded.body, favourite = 1 - favourite
      """
    case 17: "UPDATE\(clause) recipe SET id = \(number) WHERE slug = \(handle)"
    case 18: "UPDATE recipe SET favourite = \(generator.below(2)) WHERE id > \(number)"
    default: "UPDATE note SET text = text || '' WHERE handle = \(handle)"
    }
  }

  private mutating func recipe() -> String {
    generator.once(in: 2)
      ? "INSERT\(clause) INTO recipe(id, title, body, slug, favourite, minutes) VALUES "
        + "(\(oneOf([number, "NULL"])), \(word), \(word), \(handle), \(generator.below(3)), \(number))"
      : "UPDATE\(clause) recipe SET \(oneOf(["title", "body"])) = \(word), \(oneOf(["minutes", "favourite"])) "
        + "= \(number), slug = \(handle) WHERE id = \(number)"
  }

  private mutating func tag() -> String {
    generator.once(in: 2)
      ? "INSERT\(clause) INTO tag VALUES (\(word), \(word), \(number))"
      : "UPDATE\(clause) tag SET name = \(word), number = \(number) WHERE number = \(number)"
  }

  private mutating func note() -> String {
    switch generator.below(3) {
    case 0: "INSERT\(clause) INTO note VALUES (\(handle), \(word))"
    case 1: "INSERT\(clause) INTO note(rowid, handle, text) VALUES (\(number), \(handle), \(word))"
    default: "UPDATE\(clause) note SET rowid = \(number), text = \(word) WHERE handle = \(handle)"
    }
  }

  private var clause: String {
    mutating get {
      oneOf(["", "", " OR REPLACE", " OR REPLACE", " OR IGNORE", " OR FAIL", " OR ROLLBACK"])
    }
  }

  private var number: String {
    mutating get { "\(1 + generator.below(8))" }
  }

  private var handle: String {
    mutating get { oneOf(["NULL", "'h1'", "'h2'", "'h3'", "'h4'", "'h5'", "'H5'", "'h6'"]) }
  }

  private var word: String {
    mutating get {
      oneOf(["NULL", "''", "'Soup'", "'soup'", "'Nut Soup'", "'cake'", "'Cake'", "'bread'"])
    }
  }

  private mutating func oneOf(_ choices: [String]) -> String {
    choices[generator.below(choices.count)]
  }
}

import FresnelTestSupport
import SpotlightSQLite
import Testing

@Suite("Identifiers of rows")
struct RowIdentifierTests {
  @Test(
    "a row has one identifier, and the identifier one row",
    arguments: [
      ("recipe", SearchableValue.integer(17), "recipe/17"),
      ("recipe", .integer(-1), "recipe/-1"),
      ("recipe", .integer(.min), "recipe/-9223372036854775808"),
      ("recipe", .text("crème brûlée"), "recipe/cr%C3%A8me%20br%C3%BBl%C3%A9e"),
      ("recipe", .text("17"), "recipe/%317"),
      ("recipe", .text("-1"), "recipe/%2D1"),
      ("recipe", .text("017"), "recipe/017"),
      ("recipe", .text(""), "recipe/"),
      ("a/b %", .text("=$/"), "a%2Fb%20%25/%3D%24%2F"),
      ("recipe", .real(1.5), "recipe/=1.5"),
      ("recipe", .real(.infinity), "recipe/=inf"),
      ("recipe", .data([0, 255]), "recipe/$00FF"),
    ])
  func both(table: String, key: SearchableValue, identifier: String) throws {
    #expect(SpotlightDatabase.identifier(table: table, key: key) == identifier)
    let row = try #require(SpotlightDatabase.row(of: identifier))
    #expect(row.table == table && row.key == key)
  }

  @Test("a whole number is one key, however it is kept, as for SQLite")
  func wholeNumbers() {
    #expect(
      SpotlightDatabase.identifier(table: "t", key: .real(2))
        == SpotlightDatabase.identifier(table: "t", key: .integer(2)))
  }

  @Test(
    "what is no identifier of a row is refused",
    arguments: [
      "", "recipe", "recipe/a b", "recipe/%", "recipe/%4", "recipe/%zz", "recipe/%41", "recipe/$0",
      "recipe/$0g", "recipe/$ff", "recipe/=x", "recipe/=1", "recipe/=1.50", "recipe/%FF",
      "recipe/+1",
      "a/b/c", "recipe/é", "recipe/%e4",
    ])
  func refused(identifier: String) {
    #expect(SpotlightDatabase.row(of: identifier) == nil)
  }

  @Test("random keys come back, and damaged identifiers never stand for two rows")
  func randomKeys() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let bytes = (0..<generator.below(6)).map { _ in UInt8.random(in: 32...126, using: &generator)
      }
      let key: SearchableValue =
        switch generator.below(4) {
        case 0: .integer(Int64.random(in: .min ... .max, using: &generator))
        case 1: .real(Double(bitPattern: UInt64.random(in: 0...(0x7FE << 52), using: &generator)))
        case 2: .text(String(decoding: bytes, as: UTF8.self))
        default: .data(bytes)
        }
      let identifier = SpotlightDatabase.identifier(table: "t", key: key)
      let found = try #require(SpotlightDatabase.row(of: identifier), "\(identifier)")
      #expect(SpotlightDatabase.identifier(table: "t", key: found.key) == identifier)
      let damaged = String(
        decoding: generator.mutate(Array(identifier.utf8), changes: 1), as: UTF8.self)
      if let other = SpotlightDatabase.row(of: damaged) {
        #expect(SpotlightDatabase.identifier(table: other.table, key: other.key) == damaged)
      }
    }
  }
}

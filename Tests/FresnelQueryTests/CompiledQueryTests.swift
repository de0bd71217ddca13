import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

@Suite struct CompiledQueryTests {
  @Test("Every row of the table holds for items")
  func everyRowHoldsForItems() throws {
    for row in QueryCases.all {
      let query = try compile(row)
      #expect(query.matches(row.item) == row.isMatch, "\(row)")
    }
  }

  @Test("Every row of the table holds for encoded items")
  func everyRowHoldsForEncodedItems() throws {
    for row in QueryCases.all {
      let query = try compile(row)
      let encoded = try EncodedItem(validating: ItemCodec.encode(row.item))
      #expect(query.matches(encoded) == row.isMatch, "\(row)")
    }
  }

  @Test("The table is large enough to mean something")
  func tableIsLarge() {
    #expect(QueryCases.all.count >= 300)
    #expect(QueryCases.all.count { $0.isMatch } > 100)
    #expect(QueryCases.all.count { !$0.isMatch } > 100)
  }

  private func compile(_ row: QueryCase) throws -> CompiledQuery {
    do {
      return try CompiledQuery(parseQuery(row.query), context: row.context)
    } catch {
      Issue.record("\(row): \(error)")
      throw error
    }
  }
}

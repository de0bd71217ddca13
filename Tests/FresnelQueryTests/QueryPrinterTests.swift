import FresnelQuery
import Testing

@Suite struct QueryPrinterTests {
  @Test("Parsing what was printed gives the same tree", arguments: 0..<40 as Range<UInt64>)
  func parsingInvertsPrinting(seed: UInt64) throws {
    var random = RandomQuery(seed: seed)
    for step in 0..<100 {
      let query = random.query()
      try query.validate()
      let text = query.description
      let parsed = try parseQuery(text)
      try #require(parsed == query.normalized, "seed \(seed), step \(step): \(text)")
      try #require(parsed.description == text, "seed \(seed), step \(step)")
      try #require(parsed.normalized == parsed, "seed \(seed), step \(step)")
    }
  }

  @Test("The canonical spelling is plain")
  func canonicalSpelling() throws {
    let spellings = [
      (#"  title=='a"b'tcd "#, #"title == "a\"b"cdt"#),
      ("(a==1||b==2)&&!(c!=3)", "(a == 1 || b == 2) && !c != 3"),
      ("(a==1&&b==2)||c==3", "a == 1 && b == 2 || c == 3"),
      ("!(a==1&&b==2)", "!(a == 1 && b == 2)"),
      ("inRange( a,1.50,$time.today( -1 ))", "InRange(a, 1.5, $time.yesterday)"),
      (#"title ==[dc] "x*?"w"#, #"title == "x*?"cdw"#),
      ("d > $time.this_week(-1)", "d > $time.last_week"),
      ("d > $time.now(+0)", "d > $time.now"),
      ("d > $time.now(-60.0)", "d > $time.now(-60)"),
      (#"d > $time.iso("2026-01-01")"#, "d > $time.iso(2026-01-01)"),
      ("n == 18446744073709551616", "n == 1.8446744073709552e+19"),
    ]
    for (written, printed) in spellings {
      #expect(try parseQuery(written).description == printed)
    }
  }

  @Test("Lists without clauses keep their meaning in print")
  func emptyLists() throws {
    #expect(Query.and([]).description == #"* == "" || !* == """#)
    #expect(Query.or([]).description == #"* == "" && !* == """#)
    #expect(try parseQuery(Query.not(.and([])).description) == .not(.everything))
  }
}

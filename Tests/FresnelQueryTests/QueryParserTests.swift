import FresnelQuery
import Testing

@Suite struct QueryParserTests {
  @Test("A comparison is read into its parts")
  func comparison() throws {
    #expect(
      try parseQuery(#"title == "a?b*c"wc"#)
        == .comparison(
          Comparison(
            attribute: .named("title"), comparator: .equal,
            value: .pattern(
              Pattern([.text("a"), .anyCharacter, .text("b"), .anySequence, .text("c")])),
            modifiers: [.words, .caseInsensitive])))
  }

  @Test("Escaped characters are text, bare ones wildcards")
  func escapes() throws {
    #expect(try pattern(#"t == "\*\?\"\'\\\x""#) == Pattern(literal: #"*?"'\x"#))
    #expect(try pattern(#"t == '**'"#) == Pattern([.anySequence]))
    #expect(try pattern(#"t == '"'"#) == Pattern(literal: "\""))
    #expect(try pattern(#"t == "é\é""#) == Pattern(literal: "éé"))
  }

  @Test(
    "Numbers are whole where they can be",
    arguments: [
      ("1", Literal.integer(1)), ("-0", .integer(0)), ("+7", .integer(7)), ("1.0", .double(1)),
      ("1e2", .double(100)), ("-1.5E-1", .double(-0.15)), (".5", .double(0.5)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .double(0x1p63)), ("1e-999", .double(0)),
    ])
  func numbers(text: String, value: Literal) throws {
    #expect(
      try parseQuery("n == \(text)")
        == .comparison(Comparison(attribute: .named("n"), comparator: .equal, value: value)))
  }

  @Test(
    "Every $time form has its place in the tree",
    arguments: [
      ("$time.now", TimeExpression.now(offset: 0)), ("$time.now(-3600)", .now(offset: -3600)),
      ("$time.now( 0.5 )", .now(offset: 0.5)), ("$time.today", .start(of: .day, offset: 0)),
      ("$time.today(-10)", .start(of: .day, offset: -10)),
      ("$time.today (3)", .start(of: .day, offset: 3)),
      ("$time.yesterday", .start(of: .day, offset: -1)),
      ("$time.this_week", .start(of: .week, offset: 0)),
      ("$time.this_week(2)", .start(of: .week, offset: 2)),
      ("$time.last_week", .start(of: .week, offset: -1)),
      ("$time.this_month(-1)", .start(of: .month, offset: -1)),
      ("$time.this_year(+1)", .start(of: .year, offset: 1)),
      ("$time.iso(2026-02-03T10:20:30Z)", .iso("2026-02-03T10:20:30Z")),
      ("$time.iso( '2026-02-03' )", .iso("2026-02-03")),
    ])
  func times(text: String, time: TimeExpression) throws {
    #expect(
      try parseQuery("d < \(text)")
        == .comparison(
          Comparison(attribute: .named("d"), comparator: .less, value: .time(time))))
  }

  @Test("Nested lists of the same operator are joined")
  func flattening() throws {
    #expect(try parseQuery("(a==1 && b==2) && c==3") == parseQuery("a==1 && (b==2 && c==3)"))
    #expect(try parseQuery("(a==1 && b==2) && c==3") == parseQuery("a==1 && b==2 && c==3"))
    #expect(try parseQuery("a==1 || (b==2 || c==3)") == parseQuery("a==1 || b==2 || c==3"))
    #expect(try parseQuery("a==1 || b==2 && c==3") == parseQuery("a==1 || (b==2 && c==3)"))
    #expect(try parseQuery("a==1 || b==2 && c==3") != parseQuery("(a==1 || b==2) && c==3"))
    #expect(try parseQuery("!a==1 && b==2") == parseQuery("(!(a==1)) && b==2"))
  }

  @Test("An attribute may be called as the function is")
  func attributeNamedInRange() throws {
    #expect(try parseQuery("InRange == 1").description == "InRange == 1")
  }

  @Test("A single = compares as == does, and values need no quotes")
  func looseSpellings() throws {
    let spellings: [(loose: String, strict: String)] = [
      (#"**="ball*"cwdt"#, #"** == "ball*"cwdt"#),
      ("a=1", "a == 1"),
      ("a = -1.5e3", "a == -1500.0"),
      ("d = $time.today", "d == $time.today"),
      ("a =[c] x", #"a == "x"c"#),
      ("domain == articles", #"domain == "articles""#),
      ("title == *", #"title == "*""#),
      ("title == par*&&a==1", #"title == "par*" && a == 1"#),
      ("(title == k?te)", #"(title == "k?te")"#),
      ("id != com.example.app-2", #"id != "com.example.app-2""#),
      ("contentURL == https://example.org/a_b", #"contentURL == "https://example.org/a_b""#),
      (#"title == a\ b\*"#, #"title == "a b\*""#),
      ("title == été\u{A0}&& a == 1", #"title == "été" && a == 1"#),
      ("title == 北京 || a == 1", #"title == "北京" || a == 1"#),
      ("title ==[cd] Señor*", #"title == "Señor*"cd"#),
    ]
    for (loose, strict) in spellings {
      #expect(try parseQuery(loose) == parseQuery(strict), "\(loose)")
    }
  }

  @Test("A bad query says at which column what was expected")
  func refusals() {
    refuse("", 1, .syntax, "an attribute name", "the end of the query")
    refuse("   ", 4, .syntax, "an attribute name", "the end of the query")
    refuse("title", 6, .syntax, "operators", "the end of the query")
    refuse("title like \"a\"", 7, .syntax, "==", "\"like\"")
    refuse("title == ", 10, .invalidValue, "a text in straight quotes", "the end of the query")
    refuse("title = = 1", 9, .invalidValue, "a text in straight quotes", "\"=\"")
    refuse("title == true", 10, .invalidValue, "1 or 0 for a truth value", "\"true\"")
    refuse("title == a b", 12, .syntax, "\"&&\"", "\"b\"")
    refuse("pages < five", 9, .invalidValue, "a number or a $time value", "\"five\"")
    refuse("title == 3rd", 10, .invalidNumber, "a number such as 42", "\"3rd\"")
    refuse("title == “Paris”", 10, .invalidValue, "straight quotes", "\"“\"")
    refuse(
      "title == \"Paris", 10, .unterminatedText, "a closing double quote", "the end of the query")
    refuse(
      "title == 'Paris", 10, .unterminatedText, "a closing single quote", "the end of the query")
    refuse("title == \"Paris\\\"", 10, .unterminatedText, "double", "the end of the query")
    refuse("title == \"a\"x", 13, .unknownModifier, "c, d, w and t", "\"x\"")
    refuse("title == \"a\"cdm", 15, .unknownModifier, "c, d, w and t", "\"m\"")
    refuse("title == \"a\"C", 13, .unknownModifier, "c, d, w and t", "\"C\"")
    refuse("title ==[cx] \"a\"", 11, .unknownModifier, "c, d, w and t", "\"x\"")
    refuse("title ==[] \"a\"", 10, .unknownModifier, "c, d, w and t", "\"]\"")
    refuse("title ==[c", 11, .syntax, "a closing bracket", "the end of the query")
    refuse("pages ==[c] 5", 13, .invalidValue, "a text in quotes", "\"5\"")
    refuse("pages <[c] 5", 8, .invalidValue, "a number or a $time value after \"<\"", "\"[\"")
    refuse("pages < \"5\"", 9, .invalidValue, "a number or a $time value after \"<\"", "'\"'")
    refuse("title >= 'a'", 10, .invalidValue, "after \">=\"", "\"'\"")
    refuse("title == \"a\" \"b\"", 14, .syntax, "\"&&\", \"||\" or the end of the query", "'\"'")
    refuse("title == \"a\" and b == 1", 14, .syntax, "\"&&\"", "\"and\"")
    refuse("title == \"a\" & b == 1", 14, .syntax, "\"&&\"", "\"&\"")
    refuse("title == \"a\" &&", 16, .syntax, "an attribute name", "the end of the query")
    refuse("title == \"a\" && || b == 1", 17, .syntax, "an attribute name", "\"|\"")
    refuse("(title == \"a\"", 14, .syntax, "closes the one at column 1", "the end of the query")
    refuse("title == \"a\")", 13, .syntax, "\"&&\"", "\")\"")
    refuse("()", 2, .syntax, "an attribute name", "\")\"")
    refuse("!", 2, .syntax, "an attribute name", "the end of the query")
    refuse("\"a\" == title", 1, .syntax, "an attribute name", "'\"'")
    refuse("tïtle == 1", 2, .syntax, "operators", "\"ï\"")
    refuse("été == 1 && 5", 1, .syntax, "an attribute name", "\"é\"")
    refuse("a == 1 && 日本 == 1", 11, .syntax, "an attribute name", "\"日\"")
    refuse("👨‍👩‍👧 == 1", 1, .syntax, "an attribute name", "\"👨‍👩‍👧\"")
    refuse("t == \"👨‍👩‍👧é\" x", 11, .syntax, "\"&&\"", "\"x\"")
    refuse("pages == 5x", 10, .invalidNumber, "a number such as 42", "\"5x\"")
    refuse("pages == 1.", 10, .invalidNumber, "a number such as 42", "\"1\"")
    refuse("pages == 1.2.3", 10, .invalidNumber, "a number such as 42", "\"1\"")
    refuse("pages == -", 10, .invalidNumber, "a number such as 42", "\"-\"")
    refuse("pages == 1e", 10, .invalidNumber, "a number such as 42", "\"1e\"")
    refuse("pages == 1e999", 10, .invalidNumber, "at most 1.8e308", "\"1e999\"")
    refuse("pages == NaN", 10, .invalidValue, "a number", "\"NaN\"")
    refuse("pages == inf", 10, .invalidValue, "a number", "\"inf\"")
    refuse("pages == 0x10", 10, .invalidNumber, "a number such as 42", "\"0x10\"")
    refuse("d > $now", 5, .unknownTime, "$time followed by", "\"$\"")
    refuse("d > $time", 5, .unknownTime, "$time followed by", "\"$\"")
    refuse("d > $time.tomorrow", 11, .unknownTime, ".yesterday", "\"tomorrow\"")
    refuse("d > $time.last_month", 11, .unknownTime, ".this_month", "\"last_month\"")
    refuse("d > $time.yesterday(1)", 20, .syntax, "\"&&\"", "\"(\"")
    refuse("d > $time.today(x)", 17, .invalidNumber, "a number such as 42", "\"x\"")
    refuse("d > $time.today()", 17, .unknownTime, "a whole number", "\")\"")
    refuse("d > $time.today(1.5)", 17, .unknownTime, "a whole number", "\"1\"")
    refuse("d > $time.today(9999999)", 17, .unknownTime, "a whole number", "\"9999999\"")
    refuse("d > $time.today(1", 18, .syntax, "a closing parenthesis", "the end of the query")
    refuse("d > $time.now('1')", 15, .unknownTime, "a number of seconds", "\"'\"")
    refuse("d > $time.iso", 14, .unknownTime, "ISO 8601", "the end of the query")
    refuse("d > $time.iso(yesterday)", 15, .unknownTime, "ISO 8601", "\"yesterday\"")
    refuse("d > $time.iso()", 15, .unknownTime, "ISO 8601", "\")\"")
    refuse("InRange(a, 1)", 13, .syntax, "a comma after the lower bound", "\")\"")
    refuse("InRange(a)", 10, .syntax, "a comma after the attribute", "\")\"")
    refuse("InRange(a, \"1\", 2)", 12, .invalidValue, "the lower bound", "'\"'")
    refuse("InRange(a, 1, 'z')", 15, .invalidValue, "the upper bound", "\"'\"")
    refuse("InRange(a, 1, 2", 16, .syntax, "a closing parenthesis", "the end of the query")
    refuse("InRange(a, 1, 2, 3)", 16, .syntax, "a closing parenthesis", "\",\"")
    refuse("inrange(a, 1, 2)", 1, .syntax, "InRange, the only function", "\"inrange\"")
    refuse("*** == 1", 3, .syntax, "operators", "\"*\"")
  }

  /// Expects a query to be refused at a column, for what was expected there and found.
  private func refuse(
    _ query: String, _ column: Int, _ code: QueryError.Code, _ expected: String, _ found: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    do {
      let tree = try parseQuery(query)
      Issue.record("accepted as \(tree)", sourceLocation: location)
    } catch {
      #expect(error.column == column, "\(error)", sourceLocation: location)
      #expect(error.code == code, "\(error)", sourceLocation: location)
      #expect(error.expected.contains(expected), "\(error)", sourceLocation: location)
      #expect(error.found == found, "\(error)", sourceLocation: location)
      #expect(error.message.hasSuffix("."), sourceLocation: location)
    }
  }

  @Test("The message is one sentence with the column in it")
  func message() {
    expectMessage(
      #"title like "a""#,
      #"At column 7, expected one of the operators == = != < <= > >=, but found "like"."#)
    expectMessage(
      "title == “Paris”",
      "At column 10, expected a text in straight quotes, a number or a $time value, "
        + "but found \"“\".")
    expectMessage(
      #"title == "Paris"#,
      "At column 10, expected a closing double quote for the text, "
        + "but found the end of the query.")
    expectMessage(
      #"title == "a"cdm"#,
      #"At column 15, expected one of the modifiers c, d, w and t, but found "m"."#)
    expectMessage(
      #"pages < "5""#,
      #"At column 9, expected a number or a $time value after "<", such as $time.iso(2026-11-22), "#
        + #"but found '"'."#)
    expectMessage(
      "d > $time.tomorrow",
      "At column 11, expected $time followed by .now, .today, .yesterday, .this_week, "
        + ".last_week, .this_month, .this_year or .iso(…), but found \"tomorrow\".")
    expectMessage(
      #"(title == "a""#,
      #"At column 14, expected "&&", "||" or a parenthesis that closes the one at column 1, "#
        + "but found the end of the query.")
    expectMessage(
      "pages == 1e999",
      #"At column 10, expected a number of at most 1.8e308 in size, but found "1e999"."#)
  }

  private func expectMessage(
    _ query: String, _ message: String, at location: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: QueryError.self, sourceLocation: location) {
      try parseQuery(query)
    }
    #expect(error?.message == message, sourceLocation: location)
  }

  private func pattern(_ query: String) throws -> Pattern? {
    guard case .comparison(let comparison) = try parseQuery(query),
      case .pattern(let pattern) = comparison.value
    else { return nil }
    return pattern
  }
}

extension QueryCases {
  /// `&&`, `||`, `!`, parentheses, white space and the places of modifiers.
  static func logic(_ table: inout QueryCaseTable) {
    // a is true and b is false wherever they are asked for 1.
    table.item(["a": 1, "b": 0])
    table.match("a == 1 && b == 0")
    table.miss("a == 1 && b == 1")
    table.match("a == 1 || b == 1")
    table.miss("a == 0 || b == 1")
    // `&&` binds tighter than `||`.
    table.match("a == 1 || b == 1 && b == 1")
    table.miss("(a == 1 || b == 1) && b == 1")
    table.match("b == 1 && b == 1 || a == 1")
    table.miss("b == 1 && (b == 1 || a == 1)")
    // `!` binds tighter than `&&`.
    table.miss("!b == 1 && b == 1")
    table.match("!(b == 1 && b == 1)")
    table.match("!b == 1 || a == 1")
    table.miss("!(b == 1 || a == 1)")
    table.match("!b == 1 && !b == 1")
    table.match("!!a == 1")
    table.miss("!!b == 1")
    table.miss("! ! ! a == 1")
    table.match("!InRange(a, 2, 3)")
    table.miss("!(!(b == 1))")
    table.match("((((a == 1))))")
    table.match("(a == 1) && (b == 0)")
    table.match("(a == 0 || b == 0) && !(a == 0)")
    // White space is free.
    table.match("a==1&&b==0")
    table.match("  a  ==  1  ")
    table.match("a\t==\n1\r\n&&\u{A0}b == 0")
    table.match("(a==1)||(b==1)")
    table.match("InRange ( a , 0 , 2 )")
    table.match("!( a!=1 )")

    table.item(["title": "Señor Paris"])
    table.match(#"title == "paris"wc"#)
    table.match(#"title == "paris"cw"#)
    table.match(#"title == "paris"cwcw"#)
    table.match(#"title ==[cw] "paris""#)
    table.match(#"title ==[wc] 'paris'"#)
    table.match(#"title == [ c w ] "paris""#)
    table.match(#"title ==[c] "paris"w"#)
    table.miss(#"title ==[c] "paris""#)
    table.miss(#"title !=[cw] "paris""#)
    table.match(#"title !=[c] "paris""#)
    table.match(#"title ==[cd] "senor*""#)
    table.match(#"title ==[cdt] "paris senor""#)
    table.match(#"title ==[cd]"senor*"&&title=="Paris"w"#)
    // A single = compares, and a value of letters and wildcards needs no quotes.
    table.match(#"title="Señor Paris""#)
    table.match(#"**="pari*"cwdt"#)
    table.miss(#"title = "Paris""#)
    table.match("title == *")
    table.match("title = Señor*")
    table.match("title ==[cd] senor*")
    table.match("title == Se?or\\ Paris")
    table.miss("title == Paris")
    table.match("title != Paris && a != *")
  }

  /// Queries that talks, documentation and apps in public use.
  static func publishedQueries(_ table: inout QueryCaseTable) {
    let compound =
      #"(authorNames == "Tim"wc || authorNames == "Steve"wc) && "#
      + "InRange(completionDate,$time.today(-10),$time.today)"
    table.item(["authorNames": ["Steve Jobs"], "completionDate": .date("2026-03-10T09:00:00Z")])
    table.match(compound)
    table.item(["authorNames": ["tim cook"], "completionDate": .date("2026-03-07T23:00:00Z")])
    table.match(compound)
    table.item(["authorNames": ["tim cook"], "completionDate": .date("2026-03-07T22:59:59Z")])
    table.miss(compound)
    table.item(["authorNames": ["Timothy"], "completionDate": .date("2026-03-10T09:00:00Z")])
    table.miss(compound)
    table.item(["authorNames": ["Steve Jobs"]])
    table.miss(compound)

    table.item([
      "title": "Getting Started", "contentDescription": "A short tour", "kind": "articles",
      "textContent": "Welcome to the résumé builder.",
    ])
    table.match(#"** == "*resume*"cd"#)
    table.match(#"** == "*tart*"c"#)
    table.miss(#"** == "*tart*""# + #" && ** == "*zebra*"cd"#)
    table.match(
      #"title == "*tour*"cd || textContent == "*tour*"cd || contentDescription == "*tour*"cd "#
        + #"|| keywords == "*tour*"cd"#)
    table.match(#"(textContent == "*BUILD*"cd || subject == "*BUILD*"cd) && kind == "articles""#)
    table.miss(#"(textContent == "*BUILD*"cd || subject == "*BUILD*"cd) && kind == "notes""#)
    table.match(#"** == "wel*"cwdt"#)
    table.match(#"** == "star resu*"cwdt"#)
    table.miss(#"** == "tarted*"cwdt"#)
    table.match(#"title == 'getting*'c"#)
  }
}

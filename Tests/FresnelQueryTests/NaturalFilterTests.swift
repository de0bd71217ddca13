import FresnelModel
import FresnelTestSupport
import FresnelText
import Testing

@testable import FresnelQuery

@Suite("Filters in the words of a text")
struct NaturalFilterTests {
  /// Wednesday, 14 August 2024, 12:00 in UTC.
  private static let now = Timestamp(secondsSince1970: 1_723_636_800)
  private static let context = EvaluationContext(
    now: now, timeZone: "UTC", locale: TextLocale(identifier: "en_US"))

  private func filters(_ text: String, tokens: [UserQuery.Token] = []) -> [NaturalFilter] {
    UserQuery(text, tokens: tokens).naturalFilters(in: Self.context)
  }

  /// What is read in a text: the words that a filter takes, and what is shown of it.
  private func read(_ text: String) -> [String] {
    filters(text).map { filter in
      let words = text.utf8.dropFirst(filter.range.lowerBound).prefix(filter.range.count)
      return "\(String(decoding: words, as: UTF8.self)) = \(filter.shown)"
    }
  }

  /// Texts, and what is read in them.
  static let texts: [(String, String)] = [
    ("pdf", "pdf = PDF"), ("invoice pdf", "pdf = PDF"), ("PDFs", "PDFs = PDF"),
    ("kind:pdf", "kind:pdf = PDF"), ("type:PDF report", "type:PDF = PDF"),
    ("photos", "photos = Photos"), ("beach photo", "photo = Photos"),
    ("pictures, beach", "pictures = Images"), ("Photös", "Photös = Photos"),
    ("music", "music = Music"), ("kind:movies", "kind:movies = Movies"),
    ("e-mails", "e-mails = Mail"), ("man pages cp", "man pages = Manual pages"),
    ("manual copy", "manual = Manual pages"), ("source code", "source code = Source code"),
    ("kind:source code", "kind:source code = Source code"), ("folders", "folders = Folders"),
    ("contacts anna", "contacts = Contacts"), ("spreadsheet", "spreadsheet = Spreadsheets"),
    ("today", "today = Today"), ("notes yesterday", "yesterday = Yesterday"),
    ("tomorrow", "tomorrow = Tomorrow"), ("last week", "last week = Last week"),
    ("photos last week", "photos = Photos, last week = Last week"),
    ("photos from last week", "photos = Photos, from last week = Last week"),
    ("this month", "this month = This month"), ("next year", "next year = Next year"),
    ("past year", "past year = Past year"), ("last 3 days", "last 3 days = Last 3 days"),
    ("past two weeks", "past two weeks = Past two weeks"),
    ("3 days ago", "3 days ago = 3 days ago"), ("a week ago", "a week ago = A week ago"),
    ("monday", "monday = Monday"), ("on friday", "on friday = Friday"),
    ("last tuesday", "last tuesday = Last tuesday"), ("march", "march = March"),
    ("last 2023", "last 2023 = Last 2023"), ("this 2024 x", "this 2024 = This 2024"),
    ("last march", "last march = Last march"), ("last may", "last may = Last may"),
    ("15 march 2024 report", "15 march 2024 = 15 march 2024"), ("on 3 may", "on 3 may = 3 may"),
    ("32 march", "march = March"), ("this may be", ""),
    ("in may", "in may = May"), ("dec 2023", "dec 2023 = Dec 2023"),
    ("march 2024 report", "march 2024 = March 2024"), ("2023", "2023 = 2023"),
    ("in 2023", "in 2023 = 2023"), ("2024-03", "2024-03 = 2024-03"),
    ("2024-03-15", "2024-03-15 = 2024-03-15"), ("date:yesterday", "date:yesterday = Yesterday"),
    ("date:last week x", "date:last week = Last week"), ("> 10 mb", "> 10 mb = > 10 MB"),
    (">10mb", ">10mb = > 10 MB"), (">10 MB", ">10 MB = > 10 MB"),
    ("< 1.5 gb", "< 1.5 gb = < 1.5 GB"), (">= 5 kb", ">= 5 kb = >= 5 kB"),
    ("> 1,000 mb", "> 1,000 mb = > 1000 MB"),
    ("> 1,000,000.5 kb", "> 1,000,000.5 kb = > 1000000.5 kB"),
    ("< 1,5 gb", "< 1,5 gb = < 1.5 GB"), ("> 0,125 gb", "> 0,125 gb = > 0.125 GB"),
    ("> 1,00,000 kb", ""), ("> 1.5,000 kb", ""), ("> ,5 kb", "> ,5 kb = > .5 kB"),
    ("larger than 2 gib", "larger than 2 gib = > 2 GiB"),
    ("smaller than 100 kilobytes", "smaller than 100 kilobytes = < 100 kilobytes"),
    ("size:>10mb", "size:>10mb = > 10 MB"), ("over 3 mb", "over 3 mb = > 3 MB"),
    ("from:anna", "from:anna = From: anna"),
    ("from:\"Anna Smith\" trip", "from:\"Anna Smith\" = From: Anna Smith"),
    ("author:o'hara", "author:o'hara = From: o'hara"),
    ("by anna", "by anna = By: anna"), ("report by Anna Smith", "by Anna = By: Anna"),
    ("songs by bach", "songs = Music, by bach = By: bach"), ("by o’hara", "by o’hara = By: o’hara"),
    ("by monday", "monday = Monday"), ("by march 2024", "march 2024 = March 2024"),
    // Words that stay words.
    ("by", ""), ("by the sea", ""), ("stand by me", ""), ("by 7", ""), ("by a", ""), ("by x*", ""),
    ("\"by anna\"", ""), ("by \"anna\"", ""),
    ("", ""), ("   ", ""), ("invoice", ""), ("photographer", ""), ("pdfx", ""), ("last", ""),
    ("last photos", "photos = Photos"), ("may", ""), ("may i", ""), ("mar", ""), ("week", ""),
    ("10 mb", ""), ("> 10", ""), ("over 9000", ""), ("> mb", ""), (">", ""), ("<> 10 mb", ""),
    ("kind:", ""), ("kind:nothing", ""), ("from:", ""), ("from:\"\"", ""), ("ac:dc", ""),
    ("1234", ""), ("20240315", ""), ("2024-13", ""), ("2024-02-31", ""), ("3 days", ""),
    ("0 days ago", ""), ("\"last week\"", ""), ("\"pdf\" report", ""), ("last \"week\"", ""),
    ("* && title == \"x\"", ""), ("http://example.org", ""), ("12:30", ""),
  ]

  @Test("words are read as filters, and others are not", arguments: texts)
  func table(text: String, expected: String) {
    #expect(read(text).joined(separator: ", ") == expected)
  }

  @Test("an app is named by the beginning of the last part of its identifier")
  func apps() {
    let apps = ["org.example.notes.Archive", "org.example.Notes", "org.example.notebook", "films"]
    func read(_ text: String) -> [Query] {
      UserQuery(text).naturalFilters(in: Self.context) { apps }.map(\.query)
    }
    #expect(read("app:note lens").map(\.description) == [#"app == "org.example.Notes""#])
    #expect(read("app:films").map(\.description) == [#"app == "films""#])
    #expect(read("app:").isEmpty && read("app:org").isEmpty && read("app:x").isEmpty)
    #expect(filters("app:films").isEmpty)
  }

  @Test("what a token or a dismissed one has is offered no more")
  func tokens() {
    let text = "photos last week"
    let photos = UserQuery.Token(.kind, range: 0..<6, filter: nil)
    #expect(filters(text, tokens: [photos]).map(\.shown) == ["Last week"])
    let dismissed = UserQuery.Token(.dismissed, range: 7..<16, filter: nil)
    #expect(filters(text, tokens: [photos, dismissed]).isEmpty)
  }

  @Test("a filter of a person holds the text as text, whatever signs it has")
  func signs() throws {
    for name in ["a*b", "a?", "\\\"x", "x\"||title==\"y", "$time.now"] {
      for filter in filters("from:\(name)") where filter.kind == .person {
        let parsed = try parseQuery(filter.query.description)
        #expect(parsed == filter.query.normalized)
      }
    }
    let query = try #require(filters("from:a*b").first).query
    let compiled = try CompiledQuery(query, context: Self.context)
    func isFound(_ name: String) -> Bool {
      var attributes = Attributes()
      attributes[.authorNames] = .array([.string(name)])
      return compiled.matches(Item(uniqueIdentifier: "1", attributes: attributes))
    }
    #expect(isFound("A*Bert") && !isFound("Albert"))
  }

  @Test("who made an item is known by whole words of the names of persons, and of nobody else")
  func makers() throws {
    let query = try #require(filters("by anna").first).query
    let compiled = try CompiledQuery(query, context: Self.context)
    func isFound(_ id: AttributeID, _ value: AttributeValue) -> Bool {
      var attributes = Attributes()
      attributes[id] = value
      return compiled.matches(Item(uniqueIdentifier: "1", attributes: attributes))
    }
    for id in [AttributeID.authorNames, .editors, .contributors, .performers] {
      #expect(isFound(id, .array([.string("Bert"), .string("Smith, Ánna")])), "\(id)")
      #expect(!isFound(id, .array([.string("Annabel Smith")])), "\(id)")
    }
    for id in [AttributeID.artist, .composer, .director] {
      #expect(isFound(id, .string("Anna Smith")) && !isFound(id, .string("Hanna")), "\(id)")
    }
    #expect(!isFound(.title, .string("Anna")) && !isFound(.recipientNames, .string("Anna")))
  }

  @Test("a filter finds what a look at each item finds, for random items")
  func model() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    let day = 86_400.0
    /// The days from today at which spans begin and end.
    let spans: [(String, Range<Double>)] = [
      ("today", 0..<1), ("yesterday", -1..<0), ("tomorrow", 1..<2), ("this week", -3..<4),
      ("last week", -10 ..< -3), ("next week", 4..<11), ("this month", -13..<18),
      ("last month", -44 ..< -13), ("august", -13..<18), ("july", -44 ..< -13),
      ("monday", -2 ..< -1), ("last wednesday", -7 ..< -6), ("wednesday", 0..<1),
      ("thursday", -6 ..< -5), ("next monday", 5..<6), ("3 days ago", -3 ..< -2),
      ("2024", -226..<140), ("last 2024", -226..<140), ("december", -257 ..< -226),
      ("2024-08-01", -13 ..< -12),
      ("jun 2024", -74 ..< -44), ("this friday", 2..<3), ("this sunday", -3 ..< -2),
      ("this wednesday", 0..<1), ("last august", -379 ..< -348), ("next july", 321..<352),
      ("this december", 109..<140), ("15 march 2024", -152 ..< -151),
      ("15 august", -365 ..< -364), ("14 aug", 0..<1),
    ]
    let midnight = Self.now.secondsSince1970 - day / 2
    for (text, span) in spans {
      let filter = try #require(filters(text).first)
      let compiled = try CompiledQuery(filter.query, context: Self.context)
      for _ in 0..<60 {
        let offset = Double.random(in: span.lowerBound - 9..<span.upperBound + 9, using: &random)
        let dates: [AttributeID] = [.contentCreationDate, .contentModificationDate, .startDate]
        var attributes = Attributes()
        attributes[dates[Int.random(in: 0..<3, using: &random)]] = .date(
          Timestamp(secondsSince1970: midnight + offset * day))
        let item = Item(uniqueIdentifier: "1", attributes: attributes)
        #expect(
          compiled.matches(item) == span.contains(offset),
          "seed \(seed): \(text), \(offset) days from today")
      }
    }
    for (text, limit, isMore) in [
      ("> 10 mb", 1e7, true), ("> 1,000 kb", 1e6, true), ("under 2 kib", 2048, false),
    ] {
      let filter = try #require(filters(text).first)
      let compiled = try CompiledQuery(filter.query, context: Self.context)
      for _ in 0..<60 {
        let size = Int64(Double.random(in: 0..<2 * limit, using: &random))
        var attributes = Attributes()
        attributes[.fileSize] = .integer(size)
        let item = Item(uniqueIdentifier: "1", attributes: attributes)
        let isWanted = isMore ? Double(size) > limit : Double(size) < limit
        #expect(compiled.matches(item) == isWanted, "seed \(seed): \(text), \(size)")
      }
    }
  }

  @Test("a kind has the types that conform to it, and no others")
  func kinds() throws {
    let tree = ContentTypeTree.builtIn
    for (text, kind) in [
      ("photos", "public.image"), ("music", "public.audio"), ("pdf", "com.adobe.pdf"),
    ] {
      let filter = try #require(filters(text).first)
      let compiled = try CompiledQuery(filter.query, context: Self.context)
      for type in tree.declaredTypes {
        var attributes = Attributes()
        attributes[.contentType] = .string(type.identifier)
        let item = Item(uniqueIdentifier: "1", attributes: attributes)
        #expect(compiled.matches(item) == tree.conforms(type.identifier, to: kind))
      }
      // An app's own type is of the kind by its tree.
      var attributes = Attributes()
      attributes[.contentType] = .string("org.example.own")
      attributes[.contentTypeTree] = .array([.string(kind), .string("public.data")])
      #expect(compiled.matches(Item(uniqueIdentifier: "1", attributes: attributes)))
    }
  }

  @Test("any text gives filters that lie on characters, side by side, and print as queries")
  func total() throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    let parts = [
      "last", "week", " ", "  ", "\t", ">", "<=", "10", "mb", "kind:", "from:", "pdf", "march",
      "2024",
      "-", "\"", "“", "é", "한", "👩‍👩‍👧", "ago", "3", "\0", "\\", "*", ",", "size:", "1e9",
      "9999999999999",
      "on", "next", "monday", "e\u{301}", "date:",
    ]
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 0..<9, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      var end = 0
      for filter in filters(text) {
        #expect(
          filter.range.lowerBound >= end && filter.range.upperBound <= text.utf8.count,
          "seed \(seed)")
        end = filter.range.upperBound
        let words = Array(text.utf8)[filter.range]
        #expect(String(validating: words, as: UTF8.self) != nil, "seed \(seed): \(text)")
        #expect(try parseQuery(filter.query.description) == filter.query.normalized)
      }
    }
  }

  @Test("a day of the week stays that day when midnight has passed, and yesterday moves")
  func overMidnight() throws {
    for (zone, now, day) in [
      // Wednesday, 23:59 in UTC; and in Stockholm a day before the night in which clocks go back.
      ("UTC", 1_723_679_940.0, "2024-08-12"), ("Europe/Stockholm", 1_729_979_940, "2024-10-21"),
    ] {
      func context(_ seconds: Double) -> EvaluationContext {
        EvaluationContext(
          now: Timestamp(secondsSince1970: seconds), timeZone: zone,
          locale: TextLocale(identifier: "sv_SE"))
      }
      let filter = try #require(UserQuery("monday").naturalFilters(in: context(now)).first)
      let start = try #require(
        CivilCalendar(timeZone: zone, locale: .root).time(
          year: 2024, month: day == "2024-08-12" ? 8 : 10, day: day == "2024-08-12" ? 12 : 21,
          hour: 0, minute: 0, second: 0))
      for later in [now, now + 120, now + 3 * 86_400] {
        let compiled = try CompiledQuery(filter.query, context: context(later))
        for (offset, isFound) in [(-1.0, false), (0, true), (86_399, true), (86_400, false)] {
          var attributes = Attributes()
          attributes[.contentCreationDate] = .date(Timestamp(secondsSince1970: start + offset))
          let item = Item(uniqueIdentifier: "1", attributes: attributes)
          #expect(compiled.matches(item) == isFound, "\(zone), \(later - now), \(offset)")
        }
      }
      let yesterday = try #require(UserQuery("yesterday").naturalFilters(in: context(now)).first)
      #expect(yesterday.query.description.contains("$time"))
    }
  }

  @Test("days are counted as a walk from day to day counts them, for random days")
  func adding() throws {
    let calendar = CivilCalendar(timeZone: "UTC", locale: .root)
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let time = Double.random(in: 0..<4e9, using: &random)
      let days = Int.random(in: -40...40, using: &random)
      let start = try #require(LocalDate(of: time, in: calendar))
      let end = LocalDate(of: time + Double(days) * 86_400, in: calendar)
      #expect(start.adding(days: days) == end, "seed \(seed): \(time), \(days)")
    }
  }

  @Test("times are read where clocks are far from now, and where days have 23 hours")
  func extremes() {
    for seconds in [-1e18, -1e11, 0, 1e11, 1e18, .infinity] {
      let context = EvaluationContext(
        now: Timestamp(secondsSince1970: seconds), timeZone: "Europe/Stockholm", locale: .root)
      for text in ["march", "monday", "last friday", "2024", "3 days ago"] {
        _ = UserQuery(text).naturalFilters(in: context)
      }
    }
    let calendar = CivilCalendar(timeZone: "Europe/Stockholm", locale: .root)
    // 31 March 2024 has 23 hours there; this is 1:30 on 1 April.
    let date = LocalDate(of: 1_711_927_800, in: calendar)
    #expect(date.map { [$0.year, $0.month, $0.day, $0.weekday] } == [2024, 4, 1, 1])
  }
}

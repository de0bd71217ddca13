import CommandKit
import FresnelText
import FresnelTestSupport
import LocalAnswers
import SpotlightWire
import Testing

@testable import FresnelCommands

@Suite("The interactive screen")
struct SearchScreenTests {
  private func screen(_ columns: Int, _ rows: Int, results: Int = 30) -> SearchScreen {
    var screen = SearchScreen(size: ScreenSize(columns: columns, rows: rows))
    screen.itemCount = 63_666
    var found = SearchScreen.Results()
    found.rows = (0..<results).map { number in
      ResultRow(
        title: StyledText("日本語 Result \(number)", .strong, matches: [0..<3]),
        kind: "Application · files", detail: StyledText("detail \(number) of a long description"))
    }
    found.totalCount = 1234
    found.seconds = 0.0008
    screen.show(found)
    return screen
  }

  @Test("typing searches, erasing searches again, moving does not")
  func editing() {
    var screen = screen(80, 24)
    #expect(screen.apply(.text("fire")) == .search("fire"))
    #expect(screen.apply(.text(" fox")) == .search("fire fox"))
    #expect(screen.apply(.backspace) == .search("fire fo"))
    #expect(screen.apply(.eraseWord) == .search("fire "))
    #expect(screen.apply(.left) == .none)
    #expect(screen.apply(.text("s")) == .search("fires "))
    #expect(screen.apply(.eraseLine) == .search(" "))
    #expect(screen.apply(.escape) == .leave)
    #expect(screen.apply(.interrupt) == .interrupt)
  }

  @Test("a corrected text is named, and Control-X goes back to what is typed")
  func correctedText() {
    var screen = screen(100, 24)
    _ = screen.apply(.text("godfahter"))
    #expect(screen.apply(.exactly) == .none)
    var corrected = screen.results
    corrected.correctedText = "godfather"
    screen.show(corrected)
    #expect(screen.render().lines[1].contains("Showing results for “godfather”"))
    #expect(screen.apply(.exactly) == .search("godfahter"))
    #expect(screen.isExact)
    _ = screen.apply(.text("s"))
    #expect(!screen.isExact)
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x18]) == [.exactly])
  }

  @Test("an answer stands above the results: Enter copies it, and the others keep their keys")
  func answers() {
    let context = AnswerContext(numbers: .point) { CivilDay(number: 20_000) }
    var screen = screen(80, 24, results: 3)
    var results = screen.results
    results.answer = LocalAnswer(to: "12*(3+4)", in: context)
    screen.show(results)
    let lines = screen.render(usesColor: false).lines
    #expect(lines[2].contains("84") && lines[2].contains("Calculation"))
    #expect(lines[3].contains("12 × (3 + 4)") && lines[23].contains("Enter copy"))
    #expect(screen.apply(.enter) == .copy("84") && screen.apply(.tab) == .none)
    #expect(SearchScreen.copying("84") == "\u{1B}]52;c;ODQ=\u{1B}\\")
    _ = screen.apply(.down)
    #expect(screen.apply(.enter) == .open(0) && screen.apply(.tab) == .showDetails(0))
    // What is selected stays so when the list changes, and behind it comes the web.
    screen.revise(to: results, selecting: 2)
    #expect(screen.resultSelection == 2 && screen.apply(.enter) == .open(2))
    screen.show(web: results.rows)
    _ = screen.apply(.down)
    #expect(screen.webSelection == 0 && screen.apply(.enter) == .openWeb(0))
    _ = screen.apply(.up)
    #expect(screen.resultSelection == 2)
    // Where nothing is found the answer is there all the same.
    results.rows = []
    screen.show(results)
    #expect(screen.apply(.enter) == .copy("84"))
  }

  @Test("while nothing is typed recent searches are listed: Enter takes one, Del forgets it")
  func recentSearches() {
    var screen = SearchScreen(size: ScreenSize(columns: 80, rows: 24))
    screen.show(SearchScreen.Results(recent: ["lens cap", "beach\u{1B}[2J"]))
    let lines = screen.render(usesColor: false).lines
    #expect(lines[2].contains("lens cap") && lines[2].contains("recent search"))
    #expect(lines[4].contains("beach") && !lines.joined().contains("\u{1B}[2J"))
    #expect(lines[23].contains("Del forget"))
    #expect(screen.apply(.down) == .none && screen.selectedRecent == "beach\u{1B}[2J")
    #expect(screen.apply(.up) == .none)
    #expect(screen.apply(.delete) == .forget("lens cap"))
    #expect(screen.apply(.tab) == .search("lens cap") && screen.field.text == "lens cap")
    // Something is typed by now: keys mean what they do with results.
    #expect(screen.selectedRecent == nil && screen.apply(.delete) == .none)
    screen = SearchScreen(size: ScreenSize(columns: 80, rows: 24))
    // Del pressed twice forgets neighbours, and never the latest text instead.
    screen.show(SearchScreen.Results(recent: ["a", "b", "c"]))
    #expect(screen.apply(.down) == .none && screen.apply(.delete) == .forget("b"))
    screen.show(SearchScreen.Results(recent: ["a", "c"]))
    #expect(screen.apply(.delete) == .forget("c"))
    screen.show(SearchScreen.Results(recent: ["a"]))
    #expect(screen.selectedRecent == "a")
    screen = SearchScreen(size: ScreenSize(columns: 80, rows: 24), text: " ")
    screen.show(SearchScreen.Results(recent: ["a"]))
    #expect(screen.apply(.enter) == .search("a"))
    screen = SearchScreen(size: ScreenSize(columns: 80, rows: 24))
    screen.show(SearchScreen.Results(recent: []))
    #expect(screen.apply(.enter) == .none && screen.apply(.delete) == .none)
  }

  @Test("a filter that is offered stands before the text once it is chosen, and can be taken away")
  func filters() {
    let photos = QueryToken(.kind, range: 6..<12, shown: "Photos", query: "kind == \"x\"")
    let week = QueryToken(.time, range: 0..<9, shown: "Last week", query: "kind == \"y\"")
    var screen = screen(100, 24)
    _ = screen.apply(.text("beach photos"))
    #expect(screen.apply(.filter) == .none)
    var found = screen.results
    found.offers = [FilterOffer(typed: "beach photos", token: photos)]
    screen.show(found)
    #expect(screen.render().lines[1].contains("Ctrl-T for “Photos”"))
    // Of another text nothing is offered.
    _ = screen.apply(.text("x"))
    #expect(screen.apply(.filter) == .none && !screen.render().lines[1].contains("Ctrl-T"))
    _ = screen.apply(.backspace)
    #expect(screen.apply(.filter) == .search("beach "))
    #expect(screen.tokens.map(\.shown) == ["Photos"] && screen.tokens[0].range.isEmpty)
    #expect(screen.render(usesColor: false).lines[0].hasPrefix("› [Photos] beach "))
    #expect(screen.render(usesColor: false).cursorColumn == 17)
    _ = screen.apply(.eraseLine)
    _ = screen.apply(.text("last week"))
    found.offers = [FilterOffer(typed: "last week", token: week)]
    screen.show(found)
    #expect(screen.apply(.filter) == .search(""))
    #expect(screen.render(usesColor: false).lines[0].hasPrefix("› [Photos] [Last week] "))
    // Those that do not fit are counted.
    screen.resize(to: ScreenSize(columns: 30, rows: 24))
    #expect(screen.render(usesColor: false).lines[0].hasPrefix("› [Photos] [+1] "))
    screen.resize(to: ScreenSize(columns: 100, rows: 24))
    #expect(screen.apply(.backspace) == .search(""))
    #expect(screen.tokens.map(\.shown) == ["Photos"])
    #expect(screen.apply(.eraseLine) == .search("") && screen.tokens.isEmpty)
    #expect(screen.apply(.backspace) == .none)
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x14]) == [.filter])
  }

  @Test("how the text may go on is shown behind the cursor, and taken by a move to the right")
  func completion() {
    var screen = screen(100, 24)
    _ = screen.apply(.text("lens"))
    var found = screen.results
    found.completion = TextCompletion(of: "lens", by: Suggestion(.completion, text: "Lens cap"))
    screen.show(found)
    #expect(screen.render().lines[0].contains(" cap"))
    #expect(screen.render().cursorColumn == 6)
    // Without looks it would pass for typed text, and what is cut off was not seen: neither is taken.
    for (columns, drawsLooks) in [(100, false), (8, true)] {
      var other = SearchScreen(
        size: ScreenSize(columns: columns, rows: 24), text: "lens", drawsLooks: drawsLooks)
      other.show(found)
      #expect(!other.render(usesColor: drawsLooks).lines[0].contains(" ca"))
      #expect(other.completion == nil && other.apply(.right) == .none)
      #expect(other.field.text == "lens")
    }
    _ = screen.apply(.left)
    #expect(screen.completion == nil && screen.apply(.right) == .none)
    #expect(screen.apply(.right) == .search("lens cap"))
    #expect(screen.completion == nil && screen.apply(.right) == .none)
    // What changes the text, or is no more than it, is no completion.
    for text in ["len", "lens", "old lens", "Lxns cap"] {
      #expect(TextCompletion(of: "lens", by: Suggestion(.completion, text: text)) == nil)
    }
    #expect(TextCompletion(of: "lens", by: Suggestion(.filter, text: "lens cap")) == nil)
  }

  @Test("more results of the same search leave the selection where it is")
  func extending() {
    var screen = screen(80, 24, results: 10)
    _ = screen.apply(.text("result"))
    var first = screen.results
    first.totalCount = nil
    screen.show(first)
    #expect(screen.render().lines[1].contains("more than 10 results in 0.8 ms"))
    for _ in 0..<3 { _ = screen.apply(.down) }
    var more = first
    more.rows += first.rows
    more.totalCount = 20
    screen.extend(to: more)
    #expect(screen.selection == 3)
    #expect(screen.render().lines[1].contains("20 results in 0.8 ms   4 of 20"))
  }

  private func webRows(_ count: Int) -> [ResultRow] {
    (0..<count).map { number in
      ResultRow(title: StyledText("Page \(number)"), kind: "site.example", detail: StyledText())
    }
  }

  @Test("what the web has comes below a heading that nothing stops at, and moves nothing")
  func web() {
    var screen = screen(80, 24, results: 3)
    _ = screen.apply(.text("x"))
    _ = screen.apply(.down)
    let before = screen.render(usesColor: false).lines
    screen.show(web: webRows(2))
    let after = screen.render(usesColor: false).lines
    #expect(screen.selection == 1)
    #expect(after[0] == before[0] && after[2...7] == before[2...7])
    #expect(after[1] == before[1] + "   2 on the web")
    #expect(after[8...10] == ["", "On the web", "  Page 0" + after[10].dropFirst(8)])
    _ = screen.apply(.down)
    #expect(screen.apply(.enter) == .open(2))
    _ = screen.apply(.down)
    #expect(screen.apply(.enter) == .openWeb(0) && screen.apply(.tab) == .showWebDetails(0))
    #expect(screen.render().lines[1].contains("1 of 2 on the web"))
    for _ in 0..<5 { _ = screen.apply(.down) }
    #expect(screen.apply(.enter) == .openWeb(1))
    _ = screen.apply(.up)
    _ = screen.apply(.up)
    #expect(screen.apply(.enter) == .open(2))
    screen.show(screen.results)
    #expect(screen.web.isEmpty && !screen.render().lines[1].contains("web"))
  }

  @Test("where nothing is here, what the web has is there to be chosen")
  func webAlone() {
    var screen = screen(80, 24, results: 0)
    _ = screen.apply(.text("x"))
    #expect(screen.apply(.enter) == .none)
    screen.show(web: webRows(1))
    #expect(screen.apply(.enter) == .openWeb(0))
    for key in [Key.up, .down, .pageUp, .pageDown] {
      _ = screen.apply(key)
      #expect(screen.apply(.enter) == .openWeb(0))
    }
    #expect(screen.render().lines[1].contains("nothing found"))
    screen.show(web: [])
    #expect(screen.apply(.enter) == .none)
  }

  @Test(
    "the selection stays shown in a list that goes on on the web", arguments: [1, 3, 9, 10, 24])
  func webSizes(rows: Int) {
    for count in [0, 1, 2, 30] {
      var screen = screen(40, rows, results: count)
      screen.show(web: webRows(5))
      for key in [Key.down, .up, .pageDown, .pageUp] {
        for _ in 0..<40 {
          _ = screen.apply(key)
          #expect(
            (screen.firstShown..<(screen.firstShown + screen.shownCount))
              .contains(screen.selection))
          #expect(screen.selection != count, "the heading is no result")
          #expect(screen.render().lines.count == rows)
        }
      }
    }
  }

  @Test("results that lack items of a damaged file say so")
  func partial() {
    var screen = screen(80, 24, results: 2)
    _ = screen.apply(.text("result"))
    var results = screen.results
    #expect(!screen.render().lines[1].contains("missing"))
    results.isPartial = true
    screen.show(results)
    #expect(screen.render().lines[1].contains("items may be missing: run fresnel check"))
  }

  @Test("why an item was shown and not opened stands below it until the next key")
  func notOpened() {
    var details = DetailScreen(
      (0..<40).map { "line \($0)" }, notice: "Nothing opens it",
      size: ScreenSize(columns: 80, rows: 10))
    #expect(details.render().lines.last?.contains("Nothing opens it   ") == true)
    #expect(details.render().lines.last?.contains("Esc back") == true)
    #expect(details.render().lines.last?.contains("Enter open") == false)
    let stays = details.apply(.down)
    #expect(stays)
    #expect(details.render().lines.last?.contains("Nothing opens it") == false)
    let plain = DetailScreen(["line"], size: ScreenSize(columns: 80, rows: 10))
    #expect(plain.render().lines.last?.contains("Enter open") == true)
  }

  @Test("a search and a count that took too long say so")
  func unfinished() {
    var screen = screen(80, 24, results: 2)
    _ = screen.apply(.text("result"))
    var results = screen.results
    #expect(!screen.render().lines[1].contains("at least"))
    results.isCountWhole = false
    screen.extend(to: results)
    #expect(screen.render().lines[1].contains("at least 1,234 results in 0.8 ms"))
    results.isPartial = true
    results.isUnfinished = true
    screen.extend(to: results)
    #expect(screen.render().lines[1].contains("not finished in time: type more"))
    #expect(!screen.render().lines[1].contains("fresnel check"))
  }

  @Test("backspace erases a whole grapheme")
  func graphemes() {
    var screen = screen(80, 24)
    _ = screen.apply(.text("a👩‍👩‍👧e"))
    #expect(screen.apply(.text("\u{301}")) == .search("a👩‍👩‍👧e\u{301}"))
    #expect(screen.apply(.backspace) == .search("a👩‍👩‍👧"))
    #expect(screen.apply(.backspace) == .search("a"))
  }

  @Test("the selection stays inside the results and is always shown")
  func selection() {
    var screen = screen(80, 24)
    #expect(screen.apply(.up) == .none)
    #expect(screen.selection == 0)
    for _ in 0..<100 { _ = screen.apply(.down) }
    #expect(screen.selection == 29)
    #expect(screen.firstShown == 30 - screen.shownCount)
    #expect(screen.apply(.enter) == .open(29))
    #expect(screen.apply(.tab) == .showDetails(29))
    _ = screen.apply(.pageUp)
    #expect(screen.selection == 29 - screen.shownCount)
    screen.resize(to: ScreenSize(columns: 20, rows: 5))
    #expect(
      (screen.firstShown..<(screen.firstShown + screen.shownCount)).contains(screen.selection))
    screen.show(SearchScreen.Results())
    #expect(screen.apply(.enter) == .none)
    #expect(screen.apply(.tab) == .none)
  }

  @Test("no window is too small, and no line too wide", arguments: [1, 2, 3, 5, 9, 10, 24])
  func sizes(rows: Int) {
    for columns in [1, 2, 5, 9, 10, 20, 40, 80, 200] {
      var screen = screen(columns, rows)
      _ = screen.apply(.text("日本語を入力する long query text"))
      let frame = screen.render(usesColor: false)
      #expect(frame.lines.count == rows)
      for line in frame.lines {
        let plain = line.replacing("\u{1B}[7m", with: "").replacing("\u{1B}[0m", with: "")
        #expect(displayWidth(of: plain) <= max(0, columns - 1), "\(columns)x\(rows): \(plain)")
      }
      #expect(frame.cursorColumn < columns)
    }
  }

  @Test("count, time, kind and matched parts are shown")
  func content() {
    var screen = screen(80, 24)
    _ = screen.apply(.text("x"))
    let frame = screen.render()
    #expect(frame.lines[1].contains("1,234 results in 0.8 ms"))
    #expect(frame.lines[2].contains("Application · files"))
    #expect(frame.lines[4].contains("\u{1B}[1;33m日\u{1B}[0m"))
    #expect(frame.lines[2].contains("\u{1B}[7;1;33m日\u{1B}[0m"))
    #expect(frame.lines[23].contains("Enter open"))
  }

  @Test("only rows that changed are written")
  func minimalOutput() {
    var writer = ScreenWriter()
    let size = ScreenSize(columns: 10, rows: 3)
    let first = writer.output(
      for: ScreenFrame(lines: ["a", "b", "c"], cursorColumn: 1), size: size)
    #expect(first.contains("\u{1B}[2J"))
    let second = writer.output(
      for: ScreenFrame(lines: ["a", "B", "c"], cursorColumn: 2), size: size)
    #expect(!second.contains("\u{1B}[2J"))
    #expect(second.contains("\u{1B}[2;1HB\u{1B}[K"))
    #expect(!second.contains("\u{1B}[1;1H"))
    let same = ScreenFrame(lines: ["a", "B", "c"], cursorColumn: 2)
    #expect(writer.output(for: same, size: size).isEmpty)
    writer.invalidate()
    #expect(writer.output(for: same, size: size).contains("\u{1B}[2J"))
  }
}

@Suite("Keys")
struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(text.utf8)
  }

  @Test("sequences of common terminals are keys")
  func sequences() {
    #expect(keys("ab") == [.text("ab")])
    #expect(keys("é日👍") == [.text("é日👍")])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[5~\u{1B}[6~") == [.up, .down, .pageUp, .pageDown])
    #expect(keys("\u{1B}[1;5A") == [.up])
    #expect(
      keys("\u{7F}\u{8}\u{15}\u{17}\r") == [.backspace, .backspace, .eraseLine, .eraseWord, .enter])
    #expect(keys("\u{E}\u{10}\u{3}\u{1A}") == [.down, .up, .interrupt, .suspend])
    #expect(keys("\u{1B}[3~\u{1B}[H\u{1B}[F") == [.delete, .home, .end])
    #expect(keys("\u{1B}[99~x") == [.text("x")])
  }

  @Test("the terminal's window gets the focus and loses it")
  func focus() {
    #expect(keys("a\u{1B}[Ib\u{1B}[O") == [.text("a"), .focus(true), .text("b"), .focus(false)])
    // Keys of the keypad, with other letters before the same last one.
    #expect(keys("\u{1B}OI\u{1B}[1I").isEmpty)
  }

  @Test("a key may arrive in pieces")
  func pieces() {
    let whole = "日\u{1B}[A\u{1B}[200~paste\u{1B}[201~é"
    for size in 1...4 {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      var rest = Array(whole.utf8)[...]
      while !rest.isEmpty {
        keys += decoder.decode(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(keys == [.text("日"), .up, .text("paste"), .text("é")], "pieces of \(size)")
    }
  }

  @Test("a lone escape is the Escape key once nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.hasPendingBytes)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.flush().isEmpty)
  }

  @Test("pasted line breaks and escapes are text, not keys")
  func paste() {
    #expect(keys("\u{1B}[200~a\nb\u{3}\u{1B}[201~\r") == [.text("a b "), .enter])
  }

  @Test("any bytes decode", arguments: 0..<60 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = generator.mutate(
      Array("a日\u{1B}[A\u{1B}[200~paste é\u{1B}[201~\u{1B}OH\u{1B}\u{1B}[3~\u{1B}[I".utf8))
    var decoder = KeyDecoder()
    var rest = bytes[...]
    while !rest.isEmpty {
      _ = decoder.decode(rest.prefix(3))
      rest = rest.dropFirst(3)
    }
    _ = decoder.flush()
    #expect(decoder.decode([]).isEmpty, "seed \(seed)")
  }
}

import CommandKit
import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import FresnelCommands

@Suite("The fresnel command line")
struct CommandTests {
  @Test("bad lines are named and skipped; the rest is found by words, query and identifier")
  func indexAndSearch() throws {
    try withFilms { directory in
      let limited = ToolRun("query", "title == \"*\"", "-n", "1", in: directory)
      #expect(limited.errors.hasPrefix("3 items match, 1 shown ("))
      let items = ToolRun("items", "-n", "2", in: directory)
      #expect(items.errors == "2 items shown, and there are more\n")
      #expect(ToolRun("items", "-n", "3", in: directory).errors == "3 items\n")
      let search = ToolRun("search", "THIRD", "ma", in: directory)
      #expect(search.status == .success)
      #expect(search.output.contains("The Third Man"))
      #expect(ToolRun("search", "orson", "wel", in: directory).output.contains("The Third Man"))
      #expect(ToolRun("search", "future", in: directory).output.contains("Metropolis"))
      #expect(ToolRun("search", "東京", "--app", "films", in: directory).output.contains("東京物語"))
      #expect(ToolRun("search", "nothing", in: directory).status == .incomplete)
      let query = ToolRun("query", "year < 1950", "--json", in: directory)
      #expect(query.output.contains(#""id":"1""#))
      #expect(ToolRun("query", "year < 1950", "--count", in: directory).output == "1\n")
      let show = ToolRun("show", "1", in: directory)
      #expect(show.output.contains("films.drama"))
      #expect(show.output.contains("Orson Welles"))
    }
  }

  @Test("filters narrow what words find, and what is none is refused")
  func filters() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = [
        #"{"id":"1","title":"Beach","contentType":"public.png","fileSize":20000000}"#,
        #"{"id":"2","title":"Beach ball","contentType":"public.jpeg","fileSize":10}"#,
        #"{"id":"3","title":"Beach","authorNames":["Anna Smith"],"contentCreationDate":"1999-05-10"}"#,
      ]
      try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: directory + "/a.jsonl")
      #expect(ToolRun("index", directory + "/a.jsonl", in: directory).status == .success)
      func count(_ filters: String...) -> String {
        let options = filters.flatMap { ["--filter", $0] }
        return ToolRun(
          ["search", "beach", "--count"] + options, in: directory, readsEverything: false
        ).output
      }
      #expect(count() == "3\n" && count("photos") == "2\n" && count("kind:png") == "")
      #expect(count("photos", "> 10 mb") == "1\n" && count("from:anna") == "1\n")
      #expect(count("may  1999") == "1\n" && count("last week") == "0\n")
      for text in ["beach", "photos last week", "beach photos", " ", "\"pdf\""] {
        let refused = ToolRun("search", "beach", "--filter", text, in: directory)
        #expect(refused.status == .usage && refused.errors.contains("is no filter"))
      }
      // A filter may stand alone.
      let alone = ToolRun("search", "--filter", "photos", "--count", in: directory)
      #expect(alone.output == "2\n", "\(alone)")
      for arguments in [["search"], ["search", " "], ["search", "--count"]] {
        #expect(
          ToolRun(arguments, in: directory, readsEverything: false).status == .usage,
          "\(arguments)")
      }
      let long = ToolRun(
        "search", String(repeating: "beach ", count: 1000), "--filter", "photos", "-c",
        in: directory)
      #expect(long.output == "2\n", "\(long)")
    }
  }

  @Test("a result of a search says how the words were understood, that of a query does not")
  func reading() throws {
    try withFilms { directory in
      for words in [["third"], ["--exactly", "third"]] {
        let search = ToolRun(["search", "--json"] + words, in: directory, readsEverything: false)
        #expect(search.output.contains(#""reading":"asTyped""#))
        #expect(!search.output.contains("edits") && !search.output.contains("corrected"))
        #expect(search.status == .success)
      }
      #expect(!ToolRun("query", "year > 1", "--json", in: directory).output.contains("reading"))
      // Attributes that no row has come with the whole item.
      let whole = ToolRun("search", "third", "--attributes", "*", in: directory)
      #expect(whole.output.contains("Orson Welles"))
    }
  }

  @Test("what is found by corrected words is counted and explained as it is found")
  func corrected() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = (1...30).map { #"{"id":"\#($0)","title":"A lantern of number \#($0)"}"# }
      try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: directory + "/a.jsonl")
      #expect(ToolRun("index", directory + "/a.jsonl", in: directory).status == .success)
      let found = ToolRun("search", "lantren", "-n", "3", in: directory)
      #expect(found.status == .success && found.errors.contains("3 items found ("), "\(found)")
      let json = ToolRun("search", "lantren", "-n", "3", "--json", in: directory)
      #expect(json.errors.contains(#""atLeast":true"#), "\(json)")
      #expect(!ToolRun("search", "lantern", "--json", in: directory).errors.contains("atLeast"))
      for (words, total) in [("lantern", "30"), ("lantren", "30"), ("zyzzyva", "0")] {
        let status: CommandKit.ExitStatus = total == "0" ? .incomplete : .success
        let count = ToolRun("search", words, "--count", in: directory)
        #expect(count.output == total + "\n" && count.status == status, "\(words): \(count)")
        let none = ToolRun("search", words, "-n", "0", in: directory)
        #expect(none.output.isEmpty && none.status == status, "\(words): \(none)")
        #expect(none.errors.contains(total == "0" ? "0 items match (" : ", 0 shown ("), "\(none)")
      }
      #expect(ToolRun("search", "lantren", "--exactly", "-c", in: directory).output == "0\n")
      let explained = ToolRun("explain", "lantren", "7", in: directory)
      #expect(explained.status == .success)
      #expect(explained.output.contains("matches as “lantern”"), "\(explained)")
      #expect(explained.output.contains("read with one letter corrected: lantern"), "\(explained)")
      #expect(explained.output.contains("+ “lantern"), "\(explained)")
    }
  }

  @Test("a result that lacks words says which, to people and to programs")
  func missingWords() throws {
    try withFilms { directory in
      let search = ToolRun("search", "third", "man", "zyzzyva ", in: directory)
      #expect(search.output.contains("The Third Man") && search.status == .success)
      #expect(search.output.contains("without “zyzzyva”"))
      let json = ToolRun(
        ["search", "--json", "third", "man", "zyzzyva "], in: directory, readsEverything: false)
      #expect(json.output.contains(#""without":["zyzzyva"]"#))
      #expect(json.output.contains(#""reading":"leftOutInNames""#))
      let explained = ToolRun("explain", "third man zyzzyva ", "1", in: directory)
      #expect(explained.output.contains("(zyzzyva)"))
      #expect(!ToolRun("search", "third", in: directory).output.contains("without"))
    }
  }

  @Test("a result of words that were taken apart says so, to people and to programs")
  func splitWords() throws {
    try withFilms { directory in
      let search = ToolRun("search", "thirdman ", in: directory)
      #expect(search.output.contains("The Third Man") && search.status == .success)
      #expect(search.output.contains("as “third man”"))
      let json = ToolRun(["search", "--json", "thirdman "], in: directory, readsEverything: false)
      #expect(json.output.contains(#""reading":"joinedOrSplit","understoodAs":"third man""#))
      let explained = ToolRun("explain", "thirdman ", "1", in: directory)
      #expect(explained.output.contains("read with words joined or taken apart: third man"))
    }
  }

  @Test("a search whose time is over says so, and names no damage")
  func timeIsOver() throws {
    try withFilms { directory in
      let captured = Mutex("")
      let console = Console(
        write: { _ in }, writeError: { text in captured.withLock { $0 += text } }, flush: {},
        outputIsTerminal: false, errorIsTerminal: false, inputIsTerminal: false, columns: 80,
        usesColor: false)
      let context = CommandContext(
        tool: FresnelTool.tool, console: console, environment: [:],
        directories: BaseDirectories(environment: [:], home: directory))
      let place = directory + "/store"
      let stores = StoreSet(
        of: try Store.open(at: place, mode: .readOnly),
        at: StoreLocations.Location(directory: place, app: nil))
      func told(slow: Set<Int>) -> [String] {
        let answer = StoreSet.Answer(
          found: [], matchCount: 0, partialMembers: [0], slowMembers: slow)
        return stores.warnOfMissing(from: answer, in: .everything, context)
      }
      let late = told(slow: [0])
      #expect(late.count == 1 && late.first?.contains("not finished in time") == true, "\(late)")
      #expect(captured.withLock { $0.contains("there may be more") && !$0.contains("damaged") })
      #expect(told(slow: []) == [StoreSet.partialSentence])
    }
  }

  @Test("without a daemon searches and counts have the time that the daemon gives them")
  func budgets() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = (0..<2000).map { #"{"id":"\#($0)","title":"summer \#($0)"}"# + "\n" }.joined()
      try FileSystem.write(Array(lines.utf8), to: directory + "/items")
      #expect(ToolRun("index", directory + "/items", in: directory).status == .success)
      let place = directory + "/store"
      let store = try Store.open(at: place, mode: .readOnly)
      #expect(store.searchBudget == 10)
      let stores = StoreSet(of: store, at: StoreLocations.Location(directory: place, app: nil))
      // The index leaves open which of them match, so that each is looked at.
      let context = EvaluationContext(now: store.snapshot().time)
      let request = try SearchText.query(#"title != "s*m?er*""#)
        .items(10, countsMatches: true, in: context)
      let answer = try stores.search(request)
      #expect(!answer.isPartial && answer.slowMembers.isEmpty && answer.matchCount == 0)
      #expect(request.milliseconds(boundedBy: store.searchBudget) == 10_000)
    }
  }

  @Test("--map takes each field once")
  func mapTwice() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let file = directory + "/items"
      try FileSystem.write(Array(#"{"a":"1","id":"2"}"#.utf8), to: file)
      let twice = ToolRun("index", file, "-m", "a=title", "-m", "a=id", in: directory)
      #expect(twice.status == .usage && twice.errors.contains("\"a\" read as two fields"))
      let lost = ToolRun("index", file, "-m", "a=id", in: directory)
      #expect(lost.status == .incomplete && lost.output.hasPrefix("0 items indexed"))
      #expect(lost.errors.contains("the field \"id\" comes twice"), "\(lost.errors)")
    }
  }

  @Test("what can be done with an item is listed, for people and for programs")
  func actions() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let line = """
        {"id":"ada","title":"Ada","supportsPhoneCall":true,"phoneNumbers":["+49 30 1234"],\
        "url":"https://example.org/ada"}
        """
      try FileSystem.write(Array(line.utf8), to: directory + "/people.jsonl")
      let index = ToolRun("index", directory + "/people.jsonl", in: directory)
      #expect(index.status == .success, "\(index.errors)")
      let show = ToolRun("show", "ada", in: directory).output
      #expect(show.contains("actions\n  1  Call +49 30 1234  tel:+49301234\n  2  Open example.org"))
      let json = ToolRun("show", "--json", "ada", in: directory).output
      #expect(
        json.contains(
          #""actions":[{"kind":"call","title":"Call +49 30 1234","url":"tel:+49301234"},"#))
      let none = ToolRun("open", "--action", "3", "ada", in: directory)
      #expect(none.status == .incomplete)
      #expect(none.errors.contains("there are 2 actions on \"ada\", and none in place 3"))
    }
  }

  @Test("results are shown in the order of an attribute, those without it last")
  func sorted() throws {
    try withFilms { directory in
      let identifiers = { (arguments: String...) in
        ToolRun(
          ["query", "title == \"*\"", "--json"] + arguments, in: directory, readsEverything: false
        ).output
          .split(separator: "\n").map { $0.contains("Third") ? 1 : $0.contains("Metro") ? 2 : 3 }
      }
      #expect(identifiers("--sort", "title") == [2, 1, 3])
      #expect(identifiers("--sort", "title", "--descending") == [3, 1, 2])
      #expect(identifiers("--sort", "year", "-d", "-n", "1") == [1])
      #expect(ToolRun("search", "--descending", "third", in: directory).status == .usage)
    }
  }

  @Test("a query for an attribute that no item has says so, and so does an order by one")
  func unknownAttributes() throws {
    try withFilms { directory in
      func errorsOf(_ arguments: [String]) -> String {
        ToolRun(arguments, in: directory, readsEverything: false).errors
      }
      func errors(_ arguments: String...) -> String { errorsOf(arguments) }
      let misspelled = errors("query", "titel == \"*\" || nothing > 3")
      #expect(misspelled.contains("no item has an attribute named titel; did you mean title?"))
      #expect(misspelled.contains("no item has an attribute named nothing"))
      #expect(!errors("query", "nope == 1").contains("did you mean"))
      #expect(errors("query", "id == \"1\"").contains("did you mean uniqueIdentifier?"))
      for (name, meant) in [("fileSise", "fileSize"), ("id", "uniqueIdentifier")] {
        let sorted = ToolRun("query", "title == *", "--sort", name, in: directory)
        #expect(sorted.status == .usage && sorted.output.isEmpty)
        #expect(sorted.errors.contains("no item has an attribute named \(name) to sort by"))
        #expect(sorted.errors.contains("did you mean \(meant)"), "\(sorted.errors)")
      }
      for command in [["items"], ["query", "title == *"]] {
        let shown = errorsOf(command + ["--attributes", "title,titel,year"])
        #expect(shown.contains("no item has an attribute named titel to show; did you mean title?"))
        #expect(!shown.contains("named year"), "\(shown)")
      }
      // Each costs a search, and nobody reads hundreds of sentences.
      let many = (0..<300).map { "mine_\($0)" }
      let queried = errors("query", many.map { "\($0) == x" }.joined(separator: " || "))
      let listed = errors("items", "--attributes", many.joined(separator: ","))
      for told in [queried, listed] {
        #expect(told.matches(of: /no item has an attribute named/).count == 10, "\(told)")
        #expect(told.contains("290 more attributes of the command were not looked for"), "\(told)")
      }
      for known in ["title == *", "uniqueIdentifier == x", "kMDItemTitle == x", "** == x"] {
        #expect(!errors("query", known, "--sort", "year").contains("no item has"), "\(known)")
      }
    }
  }

  @Test("a bad query points at the column and exits with the usage status")
  func badQuery() throws {
    try withFilms { directory in
      let run = ToolRun("query", "title like \"x\"", in: directory)
      #expect(run.status == .usage)
      #expect(run.errors.contains("\n  title like \"x\"\n        ^\n"))
    }
  }

  @Test("items are listed by app, domain and type; explanations name the clause")
  func listAndExplain() throws {
    try withFilms { directory in
      let films = ToolRun("items", "--domain", "films", in: directory)
      #expect(films.output.split(separator: "\n").count == 2)
      let typed = ToolRun("items", "--type", "Film", in: directory)
      #expect(typed.output.contains("東京物語"))
      #expect(ToolRun("items", "--app", "books", in: directory).status == .incomplete)
      let match = ToolRun("explain", "third", "1", in: directory)
      #expect(match.status == .success)
      #expect(match.output.contains("matches"))
      #expect(match.output.contains("third*: "))
      #expect(match.output.contains("postings: 1 "))
      #expect(match.output.contains("read as typed: third…"))
      #expect(match.output.contains("+ “third…”"))
      let range = ToolRun("explain", "inRange(pageCount, 8, 9)", "1", in: directory)
      #expect(range.output.contains("- InRange(pageCount, 8, 9)"))
      let none = ToolRun("explain", "title == \"x\"", "1", in: directory)
      #expect(none.status == .incomplete)
      #expect(none.output.contains("does not match"))
    }
  }

  @Test("a name in another script is explained by the characters that the text is the spelling of")
  func spellings() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let titles = ["Москва ночью", "北京大学", "زيارة القاهرة"]
      let lines = titles.enumerated().map { #"{"id":"\#($0)","title":"\#($1)"}"# }
      try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: directory + "/a.jsonl")
      #expect(ToolRun("index", directory + "/a.jsonl", in: directory).status == .success)
      for (typed, id, words) in [
        ("moskva ", "0", "read by Latin spelling: москва"),
        ("beijing ", "1", "read in another script: 北京"),
        ("al-qahira ", "2", "read by Latin spelling: القاهرة"),
      ] {
        let explained = ToolRun("explain", typed, id, in: directory)
        #expect(explained.output.contains(words) && explained.status == .success, "\(explained)")
      }
    }
  }

  @Test("a word is found and explained inside of what joins words, and a code with its signs")
  func wordsAsRuns() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = """
        {"id":"1","title":"invoice_2024-03_final.pdf"}
        {"id":"2","title":"Learn C++ now"}
        {"id":"3","title":"Cats and C"}
        {"id":"4","title":"Guide to node.js"}
        {"id":"5","title":"Editor","path":"/usr/bin/gimp"}
        """
      try FileSystem.write(Array(lines.utf8), to: directory + "/a.jsonl")
      #expect(ToolRun("index", directory + "/a.jsonl", in: directory).status == .success)
      for (typed, title) in [
        ("final 2024", "invoice_2024-03_final.pdf"), ("pdf", "invoice_2024-03_final.pdf"),
        ("c++", "Learn C++ now"),
      ] {
        let found = ToolRun("search", typed, "--json", in: directory)
        #expect(found.output.contains(title), "\(typed): \(found.output) \(found.errors)")
        #expect(found.output.split(separator: "\n").count == 1, "\(typed)")
      }
      let word = ToolRun("explain", "pdf ", "1", in: directory)
      #expect(word.output.contains("+ “pdf”"))
      #expect(word.output.contains("invoice_2024-03_final.[pdf]"))
      let code = ToolRun("explain", "c++", "3", in: directory)
      #expect(code.status == .incomplete)
      #expect(code.output.contains("- “c++…”"))
      let json = ToolRun("explain", "c++", "2", "--json", in: directory)
      #expect(json.output.contains(#""query":"c++""#))
      // What is found by a name or a code is explained by it.
      for (typed, id, kind) in [("nodejs ", "4", "code"), ("gimp", "5", "name")] {
        let found = ToolRun("search", typed, "--json", in: directory)
        #expect(found.output.contains(#""id":"\#(id)""#), "\(found.output)")
        let form = ToolRun("explain", typed, id, in: directory)
        #expect(form.status == .success)
        #expect(form.output.contains("The item has this \(kind)."), "\(form.output)")
        #expect(form.output.contains("read as typed: "))
      }
    }
  }

  @Test("one export holds the items of all apps and indexes, and read back gives the same export")
  func export() throws {
    try withFilms { directory in
      try FileSystem.write(Array("{\"id\":\"1\",\"app\":\"x\"}".utf8), to: directory + "/b.jsonl")
      #expect(
        ToolRun("index", directory + "/b.jsonl", "--index", "old", in: directory).status == .success
      )
      let first = ToolRun("export", in: directory).output
      #expect(first.contains(#"{"$app":"films","id":"1","#))
      #expect(first.contains(#"{"$app":"org.fresnel.files","$index":"old","id":"1","#))
      try FileSystem.write(Array(first.utf8), to: directory + "/copy.jsonl")
      let copy = directory + "/other"
      try FileSystem.createDirectory(copy)
      #expect(ToolRun("index", directory + "/copy.jsonl", in: copy).status == .success)
      let second = ToolRun("export", in: copy).output
      #expect(second.split(separator: "\n").sorted() == first.split(separator: "\n").sorted())
      let moved = ToolRun("index", directory + "/copy.jsonl", "--app", "one", in: copy)
      // The two items called 1 are now one.
      #expect(moved.output.hasPrefix("3 items indexed for one"), "\(moved.output)")
      #expect(moved.output.contains("1 entry had an id that came before"), "\(moved.output)")
      #expect(ToolRun("items", "--app", "one", in: copy).errors == "3 items\n")
    }
  }

  @Test("an export that lacks items says how many were written, and one without items is none")
  func partialExport() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = (0..<50).map { #"{"id":"\#($0)","title":"thing \#($0)"}"# + "\n" }.joined()
      try FileSystem.write(Array(lines.utf8), to: directory + "/items")
      #expect(ToolRun("index", directory + "/items", in: directory).status == .success)
      let whole = ToolRun("export", in: directory)
      #expect(whole.status == .success && whole.errors.isEmpty, "\(whole.errors)")
      let store = directory + "/store"
      let journal = try #require(
        try FileSystem.entries(of: store).first { $0.hasPrefix("journal") })
      var bytes = try FileSystem.contents(of: "\(store)/\(journal)")
      let title = try #require(bytes.indices.first { bytes[$0...].starts(with: "thing 0".utf8) })
      bytes[title] ^= 1
      try FileSystem.write(bytes, to: "\(store)/\(journal)")
      // Opening for writing sets the damage aside; what was lost is known from then on.
      try FileSystem.write(
        Array("{\"id\":\"new\",\"title\":\"new\"}".utf8), to: directory + "/more")
      #expect(ToolRun("index", directory + "/more", in: directory).status == .success)
      for _ in 0..<2 {
        let partial = ToolRun("export", in: directory)
        #expect(partial.status == .incomplete, "\(partial)")
        let count = partial.output.split(separator: "\n").count
        #expect(count < 51)
        #expect(
          partial.errors.contains(
            "\(counted(count, "item")) \(count == 1 ? "was" : "were") written"),
          "\(partial.errors)")
        #expect(partial.errors.contains("missing"), "\(partial.errors)")
      }
      let empty = directory + "/other"
      try FileSystem.createDirectory(empty)
      #expect(ToolRun("index", directory + "/more", in: empty).status == .success)
      #expect(ToolRun("delete", "new", in: empty).status == .success)
      let nothing = ToolRun("export", in: empty)
      #expect(nothing.status == .incomplete && nothing.output.isEmpty, "\(nothing)")
      #expect(nothing.errors.contains("there are no items to write"), "\(nothing.errors)")
    }
  }

  @Test("the store of an app is read while the app has it open, and says what became of its damage")
  func embeddedStore() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let place = directory + "/data/fresnel/embedded/com.example.notes"
      let store = try Store.open(at: place)
      defer { store.close() }
      var item = Item(uniqueIdentifier: "note-1")
      item.domainIdentifier = "notes.home"
      item.attributes[.title] = .string("Buy lemons")
      item.attributes[.dueDate] = .date(Timestamp(secondsSinceReferenceDate: 0))
      let isDone = DispatchSemaphore(value: 0)
      for item in [item, Item(uniqueIdentifier: "note-2")] {
        let batch = Batch(
          scope: IndexScope(app: "com.example.notes", index: "main"),
          operations: [.put([try ItemCodec.encode(item)])], clientState: Array("cursor 7".utf8))
        store.submit(batch) { error in
          #expect(error == nil)
          isDone.signal()
        }
        isDone.wait()
      }
      func run(_ arguments: String...) -> ToolRun {
        ToolRun(arguments, in: directory, readsEverything: true)
      }
      #expect(run("search", "lem", "--app", "com.example.notes").output.contains("Buy lemons"))
      #expect(run("items", "--app", "com.example.notes").output.contains("notes.home"))
      let show = run("show", "note-1", "--app", "com.example.notes").output
      for fact in ["main", "notes.home", "8 bytes \"cursor 7\"", "2001-01-01T00:00:00Z", place] {
        #expect(show.contains(fact))
      }
      // The app's store is its own: deleting works on the person's store, which is not there.
      #expect(run("delete", "note-1").status == .store)
      #expect(run("index", directory + "/missing.jsonl").status == .system)
      let journal = try #require(
        try FileSystem.entries(of: place).first { $0.hasPrefix("journal") })
      var bytes = try FileSystem.contents(of: "\(place)/\(journal)")
      // In the first of two frames, so that it cannot be taken for a write that was cut short.
      let title = try #require(bytes.indices.first { bytes[$0...].starts(with: "Buy lemons".utf8) })
      bytes[title] ^= 1
      try FileSystem.write(bytes, to: "\(place)/\(journal)")
      let search = run("search", "lemons")
      #expect(search.status == .incomplete || search.status == .store)
      #expect(search.errors.contains("The store in \(place) is damaged, items may be missing"))
      #expect(!search.errors.contains("nothing is indexed"))
      #expect(run("check").status == .store)
    }
  }

  @Test("a content type also lists the items of types that conform to it")
  func itemsByType() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = """
        {"id":"photo","contentType":"public.jpeg"}
        {"id":"song","contentType":"public.mp3"}
        {"id":"own","contentType":"Text","contentTypeTree":["org.example.note","public.data"]}
        """
      try FileSystem.write(Array(lines.utf8), to: directory + "/items.jsonl")
      #expect(ToolRun("index", directory + "/items.jsonl", in: directory).status == .success)
      func items(_ type: String) -> String {
        ToolRun("items", "--type", type, "--json", in: directory).output
      }
      #expect(items("public.image").contains("photo"))
      #expect(!items("public.image").contains("song"))
      #expect(items("org.example.note").contains("own"))
      #expect(items("Text").contains("own"))
      #expect(items("public.data").split(separator: "\n").count == 3)
      #expect(items("public.movie").isEmpty)
    }
  }

  @Test("whole numbers that lose digits are said with their lines and fields")
  func largeNumbers() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = [
        #"{"id":"1","serial":9223372036854775807}"#, #"{"id":"2","serial":9223372036854775809}"#,
        #"{"id":"3","serials":[1,18446744073709551617]}"#,
        #"{"id":"4","fileSize":18446744073709551617}"#, #"{"id":"5","fileSize":1e19}"#,
      ]
      try FileSystem.write(
        Array(lines.joined(separator: "\n").utf8), to: directory + "/items.jsonl")
      let run = ToolRun("index", directory + "/items.jsonl", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.hasPrefix("5 items indexed"))
      let warnings = run.errors.split(separator: "\n")
      #expect(warnings.count == 3, "\(run.errors)")
      for (warning, place) in zip(
        warnings, ["2: \"serial\" is", "3: \"serials\" is", "4: \"fileSize\" is"])
      {
        #expect(warning.contains("items.jsonl:" + place), "\(warning)")
        #expect(warning.contains("kept with fewer digits"), "\(warning)")
      }
    }
  }

  @Test("values of the wrong type are said with their lines, and a byte-order mark costs nothing")
  func wrongTypes() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      var lines = (1...30).map { #"{"id":"\#($0)","title":"T","dueDate":17070000\#($0)}"# }
      lines.insert(#"{"id":"first","title":"Marked"}"#, at: 0)
      let text = "\u{FEFF}" + lines.joined(separator: "\n")
      try FileSystem.write(Array(text.utf8), to: directory + "/items.jsonl")
      let run = ToolRun("index", directory + "/items.jsonl", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.hasPrefix("31 items indexed"))
      #expect(run.errors.contains("items.jsonl:2: \"dueDate\" needs a date as ISO 8601"))
      #expect(!run.errors.contains("items.jsonl:1: "))
      #expect(run.errors.contains("10 more values are not of the attribute's type"))
      #expect(run.errors.split(separator: "\n").count == 21)
      #expect(ToolRun("search", "marked", in: directory).status == .success)
    }
  }

  @Test("a missing store, an unknown command and an unknown source name the way on")
  func mistakes() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let search = ToolRun("search", "x", in: directory)
      #expect(search.status == .store)
      #expect(search.errors.contains("fresnel import all"))
      #expect(ToolRun("serch", in: directory).errors.contains("did you mean fresnel search?"))
      let source = ToolRun("import", "manual", in: directory)
      #expect(source.status == .usage)
      #expect(source.errors.contains("did you mean manuals?"))
      let file = ToolRun("index", directory + "/none.jsonl", in: directory)
      #expect(file.status == .system)
      let option = ToolRun("-n", "3", "x", in: directory)
      #expect(option.status == .usage)
      #expect(option.errors.contains("-n stands before the command"))
      let daemon = ToolRun("doctor", in: directory)
      #expect(daemon.status == .store)
      #expect(daemon.errors.contains("unset FRESNEL_STORE"))
      let none = ToolRun("doctor", in: directory, readsEverything: true)
      #expect(none.errors.contains("XDG_RUNTIME_DIR is not set"))
    }
  }

  @Test("checks find a sound store and every title")
  func check() throws {
    try withFilms { directory in
      let run = ToolRun("check", "--findable", in: directory)
      #expect(run.status == .success)
      #expect(run.output.contains("3 of 3 items are found"))
      let statistics = ToolRun("stats", "--json", in: directory).output
      #expect(statistics.contains(#""items":3"#))
      #expect(statistics.contains(#""bytesOfParts":{"documents":"#))
      #expect(ToolRun("stats", in: directory).output.contains("in memory: items "))
      #expect(ToolRun("stats", in: directory).output.contains(/segments? in memory/))
    }
  }

  @Test(
    "every command explains itself with an example of its own",
    arguments: FresnelTool.tool.definitions.indices)
  func help(number: Int) {
    let definition = FresnelTool.tool.definitions[number]
    let page = HelpText(tool: FresnelTool.tool, width: 80).page(for: definition)
    #expect(page.contains("Usage: fresnel \(definition.name)"))
    for option in definition.options { #expect(page.contains("--\(option.name)")) }
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("fresnel") })
  }

  @Test("output that cannot be written is said, and the status tells")
  func fullOutput() throws {
    let words = [try TestProgram.path("fresnel"), "search", "--help"]
    let command = Command("/bin/sh", ["-c", "exec \"$@\" 2>&1 >/dev/full", "sh"] + words)
    let (ending, output) = try command.capture()
    #expect(ending == .exited(ExitStatus.system.rawValue))
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.hasPrefix("fresnel: The output cannot be written: "), "\(text)")
  }

  @Test("what each command writes with --json is described")
  func describedJSON() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = String(
      decoding: try FileSystem.contents(of: root + "/Documentation/json.md"), as: UTF8.self)
    for definition in FresnelTool.tool.definitions where !definition.isHidden {
      guard definition.options.contains(where: { $0.name == "json" }) else { continue }
      #expect(page.contains("\n### \(definition.name)\n"), "\(definition.name)")
    }
    #expect(page.contains("Version \(PrintVersion.jsonVersion);"))
  }
}

import Dispatch
import FresnelEngine
import FresnelModel
import CommandKit
import FresnelPlatform
import Glibc
import Synchronization
import Testing
import WireTestSupport

@testable import FresnelCommands

/// Runs the tool against a store of its own and keeps what it writes.
struct ToolRun {
  let status: CommandKit.ExitStatus
  let output: String
  let errors: String

  /// Runs the tool with a directory for its store.
  ///
  /// - Parameters:
  ///   - arguments: The words after the tool's name.
  ///   - directory: The directory of everything that the tool may see.
  ///   - readsEverything: Whether to read the person's own store and those of the apps, not one store.
  init(_ arguments: String..., in directory: String, readsEverything: Bool = false) {
    self.init(arguments, in: directory, readsEverything: readsEverything)
  }

  init(_ arguments: [String], in directory: String, readsEverything: Bool) {
    let captured = Capture()
    let console = Console(
      write: { captured.append($0, toErrors: false) },
      writeError: { captured.append($0, toErrors: true) }, flush: {}, outputIsTerminal: false,
      errorIsTerminal: false, inputIsTerminal: false, columns: 80, usesColor: false)
    var environment = ["MANPATH": directory + "/man"]
    if !readsEverything { environment["FRESNEL_STORE"] = directory + "/store" }
    var context = CommandContext(
      tool: FresnelTool.tool, console: console, environment: environment,
      directories: BaseDirectories(
        environment: ["XDG_DATA_HOME": directory + "/data", "XDG_DATA_DIRS": directory + "/share"],
        home: directory))
    // As the built program does: not in the process of the commands.
    context.fetchWorker = try? TestProgram.path("fresnel")
    status = FresnelTool.tool.run(arguments, in: context)
    output = captured.output
    errors = captured.errors
  }

  private final class Capture: Sendable {
    private let texts = Mutex((output: "", errors: ""))

    var output: String { texts.withLock { $0.output } }
    var errors: String { texts.withLock { $0.errors } }

    func append(_ text: String, toErrors: Bool) {
      texts.withLock { if toErrors { $0.errors += text } else { $0.output += text } }
    }
  }
}

@Suite("The fresnel command line")
struct CommandTests {
  private func withStore(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = """
        {"id":"1","domain":"films.drama","title":"The Third Man","year":1949,"cast":["Orson Welles"]}
        not json
        {"id":"2","domain":"films","title":"Metropolis","text":"A city of the future"}
        {"title":"no identifier"}
        {"id":"3","title":"東京物語","kind":"Film"}
        """
      try FileSystem.write(Array(lines.utf8), to: directory + "/films.jsonl")
      let run = ToolRun(
        "index", directory + "/films.jsonl", "--map", "text=textContent", "--app", "films",
        in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.hasPrefix("3 items indexed for films"))
      #expect(run.errors.contains("films.jsonl:2: "))
      #expect(run.errors.contains("films.jsonl:4: "))
      try body(directory)
    }
  }

  @Test("bad lines are named and skipped; the rest is found by words, query and identifier")
  func indexAndSearch() throws {
    try withStore { directory in
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

  @Test("a search whose time is over says so, and names no damage")
  func timeIsOver() throws {
    try withStore { directory in
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
    try withStore { directory in
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
    try withStore { directory in
      func errors(_ arguments: String...) -> String {
        ToolRun(arguments, in: directory, readsEverything: false).errors
      }
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
      for known in ["title == *", "uniqueIdentifier == x", "kMDItemTitle == x", "** == x"] {
        #expect(!errors("query", known, "--sort", "year").contains("no item has"), "\(known)")
      }
    }
  }

  @Test("a bad query points at the column and exits with the usage status")
  func badQuery() throws {
    try withStore { directory in
      let run = ToolRun("query", "title like \"x\"", in: directory)
      #expect(run.status == .usage)
      #expect(run.errors.contains("\n  title like \"x\"\n        ^\n"))
    }
  }

  @Test("items are listed by app, domain and type; explanations name the clause")
  func listAndExplain() throws {
    try withStore { directory in
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
      let range = ToolRun("explain", "inRange(pageCount, 8, 9)", "1", in: directory)
      #expect(range.output.contains("- InRange(pageCount, 8, 9)"))
      let none = ToolRun("explain", "title == \"x\"", "1", in: directory)
      #expect(none.status == .incomplete)
      #expect(none.output.contains("does not match"))
    }
  }

  @Test("one export holds the items of all apps and indexes, and read back gives the same export")
  func export() throws {
    try withStore { directory in
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
      #expect(moved.output.hasPrefix("4 items indexed for one"))
      // The two items called 1 are now one.
      #expect(ToolRun("items", "--app", "one", in: copy).errors == "3 items\n")
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

  @Test("items are deleted by identifier, by domain and by app")
  func delete() throws {
    try withStore { directory in
      #expect(ToolRun("delete", "3", in: directory).output == "1 item deleted from films\n")
      #expect(ToolRun("delete", "3", in: directory).status == .incomplete)
      #expect(
        ToolRun("delete", "--domain", "films", in: directory).output
          == "2 items deleted from films\n")
      #expect(ToolRun("delete", "--all", in: directory).status == .usage)
      #expect(ToolRun("items", in: directory).status == .incomplete)
    }
  }

  @Test("what several apps have is deleted from none of them, until it is said which are meant")
  func deleteOfSeveralApps() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = ["films", "books", "games"].map {
        #"{"id":"1","domain":"old.\#($0)","title":"Dune","$app":"\#($0)"}"#
      }
      let more = ["{\"id\":\"2\",\"title\":\"Solaris\",\"$app\":\"films\"}"]
      try FileSystem.write(
        Array((lines + more).joined(separator: "\n").utf8), to: directory + "/items")
      #expect(ToolRun("index", directory + "/items", in: directory).status == .success)
      func count() -> Int {
        ToolRun("items", "--json", in: directory).output.split(separator: "\n").count
      }
      for words in [["2", "1"], ["--domain", "old"]] {
        let refused = ToolRun(["delete"] + words, in: directory, readsEverything: false)
        #expect(refused.status == .usage && refused.output.isEmpty)
        #expect(refused.errors.contains("books, films, games"), "\(refused.errors)")
        #expect(refused.errors.contains("--all-apps"))
        #expect(count() == 4)
      }
      let both = ToolRun("delete", "1", "--app", "films", "--all-apps", in: directory)
      #expect(both.status == .usage)
      let one = ToolRun("delete", "1", "--app", "games", in: directory)
      #expect(one.status == .success && one.output == "1 item deleted from games\n")
      #expect(ToolRun("delete", "2", in: directory).output == "1 item deleted from films\n")
      let all = ToolRun("delete", "1", "--all-apps", "--json", in: directory)
      #expect(all.output.contains(#""deleted":2,"apps":["books","films"]"#), "\(all.output)")
      #expect(count() == 0)
    }
  }

  @Test("an import replaces what changed, removes what is gone and leaves the rest alone")
  func imports() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      try FileSystem.createDirectory(applications)
      func write(_ name: String, _ title: String) throws {
        let text = "[Desktop Entry]\nType=Application\nName=\(title)\nExec=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(applications)/\(name).desktop")
      }
      try write("one", "First")
      try write("two", "Second")
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2,"removed":0"#))
      let again = ToolRun("import", "applications", in: directory)
      #expect(again.output == "applications: 2 items, unchanged\n")
      try write("one", "First of all")
      try FileSystem.removeFile("\(applications)/two.desktop")
      let changed = ToolRun("import", "applications", "--json", in: directory)
      #expect(changed.output.contains(#""items":1,"written":1,"removed":1"#))
      #expect(ToolRun("search", "first of al", in: directory).status == .success)
      #expect(ToolRun("search", "second", in: directory).status == .incomplete)
    }
  }

  @Test("manual pages are imported once, with links and pointers as other names")
  func manuals() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let pages = directory + "/man/man1"
      try FileSystem.createDirectory(pages)
      let page = ".TH LOOK 1\n.SH NAME\nlook, peek \\- display lines\n.SH D\nText.\n"
      try FileSystem.write(Array(page.utf8), to: pages + "/look.1")
      try FileSystem.write(Array(".so man1/look.1\n".utf8), to: pages + "/glance.1")
      let run = ToolRun("import", "manuals", in: directory)
      #expect(run.output.hasPrefix("manuals: 1 item, 1 written"))
      let show = ToolRun("show", "look(1)", in: directory)
      #expect(show.output.contains("display lines"))
      #expect(show.output.contains("glance, peek"))
      #expect(ToolRun("search", "glan", in: directory).output.contains("look(1)"))
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

  // A link that leads to itself fails like a directory without permission, also for root.
  private func makeUnreadable(_ path: String) throws {
    try FileSystem.removeTree(path)
    #expect(symlink(path, path) == 0)
  }

  @Test("manual pages of a directory that cannot be listed stay, which is said each time")
  func unreadableManuals() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      func write(_ page: String, in section: String) throws {
        try FileSystem.createDirectory("\(directory)/man/\(section)")
        let text = ".TH X 1\n.SH NAME\n\(page) \\- lines of \(page)\n"
        try FileSystem.write(Array(text.utf8), to: "\(directory)/man/\(section)/\(page).1")
      }
      try write("look", in: "man1")
      try write("peek", in: "man1p")
      #expect(ToolRun("import", "manuals", in: directory).output.hasPrefix("manuals: 2 items"))
      try makeUnreadable(directory + "/man/man1")
      for attempt in 0..<2 {
        let run = ToolRun("import", "manuals", in: directory)
        #expect(run.status == .incomplete)
        #expect(run.output.hasPrefix("manuals: 2 items"))
        #expect(run.output.contains(attempt == 0 ? "1 kept" : "unchanged"))
        #expect(run.errors.contains("/man/man1") && run.errors.contains("stays"))
        #expect(ToolRun("search", "look", in: directory).status == .success)
      }
      let whole = ToolRun("import", "manuals", "--force", in: directory)
      #expect(whole.output.contains("1 kept"))
      try FileSystem.removeFile(directory + "/man/man1")
      let gone = ToolRun("import", "manuals", in: directory)
      #expect(gone.status == .success && gone.output.contains("1 removed"))
    }
  }

  @Test("applications and icons of directories that cannot be listed stay")
  func unreadableApplications() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      let icons = directory + "/share/icons/hicolor/scalable/apps"
      try FileSystem.createDirectory(applications + "/more")
      try FileSystem.createDirectory(icons)
      try FileSystem.write([], to: icons + "/one.svg")
      for (place, name) in [("", "one"), ("/more", "two")] {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(name)\nIcon=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(applications)\(place)/\(name).desktop")
      }
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2"#))
      try makeUnreadable(applications + "/more")
      try makeUnreadable(directory + "/share/icons/hicolor")
      let run = ToolRun("import", "applications", "--json", in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.contains(#""items":2,"written":0,"removed":0,"kept":1"#))
      #expect(run.errors.contains("/applications/more") && run.errors.contains("/icons/hicolor"))
      let again = ToolRun("import", "applications", "--json", in: directory)
      #expect(again.output.contains(#""removed":0,"kept":1"#), "\(again.output)")
      #expect(again.output.contains(#""unchanged":true"#), "\(again.output)")
      #expect(ToolRun("show", "one.desktop", in: directory).output.contains("one.svg"))
    }
  }

  @Test("applications behind links that lead nowhere now stay until the links go, and that is said")
  func danglingApplications() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let applications = directory + "/share/applications"
      let disk = directory + "/disk"
      try FileSystem.createDirectory(applications)
      try FileSystem.createDirectory(disk + "/more")
      for name in ["one", "more/two"] {
        let text = "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(name)\n"
        try FileSystem.write(Array(text.utf8), to: "\(disk)/\(name).desktop")
      }
      #expect(symlink(disk + "/one.desktop", applications + "/one.desktop") == 0)
      #expect(symlink(disk + "/more", applications + "/more") == 0)
      let first = ToolRun("import", "applications", "--json", in: directory)
      #expect(first.output.contains(#""items":2,"written":2"#), "\(first.output)")
      try FileSystem.rename(disk, to: disk + ".away")
      for _ in 0..<2 {
        let run = ToolRun("import", "applications", in: directory)
        #expect(run.status == .incomplete && run.output.contains("2 items"), "\(run.output)")
        #expect(run.errors.contains("/applications/one.desktop"), "\(run.errors)")
        #expect(run.errors.contains("/applications/more"), "\(run.errors)")
      }
      try FileSystem.rename(disk + ".away", to: disk)
      #expect(ToolRun("import", "applications", in: directory).status == .success)
      try FileSystem.rename(disk, to: disk + ".away")
      for name in ["one.desktop", "more"] { try FileSystem.removeFile("\(applications)/\(name)") }
      let gone = ToolRun("import", "applications", in: directory)
      #expect(gone.status == .success && gone.output.contains("2 removed"), "\(gone.output)")
    }
  }

  @Test("a manual page that cannot be read stays as it was")
  func unreadablePage() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let page = directory + "/man/man1/look.1.gz"
      try FileSystem.createDirectory(directory + "/man/man1")
      try FileSystem.write(Array(".TH X 1\n.SH NAME\nlook \\- lines\n".utf8), to: page)
      #expect(ToolRun("import", "manuals", in: directory).output.contains("1 written"))
      try FileSystem.write([0x1f, 0x8b, 8, 0], to: page)
      for _ in 0..<2 {
        let run = ToolRun("import", "manuals", in: directory)
        #expect(run.status == .incomplete)
        #expect(run.errors.contains("look.1.gz"))
        #expect(ToolRun("show", "look(1)", in: directory).output.contains("lines"))
      }
    }
  }

  @Test("items from a file system that is not mounted now stay until an import is forced")
  func unmounted() {
    let files = SourceFiles(mounts: ["/", "/dev/null/gone"])
    #expect(files.failures.map(\.path) == ["/dev/null/gone"])
    #expect(files.keepsItem(at: "/dev/null/gone/man1/a.1"))
    #expect(!files.keepsItem(at: "/dev/null/other"))
    var state = ImportState([UInt8]("1:abc\nmount /mnt/a b\nunread /x/y".utf8))
    #expect(state.mounts == ["/mnt/a b"] && state.unreadFiles == ["/x/y"])
    #expect(state.fingerprint == Array("1:abc".utf8))
    #expect(String(decoding: state.bytes, as: UTF8.self) == "1:abc\nmount /mnt/a b\nunread /x/y")
    state.keptCount = 3
    #expect(
      String(decoding: state.bytes, as: UTF8.self) == "1:abc\nmount /mnt/a b\nkept 3\nunread /x/y")
    #expect(ImportState(state.bytes) == state)
    state = ImportState(nil)
    #expect(state.bytes.isEmpty && state.mounts.isEmpty)
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
    try withStore { directory in
      let run = ToolRun("check", "--findable", in: directory)
      #expect(run.status == .success)
      #expect(run.output.contains("3 of 3 items are found"))
      let statistics = ToolRun("stats", "--json", in: directory).output
      #expect(statistics.contains(#""items":3"#))
      #expect(statistics.contains(#""bytesOfParts":{"documents":"#))
      #expect(ToolRun("stats", in: directory).output.contains("of the segments: items "))
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

  @Test("shells complete apps and attributes by their names, which are words for them")
  func names() throws {
    try withStore { directory in
      let line = #"{"id":"1","$app":"a b"}"#
      try FileSystem.write(Array(line.utf8), to: directory + "/odd.jsonl")
      #expect(ToolRun("index", directory + "/odd.jsonl", in: directory).status == .success)
      let apps = ToolRun("names", "apps", in: directory)
      #expect(apps.output == "films\n" && apps.errors.isEmpty, "\(apps)")
      #expect(ToolRun("names", "attributes", in: directory).output.contains("\nfileSize\n"))
      #expect(ToolRun("names", "nonsense", in: directory).status == .usage)
      let bash = ToolRun("completions", "bash", in: directory).output
      #expect(bash.contains(#"-s|--sort) COMPREPLY=($(compgen -W "$(fresnel names attributes"#))
      #expect(bash.contains("compgen -W 'first-unlock unless-open complete'"), "\(bash)")
    }
  }

  @Test("manual page and completions in the repository are those of the commands")
  func reference() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    for file in WriteReference.files(of: FresnelTool.tool) {
      let stored = try FileSystem.contents(of: "/\(root)/\(file.path)")
      #expect(
        String(decoding: stored, as: UTF8.self) == file.text,
        "\(file.path) is stale: run fresnel reference .")
    }
  }
}

import CommandKit
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelStorage
import Testing

@testable import FresnelCommands

@Suite("Stores of earlier format versions")
struct StoreFixtureTests {
  private static let fixtures =
    #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Fixtures/stores"

  static let names: [String] =
    ((try? FileSystem.entries(of: fixtures)) ?? []).filter {
      FileSystem.isDirectory(fixtures + "/" + $0)
    }

  /// Calls a closure with the path of a copy of a fixture's store, for opening a store may change it.
  private func withStore(_ name: String, _ body: (String) throws -> Void) throws {
    let source = Self.fixtures + "/" + name + "/store"
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/store")
      for file in try FileSystem.entries(of: source) {
        try FileSystem.write(
          try FileSystem.contents(of: source + "/" + file), to: directory + "/store/" + file)
      }
      try body(directory)
    }
  }

  /// What `fresnel export` said of a store when it was written.
  private func expectedLines(_ name: String) throws -> Set<Substring> {
    lines(
      String(
        decoding: try FileSystem.contents(of: Self.fixtures + "/" + name + "/items.jsonl"),
        as: UTF8.self))
  }

  private func lines(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "\n"))
  }

  @Test("there is one for each version so far, plain and encrypted")
  func fixtures() {
    #expect(
      Set(Self.names).isSuperset(of: [
        "journal-1", "segments-3", "encrypted-segments-3", "segments-4", "encrypted-segments-4",
        "blocks-2", "encrypted-blocks-2",
      ]))
  }

  @Test(
    "the program reads them, writes to them and finds them sound",
    arguments: names.filter { StoreFixtureWriter.key(of: $0) == nil })
  func program(name: String) throws {
    let expected = try expectedLines(name)
    try withStore(name) { directory in
      #expect(lines(ToolRun("export", in: directory).output) == expected)
      #expect(ToolRun("check", in: directory).status == .success)
      let extra = #"{"$app":"org.example.extra","id":"extra","title":"Added later"}"#
      try FileSystem.write(Array(extra.utf8), to: directory + "/extra.jsonl")
      #expect(ToolRun("index", directory + "/extra.jsonl", in: directory).status == .success)
      #expect(
        lines(ToolRun("export", in: directory).output) == expected.union([Substring(extra)]))
      #expect(ToolRun("check", in: directory).status == .success)
    }
  }

  @Test(
    "queries find in them what the evaluator accepts, before and after all is written anew",
    arguments: names)
  func engine(name: String) throws {
    let expected = try expectedLines(name)
    try withStore(name) { directory in
      let store = try Store.open(
        at: directory + "/store",
        options: StoreOptions(encryptionKey: StoreFixtureWriter.key(of: name)))
      for _ in 0..<2 {
        #expect(store.loss == LossReport())
        #expect(store.check().isSound)
        let snapshot = store.snapshot()
        #expect(StoreFixtureWriter.lines(of: snapshot) == expected)
        try compare(snapshot)
        try store.compact()
      }
      store.close()
    }
  }

  private static let queries = [
    #"** == "s*"cdw"#, #"** == "number"cdw"#, #"** == "*er"cdw"#, #"** == "sho*"cdwt"#,
    #"* == "*ric*"cd"#, #"title == "Number 7*""#,
    #"** == "number 12"cdw"#, #"keywords == "weekly""#, #"rankingHint > 50"#, #"** != "e*"cdw"#,
    #"InRange(dueDate, $time.iso(2025-01-01), $time.iso(2026-01-01))"#, #"** == "東京*"cdw"#,
    #"uniqueIdentifier == "n1" || domainIdentifier == "inbox*""#,
  ]

  private func compare(_ snapshot: Snapshot) throws {
    var items: [String: Item] = [:]
    try snapshot.forEachItem { scope, item in
      items["\(scope) \(item.uniqueIdentifier)"] = try item.item()
      return true
    }
    let context = EvaluationContext(now: snapshot.time)
    for text in Self.queries {
      let query = try parseQuery(text)
      let compiled = try CompiledQuery(query, context: context)
      var found: Set<String> = []
      try snapshot.forEachMatch(of: query, context: context) { hit in
        found.insert("\(hit.scope) \(hit.item.uniqueIdentifier)")
        return true
      }
      #expect(found == Set(items.filter { compiled.matches($0.value) }.keys), "\(text)")
    }
  }

  /// Makes the fixture of a format version that is new; see the fixtures' README.
  @Test(.enabled(if: StoreFixtureWriter.name != nil, "FRESNEL_FIXTURE names one to be written"))
  func write() throws {
    let path = Self.fixtures + "/" + (try #require(StoreFixtureWriter.name))
    try #require(!FileSystem.exists(path), "stores are never changed")
    try StoreFixtureWriter.write(to: path)
  }
}

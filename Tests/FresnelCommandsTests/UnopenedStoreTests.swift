import CommandKit
import FresnelModel
import FresnelPlatform
import Glibc
import Testing

@testable import FresnelCommands

@Suite("Commands that read all stores, where one of them cannot be opened")
struct UnopenedStoreTests {
  private static let own = "com.example.films"
  private static let other = "com.example.mail"

  private static func stores(in directory: String) -> String {
    directory + "/data/fresnel/embedded"
  }

  private func fill(_ app: String, _ store: String, in directory: String) throws {
    let file = directory + "/lines.jsonl"
    try FileSystem.write(Array(#"{"id":"1","title":"\#(app) one"}"#.utf8), to: file)
    let run = ToolRun(
      "index", file, "--app", app, "--store", store, in: directory, readsEverything: true)
    #expect(run.status == .success, "\(run.errors)")
  }

  /// Gives a body a directory with the person's own store, filled, and one of an app.
  private func withStores(_ body: (String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try fill(Self.own, directory + "/data/fresnel/store", in: directory)
      try fill(Self.other, Self.stores(in: directory) + "/" + Self.other, in: directory)
      try body(directory)
    }
  }

  /// What is wrong with what an app keeps.
  enum Fault: CaseIterable {
    /// The store cannot be opened.
    case unopened
    /// The store's manifest is damaged, so that items may be lost.
    case damaged
    /// The directory of the stores cannot be listed.
    case unlisted
    /// Apps handed items to a daemon, and none is found.
    case unserved
  }

  /// What is named.
  private func place(of fault: Fault, in directory: String) -> String {
    fault == .unserved ? directory + "/data/fresnel/classes" : Self.stores(in: directory)
  }

  /// Makes it so. A link that leads to itself fails like a file without permission, also for root.
  private func cause(_ fault: Fault, in directory: String) throws {
    let stores = Self.stores(in: directory)
    let manifest = "\(stores)/\(Self.other)/manifest"
    switch fault {
    case .unopened:
      try close(manifest)
    case .damaged:
      try FileSystem.write(Array("nothing".utf8), to: manifest)
    case .unlisted:
      try close(stores)
    case .unserved:
      let classes = directory + "/data/fresnel/classes"
      let store = classes + "/first-unlock/store"
      try FileSystem.createDirectory(store)
      for name in ["lock", "manifest", "journal-0000000000000001", "reserve"] {
        try FileSystem.write(Array("sealed".utf8), to: "\(store)/\(name)")
      }
    }
  }

  private func close(_ path: String) throws {
    if FileSystem.exists(path) { try FileSystem.removeTree(path) }
    #expect(symlink(path, path) == 0)
  }

  private static let commands: [[String]] = [
    ["items"], ["stats"], ["search", "one"], ["query", "title == \"*one\""],
    ["search", "one", "--count"],
  ]

  @Test("What all stores have is no error", arguments: commands)
  func whole(words: [String]) throws {
    try withStores { directory in
      let run = ToolRun(words, in: directory, readsEverything: true)
      #expect(run.status == .success, "\(run.errors)")
    }
  }

  @Test(
    "A directory that has only the lock of a store that was handed over is no store",
    arguments: commands + [["items", "--app", own], ["check"], ["compact"]])
  func handedOver(words: [String]) throws {
    try withStores { directory in
      let store = Self.stores(in: directory) + "/" + Self.other
      for name in try FileSystem.entries(of: store) where name != "lock" {
        try FileSystem.removeTree(store + "/" + name)
      }
      let run = ToolRun(words, in: directory, readsEverything: true)
      #expect(run.status == .success, "\(run.errors)")
      #expect(!(run.output + run.errors).contains(store), "\(run.output)\(run.errors)")
    }
  }

  @Test("What cannot be read is named, and the status is 1", arguments: Fault.allCases, commands)
  func unread(fault: Fault, words: [String]) throws {
    try withStores { directory in
      try cause(fault, in: directory)
      let run = ToolRun(words, in: directory, readsEverything: true)
      #expect(run.status == .incomplete, "\(run.errors)")
      #expect(!run.output.isEmpty)
      #expect(run.errors.contains(place(of: fault, in: directory)), "\(run.errors)")
    }
  }

  @Test(
    "What is asked of one app alone is whole without the others",
    arguments: [Fault.unopened, .damaged], [0, 2, 3, 4])
  func ofOneApp(fault: Fault, command: Int) throws {
    try withStores { directory in
      try cause(fault, in: directory)
      let words = Self.commands[command] + ["--app", Self.own]
      let run = ToolRun(words, in: directory, readsEverything: true)
      #expect(run.status == .success, "\(run.errors)")
    }
  }

  @Test(
    "An app whose store cannot be read is not said to have no items",
    arguments: [Fault.unopened, .damaged, .unlisted], [0, 2, 3, 4])
  func ofTheOtherApp(fault: Fault, command: Int) throws {
    try withStores { directory in
      try cause(fault, in: directory)
      let words = Self.commands[command] + ["--app", Self.other]
      let run = ToolRun(words, in: directory, readsEverything: true)
      // Of a damaged store it is known which apps it has.
      guard fault != .damaged else {
        #expect(run.status == .incomplete, "\(run.errors)")
        #expect(run.errors.contains("items may be missing"), "\(run.errors)")
        #expect(!run.errors.contains("no store has items"), "\(run.errors)")
        return
      }
      #expect(run.status == .store, "\(run.errors)")
      let sentence = "no store that can be read has items of the app \"\(Self.other)\": "
      let start = run.errors.firstRange(of: sentence)?.upperBound ?? run.errors.endIndex
      #expect(run.errors[start...].contains(Self.stores(in: directory)), "\(run.errors)")
    }
  }

  @Test("An app that is misspelled is told of beside a store that cannot be opened")
  func ofNoApp() throws {
    try withStores { directory in
      try cause(.unopened, in: directory)
      let run = ToolRun(
        "items", "--app", "com.example.flims", in: directory, readsEverything: true)
      #expect(run.status == .incomplete, "\(run.errors)")
      #expect(run.errors.contains("did you mean \(Self.own)?"), "\(run.errors)")
    }
  }

  @Test("Where no store can be opened, each is named, and the status is 3", arguments: commands)
  func none(words: [String]) throws {
    try withStores { directory in
      let own = directory + "/data/fresnel/store"
      try cause(.unopened, in: directory)
      try close(own + "/manifest")
      let run = ToolRun(words, in: directory, readsEverything: true)
      #expect(run.status == .store && run.output.isEmpty, "\(run.errors)")
      #expect(run.errors.contains(Self.stores(in: directory) + "/" + Self.other), "\(run.errors)")
      #expect(run.errors.contains(own), "\(run.errors)")
    }
  }

  @Test("Where there is no store and those of apps cannot be listed, both is said")
  func unlistedAlone() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let stores = Self.stores(in: directory)
      try FileSystem.createDirectory(directory + "/data")
      try FileSystem.createDirectory(directory + "/data/fresnel")
      try close(stores)
      let run = ToolRun("items", in: directory, readsEverything: true)
      #expect(run.status == .store, "\(run.errors)")
      #expect(run.errors.contains("and those of apps cannot be listed"), "\(run.errors)")
      #expect(run.errors.contains("make \(stores) readable"), "\(run.errors)")
    }
  }

  @Test("The totals in JSON name it among what is missing", arguments: Fault.allCases, [0, 2, 3])
  func totals(fault: Fault, command: Int) throws {
    try withStores { directory in
      try cause(fault, in: directory)
      let run = ToolRun(
        Self.commands[command] + ["--json"], in: directory, readsEverything: true)
      #expect(run.status == .incomplete)
      let totals = try run.errors.split(separator: "\n")
        .map { try JSONValue.parse(Array($0.utf8)) }.first { $0["partial"] != nil }
      #expect(totals?["partial"] == .boolean(true), "\(run.errors)")
      guard case .array(let missing)? = totals?["missing"],
        case .string(let sentence)? = missing.first
      else {
        Issue.record("It is not named: \(run.errors)")
        return
      }
      #expect(sentence.contains(place(of: fault, in: directory)) && !sentence.hasSuffix("."))
    }
  }
}

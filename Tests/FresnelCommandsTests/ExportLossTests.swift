import CommandKit
import FresnelPlatform
import Glibc
import Testing

@testable import FresnelCommands

@Suite("fresnel export without a daemon, after a loss")
struct ExportLossTests {
  /// Indexes some items for an app in a store of its own.
  private func fill(_ app: String, _ store: String, in directory: String) throws {
    let lines = (0..<40).map { #"{"id":"\#($0)","title":"\#(app) \#($0)"}"# }
    let file = directory + "/lines.jsonl"
    try FileSystem.write(Array(lines.joined(separator: "\n").utf8), to: file)
    let run = ToolRun(
      "index", file, "--app", app, "--store", store, in: directory, readsEverything: true)
    #expect(run.status == .success, "\(run.errors)")
    let compacted = ToolRun("compact", "--store", store, in: directory, readsEverything: true)
    #expect(compacted.status == .success, "\(compacted.errors)")
  }

  /// Cuts all segments of a store in half.
  private func damage(_ store: String) throws {
    var count = 0
    for name in try FileSystem.entries(of: store) where name.hasPrefix("segment") {
      let bytes = try FileSystem.contents(of: store + "/" + name)
      try FileSystem.write(Array(bytes.prefix(bytes.count / 2)), to: store + "/" + name)
      count += 1
    }
    #expect(count > 0)
  }

  @Test("an export of one app says nothing of what another one lost")
  func others() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (own, mail) = ("com.example.films", "com.example.mail")
      let store = directory + "/data/fresnel/embedded/" + mail
      try fill(own, directory + "/data/fresnel/store", in: directory)
      try fill(mail, store, in: directory)
      try damage(store)
      let films = ToolRun("export", "--app", own, in: directory, readsEverything: true)
      #expect(films.status == .success, "\(films.errors)")
      #expect(films.output.split(separator: "\n").count == 40)
      #expect(!films.errors.contains("were written"), "\(films.errors)")
      for words in [["export"], ["export", "--app", mail]] {
        let run = ToolRun(words, in: directory, readsEverything: true)
        #expect(run.status != .success, "\(words) \(run.output)")
        if words.count == 1 {
          #expect(run.errors.contains("items were written, and"), "\(run.errors)")
        }
      }
    }
  }

  @Test(
    "a loss that was noted is told of by everything that reads items, as long as they are missing")
  func noted() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let store = directory + "/store"
      func run(_ words: String...) -> ToolRun {
        ToolRun(words + ["--store", store], in: directory, readsEverything: true)
      }
      for half in 0..<2 {
        let lines = (0..<400).map { #"{"id":"\#(half)-\#($0)","title":"wombat \#($0)"}"# }
        try FileSystem.write(
          Array(lines.joined(separator: "\n").utf8), to: directory + "/lines.jsonl")
        #expect(run("index", directory + "/lines.jsonl", "--app", "films").status == .success)
        // The first half is in a segment, which is damaged, and the second in the journal.
        if half == 0 { #expect(run("compact").status == .success) }
      }
      let whole = run("check")
      #expect(whole.status == .success && whole.output.contains("800 items"), "\(whole)")
      try damage(store)
      let new = directory + "/new.jsonl"
      try FileSystem.write(Array(#"{"id":"new","title":"wombat"}"#.utf8), to: new)
      _ = run("index", new, "--app", "films")
      for words in [["search", "wombat"], ["query", "title == \"wombat*\""], ["items"]] {
        let plain = ToolRun(
          words + ["--store", store], in: directory, readsEverything: true)
        #expect(plain.status == .incomplete, "\(words) \(plain)")
        #expect(plain.errors.contains("were lost before"), "\(words) \(plain.errors)")
        let json = ToolRun(
          words + ["--store", store, "--json"], in: directory, readsEverything: true)
        #expect(json.errors.contains("\"partial\":true"), "\(words) \(json.errors)")
        #expect(!json.errors.contains("\"missing\":[]"), "\(words) \(json.errors)")
      }
      let check = run("check")
      #expect(check.status == .incomplete, "\(check)")
      #expect(check.errors.contains("were lost before"), "\(check)")
      #expect(run("check", "--json").output.contains("\"lacksItems\":true"))
      #expect(check.errors.contains("--acknowledge --store"), "\(check)")
      // Only who indexed again knows that nothing is missing any more.
      _ = run("index", directory + "/lines.jsonl", "--app", "films")
      #expect(run("search", "wombat").status == .incomplete)
      let mistyped = ToolRun("check", "--acknowledge", "--store", directory, in: directory)
      #expect(mistyped.status != .success, "\(mistyped)")
      #expect(
        !FileSystem.exists(directory + "/lock") && !FileSystem.exists(directory + "/manifest"))
      let acknowledged = run("check", "--acknowledge")
      #expect(acknowledged.status == .success, "\(acknowledged)")
      #expect(
        acknowledged.errors.contains("items of films in \(store) count as indexed again"),
        "\(acknowledged)")
      let again = run("check", "--acknowledge")
      #expect(again.errors.contains("no losses are noted"), "\(again)")
      for words in [["check"], ["search", "wombat"], ["items"], ["stats"]] {
        let plain = ToolRun(
          words + ["--store", store], in: directory, readsEverything: true)
        #expect(
          plain.status == .success && !plain.errors.contains("lost before"), "\(words) \(plain)")
      }
    }
  }

  @Test("damage that costs no item is not told as missing, also beside damage that does")
  func harmless() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (own, mail) = ("com.example.films", "com.example.mail")
      let (store, other) = (
        directory + "/data/fresnel/store", directory + "/data/fresnel/embedded/" + mail
      )
      try fill(own, store, in: directory)
      try fill(mail, other, in: directory)
      // The end of a file has a copy.
      for name in try FileSystem.entries(of: store) where name.hasPrefix("segment") {
        var bytes = try FileSystem.contents(of: store + "/" + name)
        bytes[bytes.count - 1] ^= 0x10
        try FileSystem.write(bytes, to: store + "/" + name)
      }
      let whole = ToolRun("items", "--json", in: directory, readsEverything: true)
      #expect(whole.status == .success, "\(whole)")
      #expect(whole.errors.contains(#""partial":false,"missing":[]"#), "\(whole)")
      #expect(whole.output.split(separator: "\n").count == 80)
      let export = ToolRun("export", in: directory, readsEverything: true)
      #expect(export.status == .success, "\(export.errors)")
      try damage(other)
      let partial = ToolRun("items", "--json", in: directory, readsEverything: true)
      #expect(partial.status == .incomplete, "\(partial)")
      let missing = partial.errors.split(separator: "\n").first { $0.contains("\"missing\"") }
      #expect(missing?.contains(other) == true, "\(partial)")
      #expect(missing?.contains(store) == false, "\(partial)")
      let cut = ToolRun("export", in: directory, readsEverything: true)
      #expect(!cut.errors.contains("80 items are missing"), "\(cut.errors)")
    }
  }

  @Test("what is found to be lost while losses are acknowledged is told of, and stays noted")
  func foundMeanwhile() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      // A shell has to read the place from the remedy.
      let store = directory + "/my store"
      try fill("films", store, in: directory)
      try damage(store)
      let first = ToolRun(
        "check", "--acknowledge", "--store", store, in: directory, readsEverything: true)
      #expect(first.status == .store, "\(first)")
      #expect(first.errors.contains("lost just now"), "\(first)")
      #expect(first.errors.contains("may be missing are of films"), "\(first)")
      let items = ToolRun("items", "--store", store, in: directory, readsEverything: true)
      #expect(items.status == .incomplete, "\(items)")
      #expect(items.errors.contains("--acknowledge --store '\(store)'"), "\(items)")
      let second = ToolRun(
        "check", "--acknowledge", "--store", store, in: directory, readsEverything: true)
      #expect(second.status == .success, "\(second)")
      #expect(second.errors.contains("items of films in \(store) count as indexed"), "\(second)")
    }
  }

  @Test("an export is not whole where the directory of the apps' stores cannot be listed")
  func unlisted() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try fill("com.example.films", directory + "/data/fresnel/store", in: directory)
      let whole = ToolRun("export", in: directory, readsEverything: true)
      #expect(whole.status == .success, "\(whole.errors)")
      // A link that leads to itself fails like a directory without permission, also for root.
      let stores = directory + "/data/fresnel/embedded"
      #expect(symlink(stores, stores) == 0)
      let run = ToolRun("export", in: directory, readsEverything: true)
      #expect(run.status == .incomplete && run.output == whole.output, "\(run.errors)")
      #expect(run.errors.contains("how many items are missing is not known"), "\(run.errors)")
    }
  }

  @Test("nor where apps handed items to a daemon and none is found, unless there is nothing in it")
  func unserved() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try fill("com.example.films", directory + "/data/fresnel/store", in: directory)
      let classes = directory + "/data/fresnel/classes"
      let store = classes + "/first-unlock/store"
      try FileSystem.createDirectory(store)
      // What a daemon makes when it starts.
      for name in ["lock", "manifest", "journal-0000000000000001"] {
        try FileSystem.write(Array("sealed".utf8), to: "\(store)/\(name)")
      }
      let whole = ToolRun("export", in: directory, readsEverything: true)
      #expect(whole.status == .success, "\(whole.errors)")
      // A journal of it is made longer before there is anything to write.
      let journal = store + "/journal-0000000000000001"
      let header = [UInt8](repeating: 1, count: 4096)
      func frame(_ kind: UInt8) -> [UInt8] {
        let checksums: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        return checksums + [3, 0, 0, 0, kind, 0, 0, 0] + checksums + checksums
          + [9, 9, 9, 0, 0, 0, 0, 0]
      }
      let room = [UInt8](repeating: 0, count: 61440)
      for frames in [[], frame(1), frame(1) + frame(2)] {
        try FileSystem.write(header + frames + room, to: journal)
        let begun = ToolRun("export", in: directory, readsEverything: true)
        #expect(begun.status == .success, "\(frames) \(begun.errors)")
      }
      for frames in [[0, 0, 1], frame(16), frame(1) + frame(16) + room, frame(1) + room + [1]] {
        try FileSystem.write(header + frames, to: journal)
        let used = ToolRun("export", in: directory, readsEverything: true)
        #expect(used.status == .incomplete, "\(frames.prefix(80)) \(used.errors)")
      }
      let run = ToolRun("export", in: directory, readsEverything: true)
      #expect(run.status == .incomplete && run.output == whole.output, "\(run.errors)")
      #expect(run.errors.contains("the daemon that reads \(classes) is not found"), "\(run.errors)")
      #expect(run.errors.contains("how many items are missing is not known"), "\(run.errors)")
      // A store that is named is the only one that matters.
      let named = ToolRun(
        "export", "--store", directory + "/data/fresnel/store", in: directory, readsEverything: true
      )
      #expect(named.status == .success, "\(named.errors)")
    }
  }

  @Test("so it is where the store of another app cannot be opened")
  func unopened() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let own = "com.example.films"
      try fill(own, directory + "/data/fresnel/store", in: directory)
      let store = directory + "/data/fresnel/embedded/com.example.mail"
      try fill("com.example.mail", store, in: directory)
      for name in try FileSystem.entries(of: store) where name.hasPrefix("manifest") {
        try FileSystem.write(Array("nothing".utf8), to: store + "/" + name)
      }
      let whole = ToolRun("export", in: directory, readsEverything: true)
      #expect(whole.status == .incomplete, "\(whole.errors)")
      let films = ToolRun("export", "--app", own, in: directory, readsEverything: true)
      #expect(films.status == .success, "\(films.errors)")
      #expect(!films.errors.contains("not known"), "\(films.errors)")
    }
  }
}

import FresnelPlatform
import Testing
import WebAddresses
import WebDocuments

@testable import AppDirectory

struct AppImportTests {
  private func withDirectory(_ body: (AppDirectory, String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try body(try AppDirectory(path: "\(directory)/apps.sqlite"), "\(directory)/apps.sqlite")
    }
  }

  private func component(_ id: String, _ name: String, _ rest: String = "") -> String {
    "<component type='desktop'><id>\(id)</id><name>\(name)</name>\(rest)</component>"
  }

  private func load(
    _ text: String, into directory: AppDirectory
  ) throws -> AppDirectory.ImportSummary {
    var rest = Array(text.utf8)[...]
    return try directory.import(catalogue: "file") {
      defer { rest = rest.dropFirst(64) }
      return rest.isEmpty ? nil : Array(rest.prefix(64))
    }
  }

  @Test func aCatalogueIsTakenOverAndFollowed() throws {
    try withDirectory { directory, _ in
      let first = try load(
        "<components origin='debian'>\(component("a.b", "A"))\(component("c.d", "C"))\(component("e.f", "E"))<component type='font'><id>f.f</id></component><component merge='append'><id>a.b</id></component></components>",
        into: directory)
      #expect(first.catalogue == "debian" && first.added == 3 && first.isWhole)
      #expect(first.others == 1 && first.merges == 1)
      let second = try load(
        "<components origin='debian'>\(component("a.b.desktop", "A"))\(component("c.d", "D"))\(component("g.h", "G"))</components>",
        into: directory)
      #expect((second.added, second.changed, second.unchanged, second.removed) == (1, 1, 1, 1))
      #expect(try directory.all().map(\.name) == ["A", "D", "G"])
      let third = try load(
        "<components origin='other'>\(component("x.y", "X"))</components>", into: directory)
      #expect(third.added == 1 && third.removed == 0)
      #expect(try directory.all().map(\.catalogue) == ["debian", "debian", "debian", "other"])
      // Nothing is removed for a catalogue that breaks off.
      let cut = try load(
        "<components origin='debian'>\(component("a.b.desktop", "A"))", into: directory)
      #expect(!cut.isWhole && cut.removed == 0 && cut.unchanged == 1)
      #expect(try directory.count() == 4)
    }
  }

  @Test func anAppThatWasAddedByHandGetsWhatItLacks() throws {
    try withDirectory { directory, _ in
      var own = ListedApp(name: "My name")
      own.bundleIdentifier = "a.b"
      own.storeIDs = [.appStore: "1"]
      _ = try directory.put(own)
      let catalogue =
        "<components>\(component("a.b", "Its name", "<url type='homepage'>https://a.example/</url>"))</components>"
      #expect(try load(catalogue, into: directory).changed == 1)
      #expect(try load(catalogue, into: directory).unchanged == 1)
      let app = try #require(try directory.app(named: "a.b"))
      #expect(app.name == "My name" && app.catalogue == nil && app.storeIDs == [.appStore: "1"])
      #expect(app.marketingURL?.href == "https://a.example/")
      #expect(app.appStreamID?.description == "a.b")
      #expect(try load("<components/>", into: directory).removed == 0)
      #expect(try directory.count() == 1)
    }
  }

  @Test func anAppOfACatalogueBecomesOnesOwn() throws {
    try withDirectory { directory, _ in
      _ = try load(
        "<components>\(component("a.b", "A"))\(component("c.d", "C"))</components>", into: directory
      )
      var own = ListedApp(name: "Mine")
      own.bundleIdentifier = "com.example.a"
      own.appStreamID = AppStreamIdentifier("a.b")
      let change = try directory.put(own)
      #expect(change.change == .changed && change.app.catalogue == nil)
      #expect(try load("<components origin='other'/>", into: directory).removed == 0)
      #expect(try load("<components/>", into: directory).removed == 1)
      #expect(try directory.all().map(\.name) == ["Mine"])
    }
  }

  @Test func whoHasANameComesBeforeWhoHadIt() throws {
    try withDirectory { directory, _ in
      let heir = component("a.New", "New", "<provides><id>a.Old</id><id>a.Gone</id></provides>")
      let old = component("a.Old", "Old")
      for order in [heir + old, old + heir] {
        _ = try load("<components>\(order)</components>", into: directory)
        #expect(try directory.app(named: "a.Old")?.name == "Old")
        #expect(try directory.app(named: "a.Gone")?.name == "New")
      }
    }
  }

  @Test func repetitionsAndConflictsAreTold() throws {
    try withDirectory { directory, _ in
      let repeated = try load(
        "<components>\(component("a.b", "A"))\(component("a.b.desktop", "B"))</components>",
        into: directory)
      #expect(repeated.findings.map(\.code) == ["appstream-duplicate"] && repeated.added == 1)
      for number in 1...2 {
        var own = ListedApp(name: "Own \(number)")
        own.bundleIdentifier = "own.app\(number)"
        own.storeIDs = [.appStore: "\(number)"]
        _ = try directory.put(own)
      }
      let thief = component(
        "a.thief", "Thief",
        "<custom><value key='Fresnel::bundle-id'>own.app1</value><value key='Fresnel::app-store'>2</value></custom>"
      )
      let conflict = try load("<components>\(thief)</components>", into: directory)
      #expect(conflict.findings.map(\.code) == ["appstream-conflict"] && conflict.added == 0)
      #expect(try directory.app(named: "a.thief") == nil)
    }
  }

  @Test func filesOfOneAppDoNotRemoveEachOther() throws {
    try withDirectory { directory, _ in
      #expect(try load(component("a.b", "A"), into: directory).added == 1)
      let second = try load(component("c.d", "C"), into: directory)
      #expect(second.added == 1 && second.removed == 0 && second.isWhole)
      #expect(try load(component("a.b", "B"), into: directory).changed == 1)
      #expect(try directory.all().map(\.name) == ["B", "C"])
    }
  }

  @Test func othersMayWriteWhileADocumentIsRead() throws {
    try withDirectory { directory, path in
      let other = try AppDirectory(path: path)
      var pieces = [
        "<components>\(component("a.b", "A"))", "\(component("c.d", "C"))</components>",
      ]
      let summary = try directory.import(catalogue: "file") {
        guard !pieces.isEmpty else { return nil }
        var own = ListedApp(name: "Own \(pieces.count)")
        own.bundleIdentifier = "own.app\(pieces.count)"
        _ = try other.put(own)
        return Array(pieces.removeFirst().utf8)
      }
      #expect(summary.added == 2)
      #expect(try directory.count() == 4)
    }
  }

  private struct Stop: Error {}

  @Test func anImportIsDoneWholeOrNotAtAll() throws {
    try withDirectory { directory, path in
      _ = try load("<components>\(component("a.b", "A"))</components>", into: directory)
      var pieces = ["<components>\(component("c.d", "C"))", "\(component("e.f", "E"))"]
      #expect(throws: Stop.self) {
        try directory.import(catalogue: "file") {
          guard !pieces.isEmpty else { throw Stop() }
          let reader = try AppDirectory(path: path, creating: false)
          #expect(try reader.all().map(\.name) == ["A"])
          return Array(pieces.removeFirst().utf8)
        }
      }
      #expect(try directory.all().map(\.name) == ["A"])
    }
  }

  /// Catalogues of this machine, where it has any.
  @Test func realFilesHaveApps() throws {
    let folders = ["/usr/share/metainfo", "/usr/share/swcatalog/xml", "/var/lib/swcatalog/xml"]
    try withDirectory { directory, _ in
      for folder in folders {
        for name in (try? FileSystem.entries(of: folder)) ?? []
        where name.hasSuffix(".xml") || name.hasSuffix(".xml.gz") {
          guard let bytes = try? FileSystem.contents(of: "\(folder)/\(name)") else { continue }
          var next: [UInt8]? = bytes
          let summary = try directory.import(catalogue: name) {
            defer { next = nil }
            return next
          }
          #expect(summary.isWhole, "\(name): \(summary.findings.map(\.message))")
        }
      }
    }
  }
}

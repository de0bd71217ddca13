import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What commands do beside a protection class whose store cannot be read: they give the rest, name what is missing, and
/// never take it for nothing.
@Suite("Commands beside a class that cannot be read", .serialized, .timeLimit(.minutes(30)))
struct UnreadableClassTests {
  private static let notes = "com.example.notes"
  private static let mail = "com.example.mail"

  /// A daemon with items of two apps and of commands in the class `none`, and of one app in a class whose metadata log
  /// is no file any more.
  private func withUnreadableClass(
    _ arrange: (DaemonProcess) throws -> Void = { _ in }, _ body: (DaemonProcess) throws -> Void
  ) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let applications = daemon.directory + "/data/applications"
      try FileSystem.createDirectory(applications)
      try arrange(daemon)
      _ = try daemon.fresnel(["import", "applications"])
      for (app, protection) in [(Self.notes, ProtectionClass.none), (Self.mail, .firstUnlock)] {
        let client = try RawClient(path: daemon.socketPath)
        try client.shakeHands(claiming: app)
        try client.put(["thing of \(app)"], into: try client.open("things", protection))
      }
      let file = daemon.directory + "/items"
      let lines = #"{"id":"a","title":"film","domain":"films"}"# + "\n" + #"{"id":"b","title":"b"}"#
      try FileSystem.write(Array(lines.utf8), to: file)
      #expect(try daemon.fresnel(["index", file, "--app", "films"]).status == 0)
      try daemon.stop()
      // A directory in the place of a file says nothing of what was there.
      let store = daemon.directory + "/data/fresnel/classes/first-unlock/store"
      for name in try FileSystem.entries(of: store) where name.hasPrefix("manifest") {
        try FileSystem.removeFile(store + "/" + name)
        try FileSystem.createDirectory(store + "/" + name)
      }
      try daemon.start()
      try body(daemon)
    }
  }

  @Test("lists have what can be read, name the class, and end with status 1")
  func lists() throws {
    try withUnreadableClass { daemon in
      for words in [["items"], ["export"], ["items", "-n", "1"], ["stats"], ["stats", "--json"]] {
        let told = try daemon.fresnel(words)
        #expect(told.status == 1, "\(words) \(told.output)")
        #expect(told.output.contains("first-unlock"), "\(words) \(told.output)")
      }
      for words in [["items"], ["export"], ["stats"]] {
        let told = try daemon.fresnel(words)
        #expect(told.output.contains("film"), "\(words) \(told.output)")
        #expect(!told.output.contains("thing of \(Self.mail)"), "\(words) \(told.output)")
      }
      let json = try daemon.fresnel(["items", "--json"])
      #expect(json.status == 1 && json.output.contains("\"partial\":true"), "\(json.output)")
      #expect(json.output.contains("\"missing\":[\"The items of the class first-unlock"))
      let own = try daemon.fresnel(["items", "--app", "films"])
      #expect(own.status == 1 && own.output.contains("2 items"), "\(own.output)")
      #expect(own.output.contains("first-unlock"), "\(own.output)")
    }
  }

  @Test("an app whose items may be in the class is not said to have none")
  func unknownApp() throws {
    try withUnreadableClass { daemon in
      let told = try daemon.fresnel(["items", "--app", Self.mail])
      #expect(told.status == 3 && told.output.contains("first-unlock"), "\(told.output)")
      #expect(told.output.contains("no store that can be read has items"), "\(told.output)")
    }
  }

  @Test("what decides by what is stored fails, and changes nothing")
  func decisions() throws {
    try withUnreadableClass { daemon in
      let removed = try daemon.fresnel(["app", "remove", Self.notes])
      #expect(removed.status != 0, "\(removed.output)")
      let items = try daemon.fresnel(["items"])
      #expect(items.output.contains("thing of \(Self.notes)"), "\(items.output)")
    }
  }

  @Test("an import that cannot see all items is done again, and says why")
  func importing() throws {
    let entry = Array("[Desktop Entry]\nType=Application\nName=Writer\nExec=true\n".utf8)
    try withUnreadableClass { daemon in
      try FileSystem.write(entry, to: daemon.directory + "/data/applications/writer.desktop")
    } _: { daemon in
      let same = try daemon.fresnel(["import", "applications"])
      #expect(same.output.contains("unchanged"), "\(same.output)")
      let path = daemon.directory + "/data/applications/writer.desktop"
      try FileSystem.removeFile(path)
      try FileSystem.write(entry + Array("# the same\n".utf8), to: path)
      for _ in 0..<2 {
        let told = try daemon.fresnel(["import", "applications"])
        #expect(told.output.contains("first-unlock"), "\(told.output)")
        #expect(!told.output.contains("unchanged"), "\(told.output)")
        #expect(!told.output.contains("removed"), "\(told.output)")
      }
    }
  }

  @Test("deleting deletes what is there, names what could not be looked at, and ends with status 1")
  func delete() throws {
    try withUnreadableClass { daemon in
      let first = try daemon.fresnel(["delete", "b", "nothing"])
      #expect(first.status == 1 && first.output.contains("1 item deleted"), "\(first.output)")
      #expect(first.output.contains("first-unlock"), "\(first.output)")
      #expect(first.output.contains("among those that can be read"), "\(first.output)")
      let second = try daemon.fresnel(["delete", "--domain", "films", "--json"])
      #expect(second.status == 1 && second.output.contains("\"deleted\":1"), "\(second.output)")
      #expect(second.output.contains("\"unreadable\":[\"The items of"), "\(second.output)")
      #expect(!(try daemon.fresnel(["items"]).output.contains("film")))
    }
  }
}

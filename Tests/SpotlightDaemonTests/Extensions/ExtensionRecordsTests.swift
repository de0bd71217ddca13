import FresnelApps
import FresnelPlatform
import SpotlightWire
import Testing

@testable import SpotlightDaemon

@Suite("ExtensionRecords")
struct ExtensionRecordsTests {
  private let mail = AppIdentity(identifier: "com.example.mail")
  private let notes = AppIdentity(identifier: "com.example.\"notes\"")

  @Test("What was noted is there after a restart, and what was forgiven or removed is not")
  func keeping() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/extensions.json"
      var backOff = ExtensionBackOff()
      backOff.fail(at: 1_700_000_000, "It was ended by signal 11.")
      let records = ExtensionRecords(path: path)
      records.setBackOff(backOff, of: mail, .index)
      records.setBackOff(backOff, of: mail, .importer)
      records.setBackOff(backOff, of: notes, .index)
      records.setLastRefresh(1_700_000_060, of: notes)
      records.setBackOff(nil, of: mail, .index)
      records.finish()
      let again = ExtensionRecords(path: path)
      #expect(again.backOff(of: mail, .index) == nil)
      #expect(again.backOff(of: mail, .importer) == backOff)
      #expect(again.backOff(of: notes, .index) == backOff)
      #expect(again.lastRefresh(of: notes) == 1_700_000_060)
      #expect(again.lastRefresh(of: mail) == nil)
      again.remove(notes)
      again.setBackOff(nil, of: mail, .importer)
      again.finish()
      let last = ExtensionRecords(path: path)
      #expect(last.backOff(of: notes, .index) == nil && last.lastRefresh(of: notes) == nil)
      let text = try FileSystem.contents(of: path)
      #expect(text == Array("{}".utf8))
    }
  }

  @Test("A damaged file counts as empty, and what can be read of it counts")
  func damage() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/extensions.json"
      for text in [
        "", "{", "[]", #"{"com.example.mail": 3}"#,
        #"{"com.example.mail": {"failures": {"com.apple.spotlight.index": {"count": "x"}}}}"#,
        #"{"com.example.mail": {"failures": {"com.apple.spotlight.index": {"count": -1, "notBefore": 2}}}}"#,
      ] {
        try FileSystem.write(Array(text.utf8), to: path)
        let records = ExtensionRecords(path: path)
        #expect(records.backOff(of: mail, .index) == nil)
        #expect(records.lastRefresh(of: mail) == nil)
      }
      try FileSystem.write(Array(#"{"com.example.mail": {"refreshed": 5, "x": 1}}"#.utf8), to: path)
      #expect(ExtensionRecords(path: path).lastRefresh(of: mail) == 5)
      try FileSystem.write(
        Array(#"{"com.example.mail": {"refreshed": -9223372036854775808}}"#.utf8), to: path)
      #expect(ExtensionRecords(path: path).lastRefresh(of: mail) == 0)
    }
  }

  @Test("A file that cannot be read for a moment keeps what it says, and gets what was noted since")
  func unreadable() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/extensions.json"
      var backOff = ExtensionBackOff()
      backOff.fail(at: 1_700_000_000, "It was ended by signal 11.")
      let first = ExtensionRecords(path: path)
      first.setBackOff(backOff, of: mail, .index)
      first.finish()
      let aside = path + ".moved"
      try FileSystem.rename(path, to: aside)
      // Permissions would not keep root out; a circle of links does.
      _ = try Command("/bin/ln", ["-s", "extensions.json", path]).run()
      let records = ExtensionRecords(path: path)
      records.setLastRefresh(7, of: notes)
      records.finish()
      #expect(FileSystem.isSymbolicLink(path))
      try FileSystem.rename(aside, to: path)
      #expect(records.backOff(of: mail, .index) == backOff)
      // Nothing else is noted that would have it written.
      records.finish()
      let again = ExtensionRecords(path: path)
      #expect(again.backOff(of: mail, .index) == backOff)
      #expect(again.lastRefresh(of: notes) == 7)
    }
  }
}

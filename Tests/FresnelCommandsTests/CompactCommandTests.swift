import CommandKit
import FresnelEngine
import FresnelPlatform
import Testing

@testable import FresnelCommands

@Suite("fresnel compact")
struct CompactCommandTests {
  private static let secret = "xqzvwkjhgfbnm"

  private static func holdsSecret(_ directory: String) throws -> Bool {
    try FileSystem.entries(of: directory).contains { name in
      let bytes = try FileSystem.contents(of: directory + "/" + name)
      let secret = Array(Self.secret.utf8)
      return bytes.indices.contains { bytes[$0...].starts(with: secret) }
    }
  }

  private static func fill(_ directory: String) throws {
    let lines = (0..<50).map { "{\"id\":\"\($0)\",\"title\":\"note \($0)\"}" }
    let text = lines.joined(separator: "\n") + "\n{\"id\":\"s\",\"title\":\"\(secret)\"}\n"
    try FileSystem.write(Array(text.utf8), to: directory + "/items.jsonl")
    #expect(ToolRun("index", directory + "/items.jsonl", in: directory).status == .success)
  }

  @Test("deleted items leave the disk, and the others are found; sizes are told, also as JSON")
  func deleted() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try Self.fill(directory)
      #expect(try Self.holdsSecret(directory + "/store"))
      #expect(ToolRun("delete", "s", in: directory).errors == "")
      let run = ToolRun("compact", in: directory)
      #expect(run.status == .success && run.errors == "")
      #expect(run.output.contains(directory + "/store") && run.output.contains(" freed, "))
      #expect(try !Self.holdsSecret(directory + "/store"))
      #expect(ToolRun("items", "--json", in: directory).output.contains("note 49"))
      let json = ToolRun("compact", "--json", in: directory)
      #expect(json.output.contains("\"bytesAfter\":"))
    }
  }

  @Test("a store that another writes to is left out with its reason; a missing one is an error")
  func leftOut() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let missing = ToolRun("compact", in: directory)
      #expect(missing.status == .store && missing.errors.contains("there is no store"))
      try Self.fill(directory)
      let store = try Store.open(at: directory + "/store")
      let run = ToolRun("compact", "--json", in: directory)
      #expect(run.status == .store)
      #expect(run.errors.contains("was left out"))
      #expect(run.output.contains("\"failure\":"))
      store.close()
      // The stores of apps go on where the person's own is locked.
      let data = directory + "/data/fresnel"
      try FileSystem.createDirectory(data + "/embedded/org.example.app")
      let app = try Store.open(at: data + "/embedded/org.example.app")
      app.close()
      let own = try Store.open(at: data + "/store")
      let both = ToolRun("compact", in: directory, readsEverything: true)
      own.close()
      #expect(both.status == .incomplete)
      #expect(both.output.contains("org.example.app"))
    }
  }
}

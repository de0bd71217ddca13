import FresnelModel
import FresnelPlatform
import SpotlightService
import SpotlightWire
import Testing

@Suite("A store that two processes use")
struct SecondWriterTests {
  @Test(
    "the second one is refused to write by the first one's name, and can still read",
    .timeLimit(.minutes(30)))
  func secondWriter() async throws {
    try await withTemporaryDirectory { directory in
      let core = ServiceCore(.embedded(at: directory + "/store"))
      defer { core.close() }
      let client = TestClient(core, mail)
      _ = try await client.put([item("1")], try await client.open("a"))
      // Items that are gathered aside are nobody's, in the other process either.
      let begun = await client.ask(
        .beginReplace(BeginReplacement(handle: try await client.open("a"))))
      guard case .replacementBegun(let staging) = begun else { throw TestFailure("\(begun)") }
      _ = try await client.put([item("staged")], staging)
      let holder: Int32 = CurrentProcess.identifier
      await #expect(processExitsWith: .success) {
        [directory = directory as String, holder = holder as Int32] in
        let other = ServiceCore(.embedded(at: directory + "/store"))
        let client = TestClient(other, mail)
        let handle = try await client.open("a")
        let error = try await client.put([item("2")], handle)
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("\(holder)") == true, "\(error?.message ?? "no error")")
        let found = try await client.identifiers()
        #expect(found == ["1"])
      }
    }
  }
}

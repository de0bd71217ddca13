import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// What `fresnel status` tells, beside what other commands tell of the same.
@Suite("The status of the daemon", .serialized, .timeLimit(.minutes(30)))
struct StatusCommandTests {
  /// The bytes of the stores, by class, that a list of them tells.
  private func byteCounts(_ stores: [JSONValue], _ name: String) -> [String: Int64] {
    stores.reduce(into: [:]) { counts, store in
      guard case .string(let protection)? = store["class"], case .integer(let count)? = store[name]
      else { return }
      counts[protection] = count
    }
  }

  @Test("a store takes as much of the disk as compacting it says")
  func sizes() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let lines = (0..<500).map { "{\"id\":\"\($0)\",\"title\":\"Film \($0)\"}\n" }.joined()
      let films = try fresnel.file("films.jsonl", lines)
      #expect(try fresnel("index", films, "--app", "films").status == 0)
      func told() throws -> [String: Int64] {
        guard case .array(let stores)? = try fresnel("status", "--json").objects()[0]["stores"]
        else { return [:] }
        return byteCounts(stores, "fileBytes")
      }
      let before = try told()
      let compacted = try fresnel("compact", "--json").objects()
      #expect(byteCounts(compacted, "bytesBefore") == before)
      #expect(try byteCounts(compacted, "bytesAfter") == told())
      #expect(before.count == 2, "\(before)")
    }
  }

  @Test("a class that has keys and holds nothing is missed by no search while it is locked")
  func emptyClasses() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let film = try fresnel.file("film.jsonl", "{\"id\":\"a\",\"title\":\"Alien\"}\n")
      #expect(try fresnel("index", film, "--app", "films").status == 0)
      let passphrase = try fresnel.run(
        ["protect", "passphrase", "--class", "complete", "--only", "--passphrase-descriptor", "0"],
        input: "korrekt Pferd\n")
      #expect(passphrase.status == 0, "\(passphrase)")
      func search(_ status: Int32) throws {
        // That a class holds nothing is noted as its process ends, which nobody who locks waits for.
        var attempts = status == 0 ? 200 : 0
        while attempts > 0, try fresnel("status").output.contains("searches lack items") {
          attempts -= 1
        }
        let run = try fresnel("search", "alien")
        #expect(run.status == status && run.output.contains("Alien"), "\(status) \(run)")
        #expect(run.errors.contains("cannot be read now") == (status == 1), "\(run)")
        let list = try fresnel("export")
        #expect(list.status == status, "\(list)")
        #expect(try fresnel("status").output.contains("searches lack items") == (status == 1))
      }
      #expect(try fresnel("lock").status == 0)
      try search(0)
      daemon.kill()
      try daemon.start()
      try search(0)
      func unlock() throws {
        let run = try fresnel.run(
          ["unlock", "--passphrase-descriptor", "0"], input: "korrekt Pferd\n")
        #expect(run.status == 0, "\(run)")
      }
      try unlock()
      try search(0)
      let client = try daemon.client(claiming: "org.example.notes")
      guard case .open(let channel, let index) = try client.openLockable("things", .complete) else {
        throw RawClient.Failure.unexpected(.indexOpened)
      }
      try channel.put(["a thing"], into: index)
      #expect(try fresnel("lock").status == 0)
      try search(1)
      daemon.kill()
      try daemon.start()
      try search(1)
      try unlock()
      try channelIsEmptied(daemon)
      #expect(try fresnel("lock").status == 0)
      try search(0)
    }
  }

  private func channelIsEmptied(_ daemon: DaemonProcess) throws {
    let client = try daemon.client(claiming: "org.example.notes")
    guard case .open(let channel, let index) = try client.openLockable("things", .complete) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    let done = try channel.ask(
      .apply(ApplyBatch(handle: index, operations: [.deleteAll])))
    guard case .done = done else { throw RawClient.Failure.unexpected(done.kind) }
  }
}

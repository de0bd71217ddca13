import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

/// Stores of apps that want the daemon to read something else, or for ever. Links to single files and pipes are
/// tried in ``TakeOverTests`` too.
@Suite("Hostile stores", .timeLimit(.minutes(30)))
struct HostileStoreTests {
  /// What lies in the place of a file.
  enum Trap: CaseIterable {
    /// A link to the same file of another app's store.
    case link
    /// A link to itself.
    case loop
    /// A pipe that nobody writes to.
    case pipe
    /// A socket.
    case socket
    /// A directory that leads back to the store.
    case directory
    /// A file of a tebibyte, nearly all hole, that begins as the right one does.
    case hole
    /// Such a file without even a beginning.
    case emptyHole
  }

  private func fill(_ directory: String, _ name: String, _ app: AppIdentity) async throws {
    let core = ServiceCore(.embedded(at: directory))
    let client = TestClient(core, app)
    _ = try await client.put(
      (0..<30).map { item("\(name) \($0)", title: name) }, try await client.open("a"))
    core.close()
  }

  private func run(_ command: String, _ arguments: String...) throws {
    #expect(try Command(command, arguments).run().isSuccess, "\(command)")
  }

  /// Puts a trap in the place of a file of a store.
  private func set(_ trap: Trap, at path: String, like victim: String) throws {
    switch trap {
    case .hole: return try run("truncate", "-s", "1T", path)
    case .link, .loop, .pipe, .socket, .directory, .emptyHole: try FileSystem.removeFile(path)
    }
    switch trap {
    case .link: try run("ln", "-s", victim, path)
    case .loop: try run("ln", "-s", path, path)
    case .pipe: try run("mkfifo", path)
    case .socket:
      // Under another name than that which the listener removes at its end.
      let listener = try SocketListener(path: path + "+")
      try FileSystem.rename(path + "+", to: path)
      _ = consume listener
    case .directory:
      try FileSystem.createDirectory(path)
      try run("ln", "-s", FileSystem.parent(of: path), path + "/again")
    case .emptyHole: try run("truncate", "-s", "1T", path)
    case .hole: break
    }
  }

  /// Has a core take a store over.
  private func takeOver(_ directory: String, _ core: ServiceCore) async throws -> TakenOver {
    let client = TestClient(core, notes)
    let descriptor = try SharedDescriptor(openingDirectory: directory)
    client.session.receive(
      Envelope(.takeOver(TakeOver(folderName: "a")), request: 1000, descriptors: [descriptor]))
    let reply = await client.reply(to: 1000)
    guard case .takenOver(let taken) = reply else {
      throw reply.failure ?? ServiceError(.unsupported, "\(reply)")
    }
    return taken
  }

  @Test(
    "whatever lies in the place of a file is not followed, not waited for, and refused with a reason",
    arguments: Trap.allCases)
  func files(_ trap: Trap) async throws {
    try await withTemporaryDirectory { directory in
      let (victim, own, store) = (directory + "/victim", directory + "/own", directory + "/trap")
      try await fill(victim, "foreign", mail)
      try await fill(own, "own", notes)
      // The lock says who writes to a store, and is not read.
      for name in try FileSystem.entries(of: own) where name != "lock" {
        try FileSystem.removeTree(store)
        try run("cp", "-r", own, store)
        let same = try FileSystem.entries(of: victim).first { $0.prefix(8) == name.prefix(8) }
        try set(trap, at: store + "/" + name, like: victim + "/" + (same ?? name))
        let core = ServiceCore(.daemon(FaultyStorage()), host: TestHost())
        defer { core.close() }
        do {
          let taken = try await takeOver(store, core)
          // What was in the file is missing, at the most.
          #expect(taken.itemCount <= 30, "\(name)")
        } catch let error as ServiceError {
          #expect(error.code == .unavailable && !error.isRetryable, "\(name): \(error)")
        }
        let found = try await TestClient(core, notes).identifiers(mayLackOwnStore: true)
        #expect(found.allSatisfy { $0.hasPrefix("own") }, "\(name): \(found)")
      }
    }
  }

  @Test("a link in the place of the directory itself leads a search of embedded stores nowhere")
  func directory() async throws {
    try await withTemporaryDirectory { directory in
      try await fill(directory + "/elsewhere", "foreign", mail)
      let embedded = directory + "/embedded"
      try FileSystem.createDirectory(embedded)
      try run("ln", "-s", directory + "/elsewhere", embedded + "/org.example.notes")
      try run("ln", "-s", ".", embedded + "/org.example.loop")
      for embeddedStore in EmbeddedStoreDirectory.all(in: embedded, flatpaks: directory + "/none")
        .directories
      {
        #expect(throws: (any Error).self, "\(embeddedStore.app.identifier)") {
          try embeddedStore.open()
        }
      }
    }
  }
}

import CPlatform
import FresnelPlatform
import SpotlightWire
import WireTestSupport

#if canImport(Glibc)
  import Glibc
#endif

extension HostileCase {
  /// Attempts to be taken for somebody else.
  static let identityCases: [HostileCase] = [
    HostileCase("claims-to-be-another") { scene in
      let client = try scene.connect()
      let welcome = try client.shakeHands(claiming: Scene.victim)
      try mustBeNobody(welcome)
      guard !welcome.notice.isEmpty else {
        throw AttackSucceeded(description: "a developer would not learn why the claim failed")
      }
      guard try client.identifiers(matching: "title == \"*\"").allSatisfy({ $0 == "mine" }) else {
        throw AttackSucceeded(description: "items of another app were found")
      }
    },
    HostileCase("claims-to-be-the-tool") { scene in
      for role in [Role.surface, .tool, .extension] {
        let welcome = try scene.connect().shakeHands(role: role, claiming: "org.fresnel")
        try mustBeNobody(welcome)
        guard welcome.role == .app else {
          throw AttackSucceeded(description: "any program may be a \(role)")
        }
      }
    },
    HostileCase("extension-with-a-made-up-ticket") { scene in
      let client = try scene.connect()
      let hello = Hello(
        nonce: try client.greeting().nonce, role: .extension, claimedIdentifier: Scene.victim,
        program: "hostile 1", ticket: [UInt8](repeating: 7, count: 16))
      try client.send(Envelope(.hello(hello)))
      do {
        let welcome = try client.welcome()
        try mustBeNobody(welcome)
        guard welcome.role == .app else {
          throw AttackSucceeded(description: "any program may be an extension")
        }
      } catch RawClient.Failure.refused {}
    },
    HostileCase("manifest-of-its-own-for-anothers-identifier") { scene in
      let directory = try manifests()
      let own = try ownProgram()
      let path = directory + "/aaa-hostile.plist"
      let manifest =
        "{\"CFBundleIdentifier\":\"\(Scene.victim)\",\"FresnelExecutable\":\"\(own)\"}"
      try FileSystem.write(Array(manifest.utf8), to: path)
      defer { try? FileSystem.removeFile(path) }
      try mustBeNobody(try scene.connect().shakeHands(claiming: Scene.victim))
    },
    HostileCase("manifest-of-its-own-as-system-surface") { scene in
      let directory = try manifests()
      let path = directory + "/org.example.surface.plist"
      let manifest = """
        {"CFBundleIdentifier":"org.example.surface","FresnelExecutable":"\(try ownProgram())",
        "FresnelSystemSurface":true}
        """
      try FileSystem.write(Array(manifest.utf8), to: path)
      defer { try? FileSystem.removeFile(path) }
      for role in [Role.surface, .tool] {
        let welcome = try scene.connect().shakeHands(role: role)
        guard welcome.role == .app else {
          throw AttackSucceeded(description: "a manifest of the person's own gave role \(role)")
        }
      }
    },
    HostileCase("turns-into-another-program-after-the-greeting") { scene in
      // The connection was opened by this program; the victim's program then says hello on it.
      let client = try scene.connect()
      let nonce = try client.greeting().nonce
      try become(scene.victimProgram, ["--hello", Accomplice.hexadecimal(nonce)], with: client)
    },
    HostileCase("a-child-says-hello") { scene in
      let client = try scene.connect()
      let nonce = try client.greeting().nonce
      let child = try Accomplice.start(
        scene.victimProgram, ["--hello", Accomplice.hexadecimal(nonce)], with: client)
      try client.mustEnd(.notPermitted)
      withExtendedLifetime(child) {}
    },
    HostileCase("a-child-speaks-after-hello") { scene in
      let client = try scene.enter()
      let request = try frameBytes(of: .openIndex(OpenIndex(name: "a")), request: 1)
      let child = try Accomplice.start(
        try ownProgram(), ["--say", Accomplice.hexadecimal(request)], with: client)
      try client.mustEnd(.notPermitted)
      withExtendedLifetime(child) {}
    },
    HostileCase("speaks-in-turn-with-a-child") { scene in
      let client = try scene.enter()
      let request = try frameBytes(of: .openIndex(OpenIndex(name: "a")), request: 1)
      // The first half of a frame is this process's, the second another's.
      try client.send(bytes: Array(request[..<8]))
      let child = try Accomplice.start(
        try ownProgram(), ["--say", Accomplice.hexadecimal(Array(request[8...]))], with: client)
      try client.mustEnd(.notPermitted)
      withExtendedLifetime(child) {}
    },
    HostileCase("connected-by-a-process-that-is-gone") { scene in
      // An accomplice connects, hands the connection over and ends; its number is free for others.
      let (mine, theirs) = try UnixSocket.pair()
      let process = try Accomplice.start(
        try ownProgram(), ["--connect-and-hand-over", scene.socket], with: RawClient(theirs))
      guard let socket = try receiveDescriptor(from: mine) else {
        throw NotPossibleHere(description: "No connection was handed over.")
      }
      process.signalGroup(.kill)
      guard
        TestProgram.wait(until: {
          !Signal.none.send(to: process.identifier) || isZombie(process.identifier)
        })
      else { throw NotPossibleHere(description: "The accomplice does not end.") }
      let client = RawClient(try UnixSocket(adopting: socket))
      do {
        try mustBeNobody(try client.shakeHands(claiming: Scene.victim))
        throw AttackSucceeded(description: "the connection of a dead process was taken over")
      } catch RawClient.Failure.refused(let refusal) {
        guard refusal.code == .notPermitted else { throw RawClient.Failure.refused(refusal) }
      } catch RawClient.Failure.ended {}
    },
    HostileCase("does-not-let-itself-be-looked-at") { scene in
      try ProcessHardening.apply()
      guard CurrentProcess.userIdentifier != 0 else {
        throw NotPossibleHere(description: "Root may look at every process.")
      }
      let client = try scene.connect()
      try client.mustEnd(.notPermitted)
    },
    HostileCase("the-victims-program-in-other-namespaces") { scene in
      // There a process may sign with any number; so nobody there is anybody's program.
      let unshare = Command(
        "/usr/bin/unshare", ["-Ur", scene.victimProgram, "--check", scene.socket])
      guard try Command("/usr/bin/unshare", ["-Ur", "/bin/true"]).run().isSuccess else {
        throw NotPossibleHere(description: "User namespaces are not allowed here.")
      }
      let (ending, output) = try unshare.capture()
      guard ending == .exited(1) else {
        throw AttackSucceeded(description: "a program in another user namespace is the victim")
      }
      let text = String(decoding: output, as: UTF8.self)
      guard text.contains("is taken for unregistered:") || text.contains("refused") else {
        throw AttackSucceeded(description: text)
      }
    },
    HostileCase("a-link-to-the-victims-name") { scene in
      // Another file under the victim's name is another program.
      let directory = try FileSystem.createTemporaryDirectory(prefix: "hostile")
      defer { try? FileSystem.removeTree(directory) }
      let path = directory + "/" + FileSystem.lastComponent(of: scene.victimProgram)
      guard try Command("/bin/cp", [try ownProgram(), path]).run().isSuccess else {
        throw NotPossibleHere(description: "The program cannot be copied.")
      }
      let (ending, _) = try Command(path, ["--check", scene.socket]).capture()
      guard ending == .exited(1) else {
        throw AttackSucceeded(description: "a copy of a program is taken for the program")
      }
    },
    HostileCase("lies-about-its-arguments") { scene in
      // The name of a process and its arguments are its own words.
      let (ending, _) = try Command(
        "/bin/bash",
        [
          "-c", "exec -a \"$1\" \"$2\" --check \"$3\"", "sh", scene.victimProgram, try ownProgram(),
          scene.socket,
        ]
      ).capture()
      guard ending == .exited(1) else {
        throw AttackSucceeded(description: "a process is taken for what it calls itself")
      }
    },
  ]

  private static func mustBeNobody(_ welcome: Welcome) throws {
    guard welcome.identity.hasPrefix("unregistered:"), welcome.trust == .unregistered else {
      throw AttackSucceeded(description: "this is taken for \(welcome.identity), \(welcome.trust)")
    }
  }

  static func ownProgram() throws -> String {
    guard let path = CurrentProcess.executablePath else {
      throw NotPossibleHere(description: "The program's path is not known.")
    }
    return path
  }

  private static func manifests() throws -> String {
    guard let data = Environment["XDG_DATA_HOME"] else {
      throw NotPossibleHere(description: "XDG_DATA_HOME is not set.")
    }
    return data + "/fresnel/apps"
  }

  /// Turns this process into another program that holds the connection as descriptor 3.
  private static func become(
    _ program: String, _ arguments: [String], with client: RawClient
  ) throws -> Never {
    // The end is looked at by the program that this becomes: it must be refused, and says nothing.
    // A copy stays open across the change, unlike the socket itself, whose number may be the same.
    let copy = dup(client.socket.descriptor.rawValue)
    dup2(copy, LimitedCommand.passedDescriptor)
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    execv(program, words)
    throw NotPossibleHere(description: "The program cannot be run.")
  }

  private static func receiveDescriptor(from socket: UnixSocket) throws -> SharedDescriptor? {
    var found: SharedDescriptor?
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { buffer.deallocate() }
    _ = try waitForInput(on: [socket.descriptor.rawValue], timeout: .seconds(600))
    if case .bytes(_, let descriptors, _) = try socket.receive(into: buffer) {
      found = descriptors.first
    }
    return found
  }

  private static func isZombie(_ process: Int32) -> Bool {
    let bytes = (try? FileSystem.contents(of: "/proc/\(process)/stat")) ?? []
    return String(decoding: bytes, as: UTF8.self).contains(") Z ")
  }
}

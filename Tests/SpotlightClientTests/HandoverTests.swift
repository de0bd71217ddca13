import FresnelModel
import FresnelPlatform
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("Handing an app's own index over", .timeLimit(.minutes(30)))
struct HandoverTests {
  /// Connects an app that has a file in its own index, and says what the daemon heard.
  private func kinds(
    answering answer: DaemonMessage, isLocked: Bool = false,
    isShared: Bool = false, as program: String? = nil,
    _ body: (String) async throws -> Void = { _ in }
  ) async throws -> (kinds: [MessageKind], names: [String]) {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-handover")
    defer { try? FileSystem.removeTree(directory) }
    try FileSystem.write([1], to: directory + "/journal-1")
    try await body(directory)
    let heard = Log<MessageKind>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message.kind)
      if case .takeOver(let request) = envelope.message {
        #expect(!request.isKept)
        let names = envelope.descriptors.first.flatMap {
          $0.withPath { try? FileSystem.entries(of: $0) }
        }
        #expect(names?.contains("journal-1") ?? isLocked)
        conversation.reply(answer, envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let nameProgram: @Sendable () -> String? = { program }
    let connection = daemon.connection(
      ownDirectory: directory, nameProgram: isShared ? nameProgram : nil)
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.addItems([item("1")])) == nil)
    let names = try FileSystem.entries(of: directory).filter { $0 != "lock" }
    return (heard.values, names)
  }

  @Test("the daemon gets the directory before anything else, and it is emptied then")
  func success() async throws {
    let (kinds, names) = try await kinds(
      answering: .takenOver(TakenOver(itemCount: 1, indexCount: 1)))
    #expect(kinds == [.takeOver, .openIndex, .apply])
    #expect(names.isEmpty)
  }

  /// Hands a directory over that programs of one name share, as the program `/mine`.
  private func sharedKinds(
    filledBy programs: [String]?, as program: String? = "/mine"
  ) async throws -> [MessageKind] {
    let (kinds, names) = try await kinds(
      answering: .takenOver(TakenOver(itemCount: 1, indexCount: 1)), isShared: true, as: program
    ) { path in
      let directory = try SharedDescriptor(openingDirectory: path)
      for program in programs ?? [] {
        try StorePrograms.record(program, in: directory, isNew: true)
      }
    }
    #expect(names.contains("journal-1") != kinds.contains(.takeOver))
    return kinds
  }

  @Test("of a directory that programs share the daemon gets what this one alone has filled")
  func shared() async throws {
    let all: [MessageKind] = [.takeOver, .openIndex, .apply]
    let rest: [MessageKind] = [.openIndex, .apply]
    #expect(try await sharedKinds(filledBy: ["/mine"]) == all)
    // It was filled before there were notes.
    #expect(try await sharedKinds(filledBy: nil) == all)
    #expect(try await sharedKinds(filledBy: ["/other"]) == rest)
    #expect(try await sharedKinds(filledBy: ["/mine", "/other"]) == rest)
    #expect(try await sharedKinds(filledBy: [StorePrograms.nameless]) == rest)
    #expect(try await sharedKinds(filledBy: nil, as: nil) == rest)
  }

  @Test("a link in the place of a directory that programs share leads to nobody's store")
  func linkedDirectory() async throws {
    let other = try FileSystem.createTemporaryDirectory(prefix: "fresnel-other")
    defer { try? FileSystem.removeTree(other) }
    try FileSystem.createDirectory(other + "/store")
    try FileSystem.write([1], to: other + "/store/journal-1")
    #expect(try Command("ln", ["-s", other + "/store", other + "/link"]).run().isSuccess)
    #expect(!Handover(directory: other + "/link", nameProgram: { "/mine" }).isDue)
    // An app's alone may be elsewhere by such a link.
    #expect(Handover(directory: other + "/link").isDue)
  }

  @Test("what the daemon cannot take stays, and the app goes on")
  func failure() async throws {
    let (kinds, names) = try await kinds(
      answering: .failed(ServiceError(.unavailable, "It is damaged.")))
    #expect(kinds == [.takeOver, .openIndex, .apply])
    #expect(names == ["journal-1"])
  }

  @Test("the daemon hears of what another process still writes to, and that stays")
  func locked() async throws {
    let lock = Log<SharedDescriptor>()
    let (kinds, names) = try await kinds(
      answering: .failed(ServiceError(.refused, "It is no directory.")), isLocked: true
    ) { directory in
      let file = try FileDescriptor(
        opening: directory + "/lock", for: .readingAndWriting, creation: .ifMissing)
      #expect(try file.tryLock())
      // A descriptor of the same open file holds the lock on.
      lock.append(try SharedDescriptor(sharing: file))
    }
    #expect(kinds == [.takeOver, .openIndex, .apply])
    #expect(names == ["journal-1"])
  }

  @Test("a link in the place of the lock is not written through, and the store stays")
  func linkedLock() async throws {
    let other = try FileSystem.createTemporaryDirectory(prefix: "fresnel-other")
    defer { try? FileSystem.removeTree(other) }
    try FileSystem.write(Array("mine".utf8), to: other + "/file")
    let (kinds, names) = try await kinds(
      answering: .failed(ServiceError(.refused, "It is no directory.")), isLocked: true
    ) { directory in
      let link = try Command("ln", ["-s", other + "/file", directory + "/lock"]).run()
      #expect(link.isSuccess)
    }
    #expect(kinds == [.takeOver, .openIndex, .apply])
    #expect(names == ["journal-1"])
    let found = try FileSystem.contents(of: other + "/file")
    #expect(Array(found) == Array("mine".utf8))
  }

  @Test("a connection that is lost meanwhile is made again, and the directory offered again")
  func lost() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-handover")
    defer { try? FileSystem.removeTree(directory) }
    try FileSystem.write([1], to: directory + "/journal-1")
    let offers = Log<Int>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      switch envelope.message {
      case .takeOver where offers.values.isEmpty:
        offers.append(1)
        conversation.hangUp()
      case .takeOver:
        offers.append(2)
        conversation.reply(.takenOver(TakenOver(itemCount: 1, indexCount: 1)), envelope)
      default: ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection(ownDirectory: directory)
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.addItems([item("1")])) == nil)
    #expect(offers.values == [1, 2])
    #expect(try FileSystem.entries(of: directory).filter { $0 != "lock" }.isEmpty)
  }

  @Test("the daemon hears of a directory that cannot be read, and the app goes on")
  func unreadable() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-handover")
    defer { try? FileSystem.removeTree(directory) }
    // What cannot be listed, whoever runs the test.
    try FileSystem.write([1], to: directory + "/own")
    let heard = Log<MessageKind>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message.kind)
      if case .takeOver = envelope.message {
        // Without a descriptor it would be refused before it is noted.
        #expect(envelope.descriptors.count == 1)
        conversation.reply(
          .failed(ServiceError(.refused, "It is no directory.")), envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection(ownDirectory: directory + "/own")
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.addItems([item("1")])) == nil)
    #expect(heard.values == [.takeOver, .openIndex, .apply])
  }

  @Test("where the directory cannot be emptied, the daemon hears of it before the app goes on")
  func kept() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-handover")
    defer { try? FileSystem.removeTree(directory) }
    let own = directory + "/own"
    try FileSystem.createDirectory(own)
    try FileSystem.write([1], to: own + "/journal-1")
    let heard = Log<MessageKind>()
    let saysKept = Log<Bool>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      heard.append(envelope.message.kind)
      guard case .takeOver(let request) = envelope.message else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      saysKept.append(request.isKept)
      if heard.values.count == 1 {
        // What nobody can empty, whoever runs the test.
        let deep = Array(repeating: "d", count: 100).joined(separator: "/")
        #expect(throws: Never.self) { try FileSystem.createDirectory("\(own)/\(deep)") }
        conversation.reply(.takenOver(TakenOver(itemCount: 1, indexCount: 1)), envelope)
      } else {
        conversation.reply(
          .failed(ServiceError(.refused, "It is no directory.")), envelope)
      }
    }
    let connection = daemon.connection(ownDirectory: own)
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.addItems([item("1")])) == nil)
    #expect(heard.values == [.takeOver, .takeOver, .openIndex, .apply])
    #expect(saysKept.values == [false, true])
  }

  @Test("an app whose store another process of it gave away meanwhile begins anew without one")
  func givenAway() async throws {
    let lock = Log<SharedDescriptor>()
    let place = Log<String>()
    let heard = Log<String>()
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-handover")
    defer { try? FileSystem.removeTree(directory) }
    try FileSystem.write([1], to: directory + "/journal-1")
    let file = try FileDescriptor(
      opening: directory + "/lock", for: .readingAndWriting, creation: .ifMissing)
    #expect(try file.tryLock())
    lock.append(try SharedDescriptor(sharing: file))
    place.append(directory)
    let connections = Log<ObjectIdentifier>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      let connection = ObjectIdentifier(conversation)
      if !connections.values.contains(connection) { connections.append(connection) }
      heard.append("\(connections.values.count) \(envelope.message.kind)")
      guard case .takeOver = envelope.message else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      // The process that holds the lock has the daemon's answer, and empties the directory.
      #expect(throws: Never.self) {
        try FileSystem.removeFile(place.values[0] + "/journal-1")
      }
      conversation.reply(.failed(ServiceError(.unavailable, "It is held.")), envelope)
    }
    let connection = daemon.connection(ownDirectory: directory)
    defer { connection.close() }
    #expect(await connection.index(named: "a").apply(.addItems([item("1")])) == nil)
    #expect(heard.values == ["1 takeOver", "2 openIndex", "2 apply"])
    withExtendedLifetime(lock) {}
  }

  @Test("the developer is told of a store that stays, and not of one that the daemon has or gets")
  func notice() {
    let refusal = ServiceError(.quotaExceeded, "The app may store no more.")
    let handover = Handover(directory: "/store")
    #expect(
      handover.notice(of: .failed(refusal))?.contains("The app may store no more.") == true)
    #expect(handover.notice(of: .failed(ServiceError(handedOver: "It is copied."))) == nil)
    #expect(handover.notice(of: .takenOver(TakenOver(itemCount: 1, indexCount: 1))) == nil)
  }

  @Test("an empty directory is not handed over")
  func nothingThere() async throws {
    let (kinds, _) = try await kinds(answering: .done) { directory in
      try FileSystem.removeFile(directory + "/journal-1")
    }
    #expect(kinds == [.openIndex, .apply])
  }
}

import FresnelModel
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("SocketTransport", .timeLimit(.minutes(30)))
struct SocketTransportTests {
  @Test("while data comes from a file that is slow, other requests are answered")
  func slowData() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-data")
    defer { try? FileSystem.removeTree(directory) }
    let path = directory + "/pipe"
    #expect(try Command("mkfifo", [path]).run().isSuccess)
    var writer: FileDescriptor? = try FileDescriptor(opening: path, for: .readingAndWriting)
    let file = try SharedDescriptor(sharing: try FileDescriptor(opening: path, for: .reading))
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .fetchData = envelope.message else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      conversation.reply(.dataFetched(.descriptor), envelope, descriptors: [file])
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let data = Log<[UInt8]?>()
    index.fetchData(FetchData(app: "com.example.notes", item: "1", contentType: "public.text")) {
      data.append(try? $0.get())
    }
    #expect(await index.apply(.deleteAll) == nil)
    #expect(await index.apply(.deleteAll) == nil)
    try writer?.write([1, 2, 3])
    writer = nil
    #expect(await data.values(count: 1) == [[1, 2, 3]])
  }

  @Test("batches are sent without waiting, and complete in their order")
  func pipelining() async throws {
    let daemon = try ScriptedDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<Int>()
    for number in 0..<500 {
      index.apply(.success(.addItems([item("\(number)")]))) { error in
        log.append(error == nil ? number : -1)
      }
    }
    #expect(await log.values(count: 500) == Array(0..<500))
    #expect(daemon.connectCount == 1)
  }

  @Test(
    "no more requests are under way than the service takes, and a search passes changes that wait")
  func slots() async throws {
    let unanswered = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .apply = envelope.message {
        unanswered.append(envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<Int>()
    for number in 0..<200 {
      index.apply(.success(.deleteItems(["\(number)"]))) { _ in log.append(number) }
    }
    _ = await unanswered.values(count: SendQueue.mostChanges)
    #expect(try await connection.query(QueryRequest(query: "a")).identifiers().isEmpty)
    #expect(unanswered.values.count == SendQueue.mostChanges)
    for answered in 0..<200 {
      let envelope = await unanswered.values(count: answered + 1)[answered]
      #expect(unanswered.values.count <= answered + SendQueue.mostChanges)
      daemon.conversation?.reply(.done, envelope)
    }
    #expect(await log.values(count: 200) == Array(0..<200))
    let numbers = unanswered.values.map(\.request)
    #expect(numbers == numbers.sorted() && Set(numbers).count == 200)
  }

  @Test(
    "long batches go as files in memory, eight at a time, and keep their place among short ones")
  func detachedBatches() async throws {
    let unanswered = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .apply = envelope.message {
        unanswered.append(envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<Int>()
    let text = String(repeating: "long ", count: 300_000)
    for number in 0..<20 {
      let long = item("\(number)", title: number % 2 == 0 ? text : "short")
      index.apply(.success(.addItems([long]))) { _ in log.append(number) }
    }
    for answered in 0..<20 {
      let envelope = await unanswered.values(count: answered + 1)[answered]
      guard case .apply(let batch) = envelope.message,
        case .put(let items)? = batch.operations.first
      else {
        Issue.record("\(envelope.message.kind)")
        return
      }
      #expect(items.first?.uniqueIdentifier == "\(answered)")
      // Eight long ones and the short ones between and behind them; before them one, if it is its turn.
      #expect(unanswered.values.count <= answered + 16 + answered % 2)
      daemon.conversation?.reply(.done, envelope)
    }
    #expect(await log.values(count: 20) == Array(0..<20))
  }

  @Test("what a daemon does not read yet waits, and arrives whole")
  func slowDaemon() async throws {
    let received = Log<Int>()
    let deaf = Log<Bool>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .openIndex = envelope.message {
        ScriptedDaemon.obliging(envelope, conversation)
        conversation.setReading(false)
        deaf.append(true)
      } else if case .apply(let batch) = envelope.message,
        case .put(let items)? = batch.operations.first
      {
        received.append(items.reduce(0) { $0 + $1.byteCount })
        conversation.reply(.done, envelope)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let text = String(repeating: "x", count: 900_000)
    let log = Log<Int>()
    for number in 0..<20 {
      index.apply(.success(.addItems([item("\(number)", title: text)]))) { _ in log.append(number) }
    }
    _ = await deaf.values(count: 1)
    daemon.conversation?.setReading(true)
    #expect(await log.values(count: 20) == Array(0..<20))
    #expect(received.values.allSatisfy { $0 > 900_000 })
  }

  @Test("a message that is too long for the protocol fails alone")
  func tooLong() async throws {
    let daemon = try ScriptedDaemon()
    let connection = daemon.connection()
    defer { connection.close() }
    let request = QueryRequest(query: String(repeating: "x", count: WireLimits.payloadByteCount))
    await #expect(throws: ServiceError.self) {
      try await connection.query(request).identifiers()
    }
    #expect(await connection.index(named: "a").apply(.deleteAll) == nil)
    #expect(daemon.connectCount == 1)
  }

  @Test("a daemon that refuses tells why, and is not asked again and again")
  func refusal() async throws {
    let daemon = try ScriptedDaemon()
    daemon.setRefusal(Refusal(.notPermitted, "You may not."))
    let connection = daemon.connection()
    defer { connection.close() }
    let error = await connection.index(named: "a").apply(.deleteAll)
    #expect(error?.code == .refused && error?.message == "You may not.")
    #expect(daemon.connectCount == 1)
    daemon.setRefusal(nil)
    #expect(await connection.index(named: "a").apply(.deleteAll) == nil)
  }

  @Test(
    "a daemon that breaks the protocol is left, and unknown requests of a later one are answered")
  func brokenProtocol() async throws {
    let daemon = try ScriptedDaemon { envelope, conversation in
      if case .query = envelope.message {
        conversation.say(.done, as: 77)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let error = await #expect(throws: ServiceError.self) {
      try await connection.query(QueryRequest(query: "a")).identifiers()
    }
    #expect(error?.code == .connectionLost)
    // Asked once more, as nothing had come.
    #expect(daemon.connectCount == 2)
  }
}

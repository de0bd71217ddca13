import FresnelModel
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

/// Answers everything, and notes what it was asked.
final class RecordingTarget: CallbackTarget {
  let asked = Log<String>()
  let path = Mutex("/nonexistent")

  func reindexAll(_ completion: @escaping @Sendable (ServiceError?) -> Void) {
    asked.append("all")
    completion(nil)
  }

  func reindexItems(
    _ identifiers: [String], _ completion: @escaping @Sendable (ServiceError?) -> Void
  ) {
    asked.append("items \(identifiers)")
    completion(ServiceError(.providerFailed, "No."))
  }

  func provideData(
    of item: String, as contentType: String,
    _ completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) {
    asked.append("data \(item) \(contentType)")
    completion(
      .success(
        item == "long"
          ? [UInt8](repeating: 7, count: WireLimits.payloadByteCount) : Array(item.utf8)))
  }

  func provideFile(
    of item: String, as contentType: String, inPlace: Bool,
    _ completion: @escaping @Sendable (Result<String, ServiceError>) -> Void
  ) {
    asked.append("file \(item) \(contentType) \(inPlace)")
    completion(.success(path.withLock { $0 }))
  }

  func provideItems(
    _ identifiers: [String],
    _ completion: @escaping @Sendable (Result<[Item], ServiceError>) -> Void
  ) {
    asked.append("provide \(identifiers)")
    completion(.success(identifiers.map { item($0) }))
  }

  func throttle(isBeginning: Bool) {
    asked.append("throttle \(isBeginning)")
  }
}

@Suite("Requests of the service", .timeLimit(.minutes(30)))
struct CallbackTests {
  /// A connection whose index "a" was opened, and what the client answers.
  private func connected(
    to daemon: ScriptedDaemon
  ) async -> (ServiceConnection, Log<Envelope<ClientMessage>>) {
    let answers = Log<Envelope<ClientMessage>>()
    daemon.setScript { envelope, conversation in
      if envelope.message.kind.isReply {
        answers.append(envelope)
      } else {
        ScriptedDaemon.obliging(envelope, conversation)
      }
    }
    let connection = daemon.connection()
    _ = await connection.index(named: "a").apply(.deleteAll)
    return (connection, answers)
  }

  @Test("each request reaches the target of its index, and its answer the service")
  func everyRequest() async throws {
    let folder = try FileSystem.createTemporaryDirectory(prefix: "fresnel-client")
    defer { try? FileSystem.removeTree(folder) }
    try FileSystem.write([1, 2, 3], to: folder + "/letter.txt")
    let daemon = try ScriptedDaemon()
    let (connection, answers) = await connected(to: daemon)
    defer { connection.close() }
    let target = RecordingTarget()
    target.path.withLock { $0 = folder + "/letter.txt" }
    connection.index(named: "a").add(target, answering: .all)
    let requests: [DaemonMessage] = [
      .reindexAll(ReindexAll(index: "a", reason: "new")),
      .reindexItems(WantedItems(index: "a", identifiers: ["1"])),
      .provideData(
        ProvideData(index: "a", item: "i", contentType: "t", deadlineMilliseconds: 9)),
      .provideFile(
        ProvideFile(
          index: "a", item: "i", contentType: "t", isInPlace: true, deadlineMilliseconds: 9)),
      .provideItems(WantedItems(index: "a", identifiers: ["1", "2"])),
    ]
    for (number, request) in requests.enumerated() {
      daemon.conversation?.say(request, as: UInt64(number + 1))
    }
    daemon.conversation?.say(.throttle(Throttle(isBeginning: true, reason: "busy")))
    let given = await answers.values(count: 5).sorted { $0.request < $1.request }
    #expect(
      await target.asked.values(count: 6) == [
        "all", "items [\"1\"]", "data i t", "file i t true", "provide [\"1\", \"2\"]",
        "throttle true",
      ])
    #expect(
      given.map(\.message.kind) == [
        .acknowledged, .failure, .dataProvided, .fileProvided, .itemsProvided,
      ])
    guard case .fileProvided(let file) = given[3].message else { return }
    #expect(file.fileName == "letter.txt" && given[3].descriptors.count == 1)
    let content = try given[3].descriptors.first?.withPath { try FileSystem.contents(of: $0) }
    #expect(content == [1, 2, 3])
  }

  @Test("data that are longer than a message may be come as a file")
  func longData() async throws {
    let daemon = try ScriptedDaemon()
    let (connection, answers) = await connected(to: daemon)
    defer { connection.close() }
    connection.index(named: "a").add(RecordingTarget(), answering: .all)
    let request = ProvideData(
      index: "a", item: "long", contentType: "t", deadlineMilliseconds: 9)
    daemon.conversation?.say(.provideData(request), as: 1)
    let answer = await answers.values(count: 1)[0]
    #expect(answer.message == .dataProvided(.descriptor))
    let file = try #require(answer.descriptors.first)
    #expect(MemoryFile.byteCount(of: file) == UInt64(WireLimits.payloadByteCount))
  }

  @Test("without a target a request is refused as unsupported, so that another may be asked")
  func nobody() async throws {
    let daemon = try ScriptedDaemon()
    let (connection, answers) = await connected(to: daemon)
    defer { connection.close() }
    let target = RecordingTarget()
    connection.index(named: "a").add(target, answering: .all)
    connection.index(named: "a").remove(target)
    daemon.conversation?.say(.reindexAll(ReindexAll(index: "a", reason: "new")), as: 1)
    guard case .failed(let error)? = await answers.values(count: 1).first?.message else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .unsupported && target.asked.values.isEmpty)
  }

  @Test("a file that is a link or a directory is not handed out")
  func unfitFiles() async throws {
    let folder = try FileSystem.createTemporaryDirectory(prefix: "fresnel-client")
    defer { try? FileSystem.removeTree(folder) }
    let daemon = try ScriptedDaemon()
    let (connection, answers) = await connected(to: daemon)
    defer { connection.close() }
    let target = RecordingTarget()
    connection.index(named: "a").add(target, answering: .all)
    for (number, path) in [folder, "/proc/self/exe", folder + "/missing"].enumerated() {
      target.path.withLock { $0 = path }
      daemon.conversation?.say(
        .provideFile(
          ProvideFile(
            index: "a", item: "i", contentType: "t", isInPlace: false, deadlineMilliseconds: 9)),
        as: UInt64(number + 1))
      guard case .failed(let error)? = await answers.values(count: number + 1).last?.message else {
        Issue.record("\(path) was handed out")
        return
      }
      #expect(error.code == .providerFailed)
    }
  }
}

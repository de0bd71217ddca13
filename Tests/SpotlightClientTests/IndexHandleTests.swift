import FresnelModel
import SpotlightWire
import Testing

@testable import SpotlightClient

@Suite("IndexHandle", .timeLimit(.minutes(30)))
struct IndexHandleTests {
  @Test("an index of one name is one index, whoever asks")
  func sameIndex() async throws {
    try await withService { (service) async throws in
      #expect(service.index(named: "a", of: mail) === service.index(named: "a", of: mail))
      #expect(service.index(named: "a", of: mail) !== service.index(named: "a", of: notes))
    }
  }

  @Test("inside a batch completions wait for its end, and come in the order of the calls")
  func batchCompletions() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      let log = Log<String>()
      index.beginBatch()
      index.apply(.success(.addItems([item("1")]))) { _ in log.append("first") }
      index.apply(.success(.deleteItems(["0"]))) { _ in log.append("second") }
      let gathered = await withCheckedContinuation { continuation in
        index.apply(.success(.addItems([item("2")])), completesWhenGathered: true) {
          continuation.resume(returning: $0)
        }
      }
      #expect(gathered == nil)
      #expect(log.values.isEmpty)
      #expect(try await service.identifiers(of: mail).isEmpty)
      #expect(await index.endBatch([1]) == nil)
      #expect(log.values == ["first", "second"])
      #expect(try await service.identifiers(of: mail) == ["1", "2"])
      #expect(try await index.clientState() == [1])
    }
  }

  @Test("the client state is told when the changes made before are done, not those made after")
  func clientStateUnderLoad() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      let log = Log<String>()
      index.beginBatch()
      index.endBatch(clientState: [7], condition: .any) { _ in log.append("state") }
      index.fetchClientState { result in
        #expect((try? result.get()) == [7])
        log.append("told")
      }
      for _ in 0..<500 {
        index.apply(.success(.addItems([item("1")]))) { _ in log.append("later") }
      }
      #expect(try await index.clientState() == [7])
      #expect(log.values.count == 502)
      let told = try #require(log.values.firstIndex(of: "told"))
      #expect(log.values.firstIndex(of: "state") == 0)
      #expect(told < 501)
    }
  }

  @Test("a batch begun through one object goes on in another of the same name")
  func sharedBatch() async throws {
    try await withService { (service) async throws in
      service.index(named: "a", of: mail).beginBatch()
      let log = Log<Bool>()
      service.index(named: "a", of: mail).apply(.success(.addItems([item("1")]))) { _ in
        log.append(true)
      }
      #expect(try await service.identifiers(of: mail).isEmpty)
      #expect(await service.index(named: "a", of: mail).endBatch([]) == nil)
      #expect(log.values == [true])
    }
  }

  @Test("a change that cannot be stored fails its batch, and the client state stays")
  func faultInBatch() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      index.beginBatch()
      #expect(await index.endBatch([1]) == nil)
      index.beginBatch()
      let log = Log<ServiceError.Code?>()
      index.apply(.success(.addItems([item("good")]))) { log.append($0?.code) }
      let refused = await index.apply(.addItems([item("")]))
      #expect(refused?.code == .invalidItem)
      #expect(await index.endBatch([2])?.code == .invalidItem)
      #expect(log.values == [.invalidItem])
      #expect(try await service.identifiers(of: mail).isEmpty)
      #expect(try await index.clientState() == [1])
    }
  }

  @Test("a client state of 250 bytes is stored, one of 251 is refused with its batch")
  func clientStateLimit() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      index.beginBatch()
      #expect(await index.endBatch([UInt8](repeating: 7, count: 250)) == nil)
      index.beginBatch()
      index.apply(.success(.addItems([item("1")]))) { _ in }
      let error = await index.endBatch([UInt8](repeating: 7, count: 251))
      #expect(error?.code == .invalidClientState)
      #expect(error?.message.contains("251") == true)
      #expect(try await service.identifiers(of: mail).isEmpty)
      #expect(try await index.clientState()?.count == 250)
    }
  }

  @Test("the default index takes no batches and keeps no client state")
  func defaultIndex() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "", of: mail)
      index.beginBatch()
      #expect(await index.apply(.addItems([item("1")])) == nil)
      #expect(try await service.identifiers(of: mail) == ["1"])
      #expect(await index.endBatch([1])?.code == .invalidClientState)
      await #expect(throws: ServiceError.self) { try await index.clientState() }
    }
  }

  @Test("a batch that expects another client state changes nothing")
  func compareAndSet() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      index.beginBatch()
      #expect(await index.endBatch([1], .exactly(nil)) == nil)
      index.beginBatch()
      index.apply(.success(.addItems([item("1")]))) { _ in }
      #expect(await index.endBatch([2], .exactly([9]))?.code == .mismatchedClientState)
      #expect(try await index.clientState() == [1])
      #expect(try await service.identifiers(of: mail).isEmpty)
      index.beginBatch()
      #expect(await index.endBatch([3], .exactly([1])) == nil)
      #expect(try await index.clientState() == [3])
    }
  }

  @Test("fetching the client state sees the batches ended before, finished or not")
  func fetchIsOrdered() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      for number in UInt8(1)...50 {
        index.beginBatch()
        index.apply(.success(.addItems([item("\(number)")]))) { _ in }
        index.endBatch(clientState: [number], condition: .any) { _ in }
      }
      #expect(try await index.clientState() == [50])
    }
  }

  @Test("an over-long identifier is refused with the item's name")
  func longIdentifier() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      let error = await index.apply(.addItems([item(String(repeating: "x", count: 1 << 17))]))
      #expect(error?.code == .invalidItem)
      #expect(error?.message.contains("xxx") == true)
      #expect((error?.message.utf8.count ?? 0) < 1000)
    }
  }

  @Test("calls that fail at once complete after those made before")
  func failuresInOrder() async throws {
    let held = Log<Envelope<ClientMessage>>()
    let daemon = try ScriptedDaemon { envelope, conversation in
      guard case .apply = envelope.message else {
        return ScriptedDaemon.obliging(envelope, conversation)
      }
      held.append(envelope)
    }
    let connection = daemon.connection()
    defer { connection.close() }
    let index = connection.index(named: "a")
    let log = Log<String>()
    index.apply(.success(.addItems([item("1")]))) { _ in log.append("change") }
    index.apply(.success(.addItems([item("")]))) { log.append($0 == nil ? "stored" : "invalid") }
    index.endBatch(clientState: [UInt8](repeating: 7, count: 251), condition: .any) {
      log.append($0 == nil ? "stored" : "too long")
    }
    index.beginBatch()
    index.apply(.success(.addItems([item("2")])), completesWhenGathered: true) { _ in
      log.append("gathered")
    }
    let requests = await held.values(count: 1)
    daemon.conversation?.reply(.done, requests[0])
    #expect(await log.values(count: 4) == ["change", "invalid", "too long", "gathered"])
  }

  @Test("every call made from many threads completes exactly once")
  func concurrentCalls() async throws {
    try await withService { (service) async throws in
      let index = service.index(named: "a", of: mail)
      let log = Log<Int>()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          group.addTask {
            _ = await index.apply(.addItems([item("\(number)")]))
            log.append(number)
          }
        }
      }
      #expect(log.values.sorted() == Array(0..<64))
      #expect(try await service.identifiers(of: mail).count == 64)
    }
  }
}

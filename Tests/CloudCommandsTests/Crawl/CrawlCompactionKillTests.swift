import CrawlTestSupport
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import Glibc
import Synchronization
import Testing
import WebTestSupport
import WireTestSupport

@Suite(
  "fresnel-cloud crawl that is ended while it rewrites the index", .serialized,
  .timeLimit(.minutes(30)))
struct CrawlCompactionKillTests {
  /// Items of somebody else, which make the index large and which no crawl touches.
  private static let scope = IndexScope(app: "com.example.others")

  @Test("Nothing is lost, and the next crawl rewrites the index", arguments: [SIGTERM, SIGKILL])
  func ends(signal: Int32) async throws {
    let port = Atomic<UInt16>(0)
    let server = try ScriptedServer(at: "0.0.0.0") { request in
      PageWeb.answer(request, hostCount: 1, port: port.load(ordering: .relaxed))
    }
    defer { server.stop() }
    port.store(server.address.port, ordering: .relaxed)
    // An index that is rewritten before the signal comes tells nothing; a larger one takes longer.
    for itemCount in [10_000, 40_000, 160_000] {
      let wasInTime = try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
        try await crawl(
          server.address.port, endedBy: signal, itemCount: itemCount,
          CloudProgram(directory: directory))
      }
      if wasInTime { return }
    }
    Issue.record("The index was always rewritten before the signal came.")
  }

  /// Ends a crawl while it rewrites the index, and crawls again.
  ///
  /// - Returns: Whether the signal came before the index was rewritten.
  private func crawl(
    _ port: UInt16, endedBy signal: Int32, itemCount: Int, _ program: CloudProgram
  ) async throws -> Bool {
    let path = "\(program.directory)/data/fresnel-cloud/index"
    try await fill(path, itemCount)
    let arguments = [
      "crawl", "--once", "--no-apps", "--allow-private", "--delay", "0",
      "http://\(PageWeb.host(0)):\(port)/",
    ]
    let process = Atomic<Int32>(0)
    let hasEnded = Atomic(false)
    let running = Task {
      defer { hasEnded.store(true, ordering: .releasing) }
      return try await program.run(arguments) { process.store($0, ordering: .releasing) }
    }
    let isRewriting = try TestProgram.wait {
      try hasEnded.load(ordering: .acquiring) || told(in: program).contains("index: rewriting")
    }
    try #require(isRewriting)
    if !hasEnded.load(ordering: .acquiring) {
      let identifier = process.load(ordering: .acquiring)
      try #require(identifier > 0)
      kill(identifier, signal)
    }
    let first = try await running.value
    guard !first.errors.contains("index: rewritten in") else { return false }

    #expect(first.errors.contains("index: rewriting"), "\(first.errors)")
    if signal == SIGTERM {
      #expect(first.ending == .exited(130), "\(first.errors)")
      #expect(first.errors.contains("the index is left in several segments"), "\(first.errors)")
    } else {
      #expect(first.ending == .killed(.kill), "\(first.errors)")
    }
    let left = try Contents(of: path)
    #expect(left.segmentCount > 1)
    #expect(left.items.keys.count { $0.hasPrefix("other-") } == itemCount)
    #expect(left.items.keys.contains { $0.hasSuffix("/p3") })

    let second = try await program.run(arguments)
    #expect(second.ending == .exited(0), "\(second.errors)")
    #expect(second.errors.contains("index: rewritten in"), "\(second.errors)")
    let whole = try Contents(of: path)
    #expect(whole.segmentCount == 1)
    #expect(whole.items == left.items)
    return true
  }

  /// What a run wrote to its standard error stream until now.
  private func told(in program: CloudProgram) throws -> String {
    let names = try FileSystem.entries(of: program.directory).filter { $0.hasPrefix("errors-") }
    return try names.map { name in
      String(
        decoding: try FileSystem.contents(of: "\(program.directory)/\(name)"), as: UTF8.self)
    }.joined()
  }

  /// Makes an index of two segments, a fifth of its items outside the larger one.
  private func fill(_ path: String, _ itemCount: Int) async throws {
    try FileSystem.createDirectory(path)
    let store = try Store.open(at: path, options: StoreOptions(mergesInBackground: false))
    defer { store.close() }
    var random = SeededGenerator(seed: 3)
    let larger = itemCount * 4 / 5
    for part in [0..<larger, larger..<itemCount] {
      let items = try part.map { number in
        var attributes = Attributes()
        attributes[.title] = .string("Other \(number)")
        attributes[.textContent] = .string(
          (0..<40).map { _ in "word\(random.below(5_000))" }.joined(separator: " "))
        return try ItemCodec.encode(
          Item(uniqueIdentifier: "other-\(number)", attributes: attributes))
      }
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        store.submit(Batch(scope: Self.scope, operations: [.put(items)])) { error in
          if let error { done.resume(throwing: error) } else { done.resume() }
        }
      }
      // The first part gets a file of its own.
      if part.lowerBound == 0 { try store.compact() }
    }
  }

  /// All items of an index.
  private struct Contents {
    var items: [String: Item] = [:]
    let segmentCount: Int

    init(of path: String) throws {
      let store = try Store.open(at: path, mode: .readOnly)
      defer { store.close() }
      segmentCount = store.statistics().segmentCount
      try store.snapshot().forEachItem(in: .everything) { _, item in
        items[item.uniqueIdentifier] = try item.item()
        return true
      }
    }
  }
}

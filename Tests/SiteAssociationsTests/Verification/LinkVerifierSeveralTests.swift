import FresnelPlatform
import Glibc
import Synchronization
import Testing

@testable import SiteAssociations

/// A server on this machine that lets nobody go before so many wait at the same time, and answers nobody.
private final class Gate: Sendable {
  let port: UInt16
  private let listener: Int32
  private let opened = Atomic(0)

  /// How often so many waited at the same time.
  var openings: Int { opened.load(ordering: .acquiring) }

  init(opensFor count: Int) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(isBound)
    let isStarted = DetachedThread.start { [self] in serve(count) }
    try #require(isStarted)
  }

  private func serve(_ count: Int) {
    var waiting: [Int32] = []
    while true {
      let visitor = accept(listener, nil, nil)
      guard visitor >= 0 else { break }
      let gone = Set(waiting.filter { !Self.waits($0) })
      for visitor in gone { close(visitor) }
      waiting = waiting.filter { !gone.contains($0) } + [visitor]
      guard waiting.count == count else { continue }
      opened.add(1, ordering: .acquiringAndReleasing)
      for visitor in waiting { close(visitor) }
      waiting = []
    }
    for visitor in waiting { close(visitor) }
  }

  /// Whether somebody is at the other end still.
  private static func waits(_ visitor: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(visitor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return count < 0 }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

struct LinkVerifierSeveralTests {
  private struct Stop: Error {}

  /// Asks sites on a thread of its own: the call waits for tasks, which the test's thread may be needed for.
  ///
  /// - Parameters:
  ///   - sites: The sites.
  ///   - limit: After how many answers none can be kept any more.
  /// - Returns: What was asked for of what was known, what was kept, and whether that was told to have failed.
  private func ask(
    _ sites: [LinkSite], keeping limit: Int = .max
  ) async -> (known: [LinkSite], kept: [LinkCopy], hasFailed: Bool) {
    await withCheckedContinuation { done in
      let isStarted = DetachedThread.start {
        var known: [LinkSite] = []
        var kept: [LinkCopy] = []
        var hasFailed = false
        do {
          try LinkVerifier(userAgent: "test").verify(sites, now: 100) { site in
            known.append(site)
            return nil
          } keep: { copy in
            guard kept.count < limit else { throw Stop() }
            kept.append(copy)
          }
        } catch {
          hasFailed = true
        }
        done.resume(returning: (known, kept, hasFailed))
      }
      if !isStarted { done.resume(returning: ([], [], true)) }
    }
  }

  @Test func sitesAreAskedSideBySide() async throws {
    let count = LinkVerifier.parallelCount
    let gate = try Gate(opensFor: count)
    defer { gate.stop() }
    // Each of them waits for the others, so one after the other they would get no answer.
    let sites = (0..<2 * count).map { _ in
      LinkSite(host: "127.0.0.1", port: gate.port, isDeveloper: true)
    }
    let asked = await ask(sites)
    #expect(asked.known == sites && asked.kept.map(\.site) == sites && !asked.hasFailed)
    #expect(asked.kept.allSatisfy { $0.checked == 100 && $0.file == nil && $0.problems.count == 1 })
    #expect(gate.openings > 0)
  }

  @Test func nobodyIsAskedAnyMoreOnceAnAnswerCannotBeKept() async throws {
    // Nobody listens there.
    let sites = (1...64).map { _ in LinkSite(host: "127.0.0.1", port: 1, isDeveloper: true) }
    let asked = await ask(sites, keeping: 2)
    #expect(asked.kept.count == 2 && asked.hasFailed)
    let nobody = await ask([])
    #expect(nobody.kept.isEmpty && !nobody.hasFailed)
  }
}

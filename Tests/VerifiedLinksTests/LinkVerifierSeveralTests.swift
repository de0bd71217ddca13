import FresnelPlatform
import Glibc
import Testing

@testable import VerifiedLinks

/// A server on this machine that lets nobody go before so many have come, and answers nobody.
private final class Gate: Sendable {
  let port: UInt16
  private let listener: Int32

  init(opensFor count: Int) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(isBound)
    port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    _ = DetachedThread.start {
      var waiting: [Int32] = []
      while true {
        let visitor = accept(listener, nil, nil)
        guard visitor >= 0 else { break }
        waiting.append(visitor)
        guard waiting.count == count else { continue }
        for visitor in waiting { close(visitor) }
        waiting = []
      }
      for visitor in waiting { close(visitor) }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

struct LinkVerifierSeveralTests {
  private let verifier = LinkVerifier(userAgent: "test")

  private struct Stop: Error {}

  @Test(.timeLimit(.minutes(5))) func sitesAreAskedSideBySide() throws {
    let count = LinkVerifier.parallelCount
    let gate = try Gate(opensFor: count)
    defer { gate.stop() }
    // Each of them waits for the others, so one after the other they would wait for ever.
    let sites = (0..<2 * count).map { _ in
      LinkSite(host: "127.0.0.1", port: gate.port, isDeveloper: true)
    }
    var asked: [LinkSite] = []
    var copies: [LinkCopy] = []
    verifier.verify(sites, now: 100) { site in
      asked.append(site)
      return nil
    } keep: {
      copies.append($0)
    }
    #expect(asked == sites && copies.map(\.site) == sites)
    #expect(copies.allSatisfy { $0.checked == 100 && $0.file == nil && $0.problems.count == 1 })
  }

  @Test func nobodyIsAskedAnyMoreOnceAnAnswerCannotBeKept() throws {
    // Nobody listens there.
    let sites = (1...64).map { _ in LinkSite(host: "127.0.0.1", port: 1, isDeveloper: true) }
    var count = 0
    #expect(throws: Stop.self) {
      try verifier.verify(sites, now: 100, last: { _ in nil }) { _ in
        count += 1
        if count == 3 { throw Stop() }
      }
    }
    #expect(count == 3)
    verifier.verify([], now: 100, last: { _ in nil }) { _ in count += 1 }
    #expect(count == 3)
  }
}

import FresnelPlatform
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("DetachedThread")
struct DetachedThreadTests {
  private struct Circumstances: Sendable {
    let niceness = CurrentThread.niceness
    let hasLowestIOPriority = CurrentThread.hasLowestIOPriority
    let blocksTermination = blocksTermination()

    private static func blocksTermination() -> Bool {
      var blocked = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &blocked)
      return sigismember(&blocked, SIGTERM) == 1
    }
  }

  private func circumstances(_ priority: DetachedThread.Priority) async -> Circumstances? {
    await withCheckedContinuation { continuation in
      let isStarted = DetachedThread.start(priority: priority) {
        continuation.resume(returning: Circumstances())
      }
      if !isStarted { continuation.resume(returning: nil) }
    }
  }

  @Test("work in the background has a lower priority, and the thread that starts it keeps its own")
  func background() async throws {
    let before = CurrentThread.niceness
    let found = try #require(await circumstances(.background))
    #expect(found.niceness == min(before + 10, 19))
    #expect(found.hasLowestIOPriority)
  }

  @Test("other work keeps the priority of the thread that starts it")
  func inherited() async throws {
    let before = CurrentThread.niceness
    let found = try #require(await circumstances(.inherited))
    #expect(found.niceness == before)
    #expect(!found.hasLowestIOPriority)
  }

  @Test(
    "no signals are delivered to it",
    arguments: [DetachedThread.Priority.inherited, .background])
  func signals(_ priority: DetachedThread.Priority) async throws {
    #expect(try #require(await circumstances(priority)).blocksTermination)
  }
}

import FresnelPlatform
import Testing

@Suite("BackgroundThread")
struct BackgroundThreadTests {
  private struct Priority: Sendable {
    let niceness = CurrentThread.niceness
    let hasLowestIOPriority = CurrentThread.hasLowestIOPriority
  }

  @Test("its work has a lower priority, and the thread that starts it keeps its own")
  func priority() async {
    let before = CurrentThread.niceness
    let priority = await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start { continuation.resume(returning: Priority()) }
      if !isStarted { continuation.resume(returning: Priority()) }
    }
    #expect(priority.niceness == min(before + 10, 19))
    #expect(priority.hasLowestIOPriority)
  }
}

internal import Dispatch
internal import FresnelPlatform
internal import SpotlightClient
internal import Synchronization

extension ActivityPipeline: ActivityTarget {}

extension ActivityPipeline {
  /// What stands in for the process's own pipeline, in tests.
  @TaskLocal static var override: ActivityPipeline?

  /// The pipeline of new activities.
  static var current: ActivityPipeline { override ?? shared }

  /// The process's own pipeline.
  static let shared = ActivityPipeline(
    queue: .chosen, later: afterwards, declaredTypes: DeclaredTypes.ofProcess
  ) { pipeline in
    let connection = AppConnection.current
    finishAtExit(connection.history)
    return HistorySink(connection, pipeline)
  }

  /// How long a program that ends waits until its activities are kept.
  private static let lastWait = Duration.milliseconds(500)
  private static let isFinishing = Atomic(false)

  /// Has a program that steps back from an activity and ends at once wait until that is kept: it has no other way to
  /// know.
  private static func finishAtExit(_ history: HistoryHandle) {
    guard !isFinishing.exchange(true, ordering: .relaxed) else { return }
    CurrentProcess.atExit { history.waitForAnswers(atMost: lastWait) }
  }

  private static let clock = DispatchQueue(label: "fresnel.activities")

  /// Waits on a queue of its own.
  private static let afterwards: Later = { time, body in
    let milliseconds =
      time.components.seconds * 1000
      + time.components.attoseconds / 1_000_000_000_000_000
    clock.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds)), execute: body)
  }
}

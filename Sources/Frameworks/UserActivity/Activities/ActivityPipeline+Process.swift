internal import Dispatch
internal import SpotlightClient

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
    HistorySink(AppConnection.current, pipeline)
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

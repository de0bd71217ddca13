internal import SpotlightWire

/// What handing activities over needs of the rest of the daemon. Closures may be called on any thread, and may take
/// the time that reading files takes.
struct HandoffDependencies: Sendable {
  /// Whether the person has Handoff on.
  var isOn: @Sendable () -> Bool
  /// Whether devices were paired.
  var hasDevices: @Sendable () -> Bool
  /// What other devices are told of something that is current in an app; `nil` when they are not.
  var describe: @Sendable (AppIdentity, ActivitySummary) -> HandoffActivity?
  /// Whether the session is locked.
  var isLocked: @Sendable () -> Bool
  /// The process that stands on the network.
  var program: HandoffProgram
  /// What is kept for that process.
  var vault: DeviceVault
  /// When a process that ended by itself is started again.
  var restarts = WorkerRestarts.Rules()
  /// How long things may take.
  var times = HandoffTimes()
  /// Writes down what happens.
  var log: @Sendable (DaemonEvent) -> Void = { _ in }
}

/// How long things may take that other devices wait for.
struct HandoffTimes: Hashable, Sendable {
  /// Until a client answers with what it has, in milliseconds; less than ``saving``, so that it is heard.
  var answerMilliseconds: UInt32 = 1500
  /// Until a client has saved.
  var saving: Duration = .seconds(2)
  /// Until something that was picked up has come; the process gives up before.
  var arriving: Duration = .seconds(15)
  /// Until the clients are back after the program ran anew.
  var comingBack: Duration = .seconds(10)
  /// Until the process has said goodbye to the other devices.
  var stopping: Duration = .seconds(1)
  /// Until a client takes a stream.
  var stream: Duration = .seconds(5)
}

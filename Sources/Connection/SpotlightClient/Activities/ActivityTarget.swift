package import FresnelPlatform
package import SpotlightWire

/// The activities of this process, as far as they are asked or told something. Methods are called on any
/// thread, without waiting in them.
package protocol ActivityTarget: AnyObject, Sendable {
  /// The app deletes something, just before the deletion is sent.
  func noteDeletion(_ deletion: HistoryDeletion)

  /// To bring an activity up to date for another device.
  ///
  /// - Parameters:
  ///   - number: Its number in this process.
  ///   - time: How long that may take.
  ///   - completion: Told the activity, once, on any thread; `nil` when there is none any more.
  func save(
    _ number: UInt64, within time: Duration,
    completion: @escaping @Sendable (WireActivity?) -> Void)

  /// Another device goes on with an activity.
  func noteContinued(_ number: UInt64)

  /// The app that goes on with an activity on another device opens streams to this one.
  ///
  /// - Parameters:
  ///   - number: The activity's number in this process.
  ///   - descriptors: The sockets of the streams.
  ///   - completion: Told whether somebody took them, once, on any thread.
  func takeStreams(
    to number: UInt64, over descriptors: [SharedDescriptor],
    completion: @escaping @Sendable (Bool) -> Void)
}

/// Takes what a person chose to open in the app. Methods are called on any thread, without waiting in them, and
/// in the order in which the service said so.
package protocol DeliveryTarget: AnyObject, Sendable {
  /// Something will be delivered soon.
  func announce(_ announcement: WillContinue)

  /// To go on with an activity.
  ///
  /// - Parameters:
  ///   - request: The activity, and what comes along.
  ///   - completion: Told whether the app took it, once, on any thread.
  func continueActivity(
    _ request: ContinueActivity, completion: @escaping @Sendable (Bool) -> Void)

  /// To open URLs.
  ///
  /// - Parameters:
  ///   - request: The URLs, and what comes along.
  ///   - completion: Told whether the app took one of them, once, on any thread.
  func openURLs(_ request: OpenURLs, completion: @escaping @Sendable (Bool) -> Void)

  /// What was announced does not come.
  func noteFailure(_ failure: FailedToContinue)

  /// What was delivered has changed.
  func update(_ update: ActivityUpdate)
}

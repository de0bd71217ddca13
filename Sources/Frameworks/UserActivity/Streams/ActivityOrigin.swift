internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire

/// The app on another device from which an activity was handed over.
struct ActivityOrigin: Sendable {
  /// The number of the delivery with which it came.
  let delivery: UInt64
  /// The connection over which it came.
  let history: HistoryHandle

  /// Asks for the sockets of streams to it.
  ///
  /// - Parameters:
  ///   - origin: The app; `nil` for an activity that was not handed over.
  ///   - completion: Told them, or why there are none; once, on any thread, without waiting in it.
  static func openStreams(
    to origin: ActivityOrigin?,
    completion: @escaping @Sendable (Result<[SharedDescriptor], ServiceError>) -> Void
  ) {
    guard let origin else {
      return completion(
        .failure(
          ServiceError(handoffCode: 4609, "The activity does not come from another device.")))
    }
    origin.history.openStreams(ofDelivery: origin.delivery, completion: completion)
  }
}

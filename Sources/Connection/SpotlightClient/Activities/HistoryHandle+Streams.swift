package import FresnelPlatform
package import SpotlightWire

extension HistoryHandle {
  /// Opens streams to the app on another device from which a delivered activity came.
  ///
  /// - Parameters:
  ///   - delivery: The number of the delivery. It means something over the connection over which it came alone.
  ///   - completion: Told the sockets of the streams, or why there are none; once, on any thread, without waiting in
  ///     it.
  package func openStreams(
    ofDelivery delivery: UInt64,
    completion: @escaping @Sendable (Result<[SharedDescriptor], ServiceError>) -> Void
  ) {
    guard let link = connection.establishedLink else {
      return completion(.failure(.connectionEnded))
    }
    link.request(.openContinuationStream(delivery)) { reply in
      switch reply {
      case .message(.continuationStreamOpened, let descriptors, _):
        completion(.success(descriptors))
      case .message(.failed(let error), _, _), .lost(let error): completion(.failure(error))
      case .message(let message, _, _): completion(.failure(.unexpected(message)))
      }
    }
  }
}

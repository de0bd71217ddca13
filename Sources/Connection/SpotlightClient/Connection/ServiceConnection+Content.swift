internal import Dispatch
internal import FresnelPlatform
package import SpotlightWire

extension ServiceConnection {
  /// Asks for the content of an item, wherever that is: where the daemon says that the item may be in a class
  /// that can be locked, over the channels of these.
  ///
  /// - Parameters:
  ///   - message: The request: ``ClientMessage/fetchData(_:)`` or ``ClientMessage/promise(_:)``.
  ///   - completion: Called once, on any thread, without waiting in it;
  ///     ``ServiceError/Code/classLocked`` when the item may be in a class that is locked.
  package func requestContent(
    _ message: ClientMessage,
    _ completion: @escaping @Sendable (Result<Answer, ServiceError>) -> Void
  ) {
    request(message, isRepeatable: true) { [self] answer in
      guard case .failure(let error) = answer, error.code == .classLocked,
        let first = error.namedClasses.first
      else { return completion(answer) }
      request(message, overChannelTo: first, then: error.namedClasses.dropFirst(), completion)
    }
  }

  /// Asks one class after the other, until one has the content.
  private func request(
    _ message: ClientMessage, overChannelTo protection: ProtectionClass,
    then others: ArraySlice<ProtectionClass>,
    _ completion: @escaping @Sendable (Result<Answer, ServiceError>) -> Void
  ) {
    let next: @Sendable (ServiceError) -> Void = { [self] error in
      guard let other = others.first else { return completion(.failure(error)) }
      request(message, overChannelTo: other, then: others.dropFirst()) { answer in
        // It is no news that one class lacks what may be in another, which is locked.
        guard case .failure = answer, error.code == .classLocked else { return completion(answer) }
        completion(.failure(error))
      }
    }
    withChannel(to: protection) { channel in
      switch channel {
      case .failure(let error): next(error)
      case .success(let channel):
        channel.request(message) { reply in
          switch reply {
          case .message(.failed(let error), _, _): next(error)
          case .message(let message, let descriptors, _):
            completion(.success((message, descriptors)))
          case .lost: next(ServiceError(.classLocked, "The class was locked meanwhile."))
          }
        }
      }
    }
  }

  /// Asks another app for the data of one of its items.
  ///
  /// - Parameters:
  ///   - request: Which data.
  ///   - completion: Called once, on any thread.
  func fetchData(
    _ request: FetchData, completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) {
    requestContent(.fetchData(request)) { answer in
      switch answer {
      case .failure(let error): completion(.failure(error))
      case .success((.dataFetched(.bytes(let bytes)), _)): completion(.success(bytes))
      case .success((.dataFetched(.descriptor), let files)) where !files.isEmpty:
        // It may be long, and this thread reads what comes for the whole process.
        DispatchQueue.global(qos: .userInitiated).async { completion(files[0].fetchedContent) }
      case .success((let message, _)): completion(.failure(.unexpected(message)))
      }
    }
  }
}

extension SharedDescriptor {
  /// All that an app provides.
  fileprivate var fetchedContent: Result<[UInt8], ServiceError> {
    do throws(SystemError) {
      return .success(
        try withPath { (path) throws(SystemError) in
          try FileSystem.contents(of: path, maximumByteCount: 1 << 30)
        })
    } catch {
      return .failure(ServiceError(.providerFailed, error.message))
    }
  }
}

internal import Dispatch
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ServiceConnection {
  /// Has an extension answer what the service asks, for any of the app's indexes.
  package func serve(_ target: any ExtensionTarget) {
    extensionTarget.withLock { $0 = target }
    withLink { _ in }
  }

  func received(_ link: Link, _ envelope: Envelope<DaemonMessage>) {
    let reply = CallbackReply(link: link, request: envelope.request)
    switch envelope.message {
    case .throttle(let throttle): tellThrottle(throttle)
    case .classChanged(let condition): classChanged(condition)
    case .goingAway(let goingAway): prepare(for: goingAway)
    case .reindexAll(let request):
      ask(request.index, reply) { $0.reindexAll(reply.acknowledge) }
    case .reindexItems(let request):
      ask(request.index, reply) { $0.reindexItems(request.identifiers, reply.acknowledge) }
    case .provideData(let request):
      ask(request.index, reply) { target in
        target.provideData(of: request.item, as: request.contentType, reply.sendData)
      }
    case .provideFile(let request):
      ask(request.index, reply) { target in
        target.provideFile(
          of: request.item, as: request.contentType, inPlace: request.isInPlace, reply.sendFile)
      }
    case .provideItems(let request):
      ask(request.index, reply) { target in
        target.provideItems(request.identifiers, reply.sendItems)
      }
    case .importFile(let request): importFile(request, envelope.descriptors, reply)
    case .refresh(let reason):
      guard let target = extensionTarget.withLock({ $0 }) else { return reply.refuse() }
      target.refresh(reason: reason, reply.acknowledge)
    case .useChannel(let protection):
      guard extensionTarget.withLock({ $0 }) != nil else { return reply.refuse() }
      withChannel(to: protection, offered: envelope.descriptors.first) { channel in
        if case .failure(let error) = channel {
          reply.acknowledge(error)
        } else {
          reply.acknowledge(nil)
        }
      }
    default:
      // Greetings come before the first request only; the rest is about activities.
      history.received(envelope) { link.send($0, as: envelope.request) }
    }
  }

  /// Asks who answers for an index, on the queue of the index.
  private func ask(
    _ name: String, _ reply: CallbackReply,
    _ body: @escaping @Sendable (any CallbackTarget) -> Void
  ) {
    let index = index(named: name)
    index.callbacks.async { [self] in
      let target = index.target ?? extensionTarget.withLock { $0 }?.target(forIndex: name)
      guard let target else { return reply.refuse() }
      body(target)
    }
  }

  private func tellThrottle(_ throttle: Throttle) {
    for index in state.withLock({ Array($0.indexes.values) }) {
      index.callbacks.async { index.target?.throttle(isBeginning: throttle.isBeginning) }
    }
  }

  private func importFile(
    _ request: ImportRequest, _ descriptors: [SharedDescriptor], _ reply: CallbackReply
  ) {
    guard let target = extensionTarget.withLock({ $0 }), let file = descriptors.first else {
      return reply.refuse()
    }
    target.importFile(file, request: request) { item in
      reply.send(item.encoded.map { .itemImported($0) })
    }
  }

  private func prepare(for goingAway: GoingAway) {
    if goingAway.reason == .idle { return extensionTarget.withLock { $0 }?.finish() ?? () }
    state.withLock { $0.schedule.wait(.milliseconds(Int64(goingAway.retryAfterMilliseconds))) }
  }
}

/// The answer to a request of the service, to be given once.
private struct CallbackReply: Sendable {
  let link: Link
  let request: UInt64

  func send(_ result: Result<ClientMessage, ServiceError>, _ descriptors: [SharedDescriptor] = []) {
    switch result {
    case .success(let message): link.send(message, as: request, descriptors: descriptors)
    case .failure(let error): link.send(.failed(error), as: request)
    }
  }

  /// Nobody in this process answers.
  @Sendable func refuse() {
    send(.failure(ServiceError(.unsupported, "The app has nobody who answers this.")))
  }

  @Sendable func acknowledge(_ error: ServiceError?) {
    send(error.map { .failure($0) } ?? .success(.acknowledged))
  }

  /// The most bytes that go inside a message, which has a few besides.
  private static let longestData = WireLimits.payloadByteCount - 64

  @Sendable func sendData(_ data: Result<[UInt8], ServiceError>) {
    do throws(ServiceError) {
      let bytes = try data.get()
      guard bytes.count > Self.longestData else {
        return send(.success(.dataProvided(.bytes(bytes))))
      }
      send(.success(.dataProvided(.descriptor)), [try SharedDescriptor.memoryFile(of: bytes)])
    } catch {
      send(.failure(error))
    }
  }

  /// Opens the file here, as its path may mean nothing to who receives it.
  @Sendable func sendFile(_ path: Result<String, ServiceError>) {
    do throws(ServiceError) {
      let path = try path.get()
      let file = try SharedDescriptor.providedFile(path)
      send(
        .success(
          .fileProvided(
            ProvidedFile(path: path, fileName: FileSystem.lastComponent(of: path)))), [file])
    } catch {
      send(.failure(error))
    }
  }

  @Sendable func sendItems(_ items: Result<[Item], ServiceError>) {
    do throws(ServiceError) {
      var encoded: [EncodedItem] = []
      for item in try items.get() { encoded.append(try IndexChange.encode(item)) }
      send(.success(.itemsProvided(encoded)))
    } catch {
      send(.failure(error))
    }
  }
}

extension SharedDescriptor {
  /// A file in memory with the data that an app provides.
  fileprivate static func memoryFile(of bytes: [UInt8]) throws(ServiceError) -> SharedDescriptor {
    do throws(SystemError) {
      return try bytes.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
        try MemoryFile.sealed(bytes, name: "fresnel-data")
      }
    } catch {
      throw ServiceError(.providerFailed, error.message)
    }
  }

  /// Opens a file that an app provides.
  fileprivate static func providedFile(_ path: String) throws(ServiceError) -> SharedDescriptor {
    do throws(SystemError) {
      return try SharedDescriptor(openingRegularFile: path)
    } catch {
      throw ServiceError(.providerFailed, error.message)
    }
  }
}

extension Result<Item?, ServiceError> {
  /// The item in its binary form.
  fileprivate var encoded: Result<EncodedItem?, ServiceError> {
    do throws(ServiceError) {
      return .success(try get().map { (item) throws(ServiceError) in try IndexChange.encode(item) })
    } catch {
      return .failure(error)
    }
  }
}

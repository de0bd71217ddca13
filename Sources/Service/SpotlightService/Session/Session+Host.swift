package import SpotlightWire

extension Session {
  /// Has the host serve a request that is not the core's business, if the client may make it.
  func serveByHost(_ envelope: Envelope<ClientMessage>) {
    if let error = refusal(of: envelope.message) { return fail(error, envelope.request) }
    core.host.serve(envelope, of: self) { [self] result in
      switch result {
      case .success(let reply):
        send(
          Envelope(
            reply.message, request: envelope.request, descriptors: reply.descriptors))
      case .failure(let error): fail(error, envelope.request)
      }
      withExtendedLifetime(envelope) {}
    }
  }

  /// Why the client may not make a request.
  private func refusal(of message: ClientMessage) -> ServiceError? {
    switch message {
    case .administer, .unlock:
      peer.role == .tool
        ? nil : ServiceError(.refused, "Only the command line may administer the service.")
    case .promise:
      peer.seesSystem
        ? nil : ServiceError(.refused, "Only parts of the desktop may ask for promised content.")
    case .importFile:
      peer.seesSystem
        ? nil : ServiceError(.refused, "Only parts of the desktop may have files imported.")
    case .launch, .continuationApps, .launchTime:
      peer.seesSystem
        ? nil : ServiceError(.refused, "Only parts of the desktop may open things in apps.")
    case .receive, .openContinuationStream:
      peer.role == .extension
        ? ServiceError(.refused, "An extension cannot take what is opened in its app.") : nil
    // The host tells what is whose.
    case .fetchData: nil
    default: ServiceError(.refused, "Nobody may make this request.")
    }
  }

  /// Keeps changes to an index whose class is locked, in the order of the index's requests.
  func applySealed(_ changes: SealedChanges, _ envelope: Envelope<ClientMessage>) {
    let id = envelope.request
    guard let handle = handle(changes.handle, for: id) else { return }
    let turn = handle.order.add()
    let finish: @Sendable (DaemonMessage) -> Void = { [self] message in
      handle.order.finish(turn) { self.send(message, id) }
      withExtendedLifetime(envelope) {}
    }
    guard handle.store == nil else {
      return finish(
        .failed(ServiceError(.refused, "The class of the index is not locked; nothing is sealed.")))
    }
    core.host.serve(envelope, of: self) { result in
      switch result {
      case .success(let reply): finish(reply.message)
      case .failure(let error): finish(.failed(error))
      }
    }
  }

  /// The protection class of an index that the client has opened; for the host.
  package func protection(ofIndex handle: UInt32) -> ProtectionClass? {
    openedHandle(handle)?.protection
  }

  /// Leads the client to a class that is served elsewhere.
  func openChannel(_ protection: ProtectionClass, _ id: UInt64) {
    if core.store(of: protection) != nil {
      send(.channelOpened(.here), id)
      return
    }
    core.host.channel(to: protection, for: peer) { [self] result in
      switch result {
      case .success(.open(let descriptor, _)):
        send(Envelope(.channelOpened(.channel), request: id, descriptors: [descriptor]))
      case .success(.locked): send(.channelOpened(.locked), id)
      case .failure(let error): fail(error, id)
      }
    }
  }
}

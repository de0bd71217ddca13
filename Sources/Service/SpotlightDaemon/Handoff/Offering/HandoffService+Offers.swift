internal import FresnelHandoff
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

// What apps here offer to other devices, and what those ask of it.

extension HandoffService {
  /// Offers what is current in an app now, or nothing; on the queue.
  func offer(_ app: AppIdentity) {
    // Without a process nobody is told; one that starts is told everything.
    guard state.withLock({ !$0.isOver && $0.process != nil }) else { return }
    let current = launches.current(of: app)
    let activity = current.flatMap { dependencies.describe(app, $0.summary) }
    let outcome = state.withLock { state in
      state.offers.set(
        activity, of: app.identifier, in: current?.session, number: current?.summary.number ?? 0,
        needsSaving: current?.summary.needsSaving ?? false)
    }
    for order in outcome.orders { self.order(order) }
    for news in outcome.news { take(news) }
    if outcome.isUpdated { update(app.identifier) }
  }

  // MARK: - What other devices do with it

  /// Other devices did something with what an app offers; on the queue. It waits for a client that is to come back.
  func concerns(_ app: String, _ news: OfferNews) {
    guard !state.withLock({ $0.offers.keep(news, for: app) }) else { return }
    take(news)
  }

  private func take(_ news: OfferNews) {
    switch news.news {
    case .save(let number, let app, let type): save(number, app, type)
    case .wasContinued(let app, let type, _): wasContinued(app, type)
    case .streamOpened(let app, let type): streamOpened(app, type, news.descriptor)
    default: break
    }
  }

  /// Another device picks up what an app offers.
  private func save(_ number: UInt64, _ app: String, _ type: String) {
    save(app, type) { [weak self] result in
      switch result {
      case .success(let bytes): self?.order(.saved(number, bytes))
      case .failure(let failure):
        // A client that ends because another program goes on is asked again by that.
        guard self?.state.withLock(\.isPassing) == false else { return }
        self?.order(.notSaved(number, failure.refusal, reason: failure.message))
      }
    }
  }

  /// Saves what an app offers for the devices that took it, and sends it if it is something else than they have.
  private func update(_ app: String) {
    guard let type = state.withLock({ $0.offers[app]?.activity?.type }) else { return }
    save(app, type, isUpdate: true) { [weak self] result in
      if case .success(let bytes) = result { self?.order(.update(app: app, state: bytes)) }
    }
  }

  /// Has the client save what its app offers.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - type: The type that was offered.
  ///   - isUpdate: Whether nothing is told unless it is something else than was saved before.
  ///   - done: Told the activity's bytes, or why there are none.
  private func save(
    _ app: String, _ type: String, isUpdate: Bool = false,
    _ done: @escaping @Sendable (Result<[UInt8], HandoffFailure>) -> Void
  ) {
    guard let entry = state.withLock({ $0.offers[app] }), entry.activity?.type == type,
      let client = entry.client
    else { return done(.failure(.ended)) }
    let request = SaveActivity(
      number: entry.number, deadlineMilliseconds: dependencies.times.answerMilliseconds)
    let (name, number) = (entry.activity?.appName ?? app, entry.number)
    client.ask(.saveActivity(request), deadline: dependencies.times.saving) { [self] result in
      perform { [self] in
        let saved = Self.bytes(result, ofType: type, name) { [launches] in
          launches.current(of: AppIdentity(identifier: app))?.session === client
        }
        guard case .success(let bytes) = saved else { return done(saved) }
        let isNews = state.withLock { $0.offers.keep(bytes, of: app, number: number) }
        if isNews || !isUpdate { done(saved) }
      }
    }
  }

  /// The bytes of what a client saved.
  private static func bytes(
    _ answer: Result<Envelope<ClientMessage>, ServiceError>, ofType type: String, _ name: String,
    isThere: () -> Bool
  ) -> Result<[UInt8], HandoffFailure> {
    switch answer {
    case .success(let envelope):
      guard case .activitySaved(let activity) = envelope.message, activity.type == type else {
        return .failure(.ended)
      }
      let bytes = activity.encoded
      guard bytes.count <= HandoffLimits.activity else {
        return .failure(
          HandoffFailure(
            refusal: .tooLarge,
            message: "The activity of \(name) is larger than \(HandoffLimits.activity >> 10) KiB."))
      }
      return .success(bytes)
    case .failure(let error) where error.code == .connectionLost && isThere():
      return .failure(
        HandoffFailure(refusal: .timedOut, message: "\(name) did not save its activity in time."))
    case .failure(let error) where error.code == .tooLarge:
      return .failure(HandoffFailure(refusal: .tooLarge, message: error.message))
    case .failure: return .failure(.ended)
    }
  }

  // MARK: - Afterwards

  /// Another device has taken what an app offered.
  private func wasContinued(_ app: String, _ type: String) {
    let entry = state.withLock { state in
      defer { if state.offers[app]?.activity?.type == type { state.offers.noteContinued(app) } }
      return state.offers[app]
    }
    guard let entry, entry.activity?.type == type else { return }
    entry.client?.tell(.wasContinued(entry.number))
  }

  /// The most streams that apps have not answered for.
  private static let offeredStreamLimit = 4 * HandoffLimits.streams

  /// An app elsewhere opens a stream to the app that the activity came from.
  private func streamOpened(_ app: String, _ type: String, _ socket: SharedDescriptor?) {
    // The socket ends with its last reference, which the other end sees.
    guard let socket, let entry = state.withLock({ $0.offers[app] }), entry.activity?.type == type,
      let client = entry.client
    else { return }
    // A device may open and cancel streams without end, and each keeps its socket until the app has answered.
    let isWithinLimit = state.withLock { state in
      guard state.offeredStreamCount < Self.offeredStreamLimit else { return false }
      state.offeredStreamCount += 1
      return true
    }
    guard isWithinLimit else { return }
    client.ask(
      .offerStream(entry.number), descriptors: [socket], deadline: dependencies.times.stream
    ) { [weak self] _ in self?.state.withLock { $0.offeredStreamCount -= 1 } }
  }
}

/// What other devices did with something that is offered here.
struct OfferNews: Sendable {
  /// A save, a continuation or a stream.
  let news: HandoffNews
  /// The socket of a stream.
  let descriptor: SharedDescriptor?
}

extension HandoffFailure {
  /// What was to be handed over is not there any more.
  static let ended = HandoffFailure(
    refusal: .failed, message: "What was picked up is no longer offered.")
}

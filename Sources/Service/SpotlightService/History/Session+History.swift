internal import FresnelModel
internal import SpotlightWire

/// The history of its app that a client has opened.
struct OpenHistory: Sendable {
  /// Where it is; `nil` when its class is served elsewhere, or locked.
  let store: ClassStore?
}

extension Session {
  /// Opens the history of the client's app, where its protection class is.
  func openHistory(_ id: UInt64) {
    if peer.role == .extension {
      return fail(ServiceError(.refused, "An extension has no history."), id)
    }
    let rules = core.host.historyRules(of: peer.app)
    let opened = { @Sendable [self] (store: ClassStore?, place: IndexPlace) in
      DaemonMessage.historyOpened(
        HistoryOpened(
          handle: add(OpenHistory(store: store)), protection: rules.protection, place: place,
          isKept: rules.isKept, declaredTypes: rules.declaredTypes))
    }
    if let store = core.store(of: rules.protection) {
      send(opened(store, .here), id)
      return
    }
    guard core.options.leadsElsewhere else {
      return fail(
        ServiceError(.refused, "This process does not serve the history's protection class."), id)
    }
    core.host.channel(to: rules.protection, for: peer) { [self] result in
      switch result {
      case .success(.open(let descriptor, _)):
        send(Envelope(opened(nil, .channel), request: id, descriptors: [descriptor]))
      case .success(.locked): send(opened(nil, .locked), id)
      case .failure(let error): fail(error, id)
      }
    }
  }

  /// Takes an activity into the history of the client's app.
  func donate(_ donation: DonateActivity, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard let history = history(donation.handle, for: id) else { return }
    guard let store = history.store else { return fail(.historyLocked, id) }
    if let outcome = outcomeBeforeLooking(donation) {
      send(.donated(outcome), id)
      return
    }
    if let error = donation.fault { return fail(error, id) }
    let waiting = Donation(donation, of: peer.app.identifier) { [self] result in
      switch result {
      case .success(let outcome): send(.donated(outcome), id)
      case .failure(let error): fail(error, id)
      }
      // As long as somebody may still call this, he has the activity.
      withExtendedLifetime(charge) {}
    }
    core.take(waiting, into: store, from: self)
  }

  /// What becomes of an activity that is not kept whatever history holds.
  private func outcomeBeforeLooking(_ donation: DonateActivity) -> DonationOutcome? {
    let rules = core.host.historyRules(of: peer.app)
    let activity = donation.activity
    if !rules.isKept { return .switchedOff }
    if let types = rules.declaredTypes, activity.type != Self.browsing,
      !types.contains(activity.type)
    {
      return .typeNotDeclared
    }
    if let expiration = activity.expiration, expiration <= core.options.clock() { return .expired }
    return nil
  }

  /// `NSUserActivityTypeBrowsingWeb`, which needs no declaration.
  private static let browsing = "NSUserActivityTypeBrowsingWeb"

  /// Deletes activities of the client's app, behind those that it handed over before.
  func deleteActivities(_ request: DeleteActivities, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard let history = history(request.handle, for: id) else { return }
    guard let store = history.store else { return fail(.historyLocked, id) }
    let app = peer.app.identifier
    store.history.lane.add(of: app) { [self] done in
      store.perform { [self] in
        // Until the deletion is durable its states still seem to be there: choices of them wait.
        core.historyGate.close(app)
        core.delete(request.choice, of: app, from: store) { [self] error in
          core.historyGate.open(app)
          send(error.map { .failed($0) } ?? .done, id)
          withExtendedLifetime(charge) {}
          done()
        }
      }
    }
  }

  /// Lists what is kept, for a person.
  func listHistory(_ request: ListHistory, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    list(request, id, charge) { core throws(ServiceError) in
      .historyListed(try core.historyPage(request))
    }
  }

  /// Lists what a person chose, for that person.
  func listChoices(_ request: ListHistory, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    list(request, id, charge) { core throws(ServiceError) in
      .choicesListed(try core.choicePage(request))
    }
  }

  /// Lists the texts after which a person chose something, for that person.
  func listSearches(_ request: ListHistory, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    list(request, id, charge) { core throws(ServiceError) in
      .searchesListed(try core.searchPage(request))
    }
  }

  private func list(
    _ request: ListHistory, _ id: UInt64, _ charge: (any PayloadCharge)?,
    _ read: @escaping @Sendable (ServiceCore) throws(ServiceError) -> DaemonMessage
  ) {
    guard peer.seesSystem else {
      return fail(ServiceError(.refused, "Only parts of the desktop may list history."), id)
    }
    guard 1...ListHistory.mostEntries ~= request.limit else {
      return fail(
        ServiceError(
          .refused, "A list of history has 1 to \(ListHistory.mostEntries) entries."), id)
    }
    core.whenKeysAreKnown { [self] in
      core.pool.run(for: peer.app, isUrgent: true) { [self] in
        do throws(ServiceError) {
          send(try read(core), id)
        } catch {
          fail(error, id)
        }
        withExtendedLifetime(charge) {}
      }
    }
  }

  /// Deletes what a person no longer wants to be kept.
  func deleteHistory(_ request: DeleteHistory, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard mayDelete(id) else { return }
    core.deleteHistory(request) { [self] result in
      answer(result.map { .historyDeleted($0) }, id)
      withExtendedLifetime(charge) {}
    }
  }

  /// Forgets what a person no longer wants to be known of their choices.
  func forgetChoices(_ request: ForgetChoices, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard mayDelete(id) else { return }
    core.forgetChoices(request) { [self] result in
      answer(result.map { .choicesForgotten($0) }, id)
      withExtendedLifetime(charge) {}
    }
  }

  /// Whether the client may delete what is kept about the person; tells it where not.
  private func mayDelete(_ id: UInt64) -> Bool {
    if peer.role == .tool { return true }
    fail(ServiceError(.refused, "Only the command line may delete history."), id)
    return false
  }

  private func answer(_ result: Result<DaemonMessage, ServiceError>, _ id: UInt64) {
    switch result {
    case .success(let message): send(message, id)
    case .failure(let error): fail(error, id)
    }
  }
}

extension ListHistory {
  /// The most entries of a list.
  fileprivate static let mostEntries: UInt16 = 500
}

extension DonateActivity {
  /// Why the activity cannot be kept.
  fileprivate var fault: ServiceError? {
    do throws(ModelError) {
      guard let attributes else { return nil }
      if try attributes.hasServiceAttributes() {
        return ServiceError(
          .invalidItem, "Attributes with numbers from 61440 on are the service's own.")
      }
      return nil
    } catch {
      return ServiceError(.invalidItem, error.message, attribute: error.attribute)
    }
  }
}

extension ServiceError {
  /// What a request to a history gets whose class is served elsewhere, or not now.
  fileprivate static let historyLocked = ServiceError(
    .classLocked, "The protection class of the history is locked, or served on its own channel.")
}

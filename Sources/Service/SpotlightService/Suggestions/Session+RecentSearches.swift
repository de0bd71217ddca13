internal import FresnelEngine
internal import SpotlightWire

// What a client tells of recent searches, and has forgotten of them.

extension Session {
  /// Keeps what was typed in the app's own search before the person chose one of the app's items; nothing where there
  /// is no such item in a store of this process.
  ///
  /// - Parameters:
  ///   - engaged: What was typed, and what was chosen.
  ///   - id: The request.
  ///   - charge: What the request takes meanwhile.
  func engage(_ engaged: EngagedItem, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard !peer.seesSystem else {
      return fail(
        ServiceError(.refused, "Parts of the desktop have what is chosen opened instead."), id)
    }
    // Now: what is forgotten or removed while the request waits is not written down after that.
    let moment = ChoiceMoment(of: peer.app, in: core)
    core.pool.run(for: peer.app, isUrgent: isUrgent) { [self] in
      if (try? checkIsWanted()) != nil { core.noteSearch(engaged, of: peer.app, at: moment) }
      core.whenChoicesAreKept(of: peer.app) { [self] in
        send(.done, id)
        withExtendedLifetime(charge) {}
      }
    }
  }

  /// Forgets texts that were typed: for an app those of its own search, for who sees the whole system all.
  ///
  /// - Parameters:
  ///   - text: The text; `nil` for all of them.
  ///   - id: The request.
  ///   - charge: What the request takes meanwhile.
  func forgetSearches(_ text: String?, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    let app = peer.seesSystem ? nil : peer.app.identifier
    core.forgetSearches(text, of: app, from: app == nil ? nil : .app) { [self] result in
      switch result {
      case .success(let count): send(.searchesForgotten(count), id)
      case .failure(let error): fail(error, id)
      }
      withExtendedLifetime(charge) {}
    }
  }
}

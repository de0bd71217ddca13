internal import SpotlightWire

extension Session {
  /// Pins, hides or names a thing for the person, or takes that back.
  func changeMark(_ request: ChangeMark, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard mayMark(id) else { return }
    let thing = MarkedThing(scope: request.scope, identifier: request.identifier)
    guard MarkRecord.key(of: thing).utf8.count <= Choice.keyByteCount else {
      return fail(ServiceError(.refused, "The identifier is too long to be marked."), id)
    }
    core.changeMark(request) { [self] result in
      switch result {
      case .success(let mark): send(.markChanged(mark), id)
      case .failure(let error): fail(error, id)
      }
      withExtendedLifetime(charge) {}
    }
  }

  /// Lists what is pinned, hidden or named, for the person.
  func listMarks(_ request: ListMarks, _ id: UInt64, _ charge: (any PayloadCharge)?) {
    guard mayMark(id) else { return }
    core.whenKeysAreKnown { [self] in
      core.pool.run(for: peer.app, isUrgent: true) { [self] in
        send(.marksListed(core.marks(request)), id)
        withExtendedLifetime(charge) {}
      }
    }
  }

  /// Whether the client acts for the person; tells it where not: an app learns neither pins nor what is hidden, of its
  /// own things neither.
  private func mayMark(_ id: UInt64) -> Bool {
    if peer.seesSystem { return true }
    fail(ServiceError(.refused, "Only parts of the desktop may mark things for the person."), id)
    return false
  }
}

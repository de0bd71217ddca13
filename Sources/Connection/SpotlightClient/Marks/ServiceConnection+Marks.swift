package import SpotlightWire

extension ServiceConnection {
  /// Pins, hides or names a thing, or takes that back; for parts of the desktop. Waits for the answer, so it is not to
  /// be called on a queue or thread that others wait for.
  ///
  /// - Parameters:
  ///   - change: What.
  ///   - protection: The class that the thing has, as its hit or its mark tells.
  /// - Returns: What is decided about the thing from now on; `nil` where that is nothing.
  /// - Throws: ``ServiceError``: ``ServiceError/Code/classLocked`` where the class is locked,
  ///   ``ServiceError/Code/quotaExceeded`` where too much is decided already; *unsupported* by an older daemon.
  @discardableResult
  package func changeMark(
    _ change: ChangeMark, in protection: ProtectionClass
  ) throws(ServiceError) -> PersonalMark? {
    let request = ClientMessage.changeMark(change)
    let message =
      protection.isLockable
      ? try answer(to: request, of: protection) : try answer(to: request).message
    guard case .markChanged(let mark) = message else { throw .unexpected(message) }
    return mark
  }

  /// Lists what is pinned, hidden or named, wherever that is kept; for parts of the desktop. Waits for the answers.
  ///
  /// - Parameter request: Which things.
  /// - Returns: The marks, by app, index and identifier, and the classes that cannot be read now.
  /// - Throws: ``ServiceError``; *unsupported* by an older daemon.
  package func marks(
    _ request: ListMarks = ListMarks()
  ) throws(ServiceError) -> (marks: [PersonalMark], locked: [ProtectionClass]) {
    let (messages, locked) = try answersOfAllClasses(to: .listMarks(request))
    var marks: [PersonalMark] = []
    var unread = Set(locked)
    for message in messages {
      guard case .marksListed(let list) = message else { throw .unexpected(message) }
      marks += list.marks
      unread.formUnion(list.unread)
    }
    marks.sort { left, right in
      left.scope == right.scope ? left.identifier < right.identifier : left.scope < right.scope
    }
    return (marks, unread.sorted { $0.rawValue < $1.rawValue })
  }

  /// Asks the process of a class that can be locked, and waits for it.
  private func answer(
    to request: ClientMessage, of protection: ProtectionClass
  ) throws(ServiceError) -> DaemonMessage {
    try prepareToSearch()
    let awaited = AwaitedResult<DaemonMessage>()
    withChannel(to: protection) { channel in
      switch channel {
      case .failure(let error): awaited.settle(.failure(error))
      case .success(let link):
        link.request(request) { reply in
          switch reply {
          case .message(.failed(let error), _, _): awaited.settle(.failure(error))
          case .message(let message, _, _): awaited.settle(.success(message))
          case .lost(let error): awaited.settle(.failure(error))
          }
        }
      }
    }
    return try awaited.take()
  }
}

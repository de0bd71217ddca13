internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

extension ServiceConnection {
  /// Calls the body with a connection to a class that can be locked; it is made if need be. Where the process of the
  /// class ends meanwhile, the service is asked for the next one, once.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - socket: A socket that leads there, where the service has given one; used if there is no
  ///     connection yet.
  ///   - body: Told the connection, or why there is none:
  ///     ``ServiceError/Code/classLocked`` when there is nothing to be found there now.
  func withChannel(
    to protection: ProtectionClass, offered socket: SharedDescriptor? = nil,
    _ body: @escaping LinkBody
  ) {
    beginChannel(to: protection, offered: socket) { channel in
      guard case .failure(let error) = channel, error.code == .connectionLost else {
        return body(channel)
      }
      self.beginChannel(to: protection, offered: nil, body)
    }
  }

  private func beginChannel(
    to protection: ProtectionClass, offered socket: SharedDescriptor?,
    _ body: @escaping LinkBody
  ) {
    enum Step {
      case call(Result<Link, ServiceError>)
      case ask
      case start(Link)
      case nothing
    }
    let step = state.withLock { state -> Step in
      switch state.channels.channels[protection] {
      case .open(let link): return .call(.success(link))
      case .absent(let error)? where socket == nil: return .call(.failure(error))
      case .opening(let waiting, nil) where socket != nil:
        guard let link = channel(over: socket) else { return .call(.failure(.connectionEnded)) }
        state.channels.channels[protection] = .opening(waiting + [body], link)
        return .start(link)
      case .opening(let waiting, let link):
        state.channels.channels[protection] = .opening(waiting + [body], link)
        return .nothing
      case .absent, nil:
        guard socket != nil else {
          state.channels.channels[protection] = .opening([body], nil)
          return .ask
        }
        guard let link = channel(over: socket) else { return .call(.failure(.connectionEnded)) }
        state.channels.channels[protection] = .opening([body], link)
        return .start(link)
      }
    }
    switch step {
    case .call(let link): body(link)
    case .start(let link): link.start(self)
    case .ask: askForChannel(to: protection)
    case .nothing: break
    }
  }

  private func channel(over socket: SharedDescriptor?) -> Link? {
    guard let socket, let socket = try? UnixSocket(adopting: socket) else { return nil }
    return Link(SocketTransport(channel: socket))
  }

  private func askForChannel(to protection: ProtectionClass) {
    withLink { main in
      switch main {
      case .failure(let error): self.settle(protection, .absent(error))
      case .success(let main):
        main.request(.channel(protection)) { reply in
          switch reply {
          case .message(.channelOpened(.channel), let descriptors, _):
            self.adopt(descriptors.first, for: protection)
          case .message(.channelOpened, _, _):
            self.settle(protection, .absent(self.lockedError(protection)))
          case .message(.failed(let error), _, _): self.settle(protection, .absent(error))
          case .message(let message, _, _): self.settle(protection, .absent(.unexpected(message)))
          case .lost(let error): self.settle(protection, .absent(error))
          }
        }
      }
    }
  }

  /// Why there is no channel to a class that the service calls locked. It may have said since that the class is
  /// open: then it is worth to ask again.
  private func lockedError(_ protection: ProtectionClass) -> ServiceError {
    let isOpen = state.withLock { $0.channels.isOpen(protection) }
    return ServiceError(
      isOpen ? .unavailable : .classLocked, "The class \(protection.name) cannot be read now.")
  }

  private func adopt(_ socket: SharedDescriptor?, for protection: ProtectionClass) {
    let link = channel(over: socket)
    let isWanted = state.withLock { state in
      guard let link, case .opening(let waiting, nil)? = state.channels.channels[protection] else {
        return false
      }
      state.channels.channels[protection] = .opening(waiting, link)
      return true
    }
    if isWanted {
      link?.start(self)
    } else if link == nil {
      settle(protection, .absent(.connectionEnded))
    }
  }

  /// Tells who waits for a connection to a class what came of it.
  private func settle(_ protection: ProtectionClass, _ channel: ChannelTable.Channel) {
    let waiting = state.withLock { state -> [LinkBody] in
      guard case .opening(let waiting, _)? = state.channels.channels[protection] else { return [] }
      if case .absent(let error) = channel, error.code != .classLocked {
        // Nobody says when this has changed: the next who needs one asks again.
        state.channels.channels[protection] = nil
      } else {
        state.channels.channels[protection] = channel
      }
      return waiting
    }
    for body in waiting {
      switch channel {
      case .open(let link): body(.success(link))
      case .absent(let error): body(.failure(error))
      case .opening: break
      }
    }
  }

  // MARK: - What becomes of them

  func channelConnected(_ link: Link) {
    guard let protection = state.withLock({ $0.channels.protection(of: link) }) else { return }
    watchAnswers(over: link)
    settle(protection, .open(link))
  }

  /// A connection to a class has ended before it was ready.
  func channelLost(_ link: Link) {
    guard let protection = state.withLock({ $0.channels.protection(of: link) }) else { return }
    settle(protection, .absent(.connectionEnded))
  }

  /// How often the service told of a class, for ``isOpen(_:changedSince:)``.
  var classChangeCount: Int { state.withLock { $0.channels.changeCount } }

  /// Whether a class is open, and the service has told of one since.
  func isOpen(_ protection: ProtectionClass, changedSince changeCount: Int) -> Bool {
    state.withLock {
      $0.channels.changeCount != changeCount && $0.channels.isOpen(protection)
    }
  }

  /// A class was locked or unlocked, or has another key.
  func classChanged(_ condition: ClassCondition) {
    enum Step {
      case nothing
      case begin(closing: Link?, [IndexHandle], [LiveSearch])
    }
    let step = state.withLock { state -> Step in
      state.channels.note(condition)
      var link: Link?
      switch state.channels.channels[condition.protection] {
      case .open(let open):
        // A class that is locked and opened again says both: this channel leads to one that is open
        // still, which has been given its key meanwhile.
        if condition.state == .open { return .nothing }
        link = open
        state.channels.channels[condition.protection] = nil
      case .absent: state.channels.channels[condition.protection] = nil
      case .opening, nil: break
      }
      return .begin(closing: link, Array(state.indexes.values), state.searches)
    }
    guard case .begin(let link, let indexes, let searches) = step else { return }
    // What searches show of the class goes first.
    for search in searches { search.classChanged(condition) }
    link?.close()
    for index in indexes { index.classChanged(condition, closing: link) }
    usedHistory?.classChanged(condition, closing: link)
  }
}

internal import FresnelModel
internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// What this process has to do with the service, as one app: one per process as a rule.
///
/// The connection is made when first needed, and again when it was lost: what waits for an answer and
/// may be repeated is sent again, and delegates are registered again. Methods may be called on any
/// thread and do not wait.
package final class ServiceConnection: Sendable {
  /// How connections are made.
  package struct Connecting: Sendable {
    /// Makes a transport that was not started; cheap.
    package var makeTransport: @Sendable () -> any ClientTransport
    /// Whether the service is another process, to which a connection may be made again.
    package var isRemote: Bool
    /// How long to go on trying to connect before requests fail.
    package var patience: Duration
    /// The directory of an index that the app kept itself, which the service is to have; `nil` for none.
    package var ownDirectory: String?
    /// Names the program of this process, where ``ownDirectory`` may be another program's too: the service gets it only
    /// if no other has written there. `nil` where it is the app's alone.
    package var nameProgram: (@Sendable () -> String?)?
    /// Whether the service has to agree who the app is.
    package var requiresIdentity = false
    /// Whether the client is of no use as an app, as it is a tool.
    package var requiresRole = false
    /// Why searches may lack items of the app, in one sentence; `nil` where nothing is known to be missing.
    package var omission: String?
    /// What a person who waits is told, and for how long it is tried; `nil` where nobody waits.
    package var waiting: Waiting?
    /// How much goes to the service at once.
    package var batchLimits = BatchLimits.message

    /// Puts the parts together.
    package init(
      isRemote: Bool, patience: Duration = .seconds(30), ownDirectory: String? = nil,
      makeTransport: @escaping @Sendable () -> any ClientTransport
    ) {
      self.makeTransport = makeTransport
      self.isRemote = isRemote
      self.patience = patience
      self.ownDirectory = ownDirectory
    }
  }

  /// Whether the service is another process, which has to do with more than this app.
  package var reachesService: Bool { connecting.isRemote }

  /// Whether items of the app are somewhere else, as far as is known, so that every search is partial.
  var lacksItems: Bool { connecting.omission != nil }

  /// Told a connection, or why there is none.
  typealias LinkBody = @Sendable (Result<Link, ServiceError>) -> Void

  let connecting: Connecting
  let state: Mutex<State>
  let extensionTarget = Mutex<(any ExtensionTarget)?>(nil)

  struct State: Sendable {
    var phase = Phase.idle
    var schedule: RetrySchedule
    var processIdentifier = CurrentProcess.identifier
    var indexes: [IndexScope: IndexHandle] = [:]
    /// Wait for the connection, in order.
    var waiting: [LinkBody] = []
    /// Counts the connections that were begun because somebody asked for one.
    var beginningCount = 0
    /// Why the last attempt to connect failed, while it is tried again.
    var lastFailure: ServiceError?
    var welcome: Welcome?
    var channels = ChannelTable()
    var searches: [LiveSearch] = []
    /// The app's history, once this process has to do with it.
    var history: HistoryHandle?
    /// Connections of a process from which this one was forked. They are not touched any more: what
    /// is done to their descriptors happens to that process.
    var abandoned: [Link] = []
  }

  enum Phase: Sendable {
    /// There is no connection, and nobody has needed one.
    case idle
    /// A connection is being made.
    case connecting(Link)
    /// It is tried again later.
    case waiting(EventLoop.Timer)
    /// There is one.
    case connected(Link)
    /// There will be none.
    case closed
  }

  /// Makes a connection that is not begun yet.
  package init(_ connecting: Connecting) {
    self.connecting = connecting
    state = Mutex(State(schedule: RetrySchedule(patience: connecting.patience)))
  }

  /// Gives an index of the app; the same object for the same name.
  ///
  /// - Parameters:
  ///   - name: The name; empty for the default index.
  ///   - protection: When the items may be read; `nil` leaves the class that the index has.
  ///   - isPrivate: Whether the system's search is not to find the items.
  ///   - app: Whose index it is, where a tool fills that of another; empty for this app's own.
  /// - Returns: The index.
  package func index(
    named name: String, protection: ProtectionClass? = nil, isPrivate: Bool = false,
    of app: String = ""
  ) -> IndexHandle {
    noticeFork()
    let index = state.withLock { state in
      let scope = IndexScope(app: app, index: name)
      if let index = state.indexes[scope] { return index }
      let index = IndexHandle(self, scope)
      state.indexes[scope] = index
      return index
    }
    if protection != nil || isPrivate { index.use(protection: protection, isPrivate: isPrivate) }
    return index
  }

  /// Ends the connection for good; what waits fails.
  package func close() {
    let (phase, waiting, channels) = state.withLock { state in
      defer {
        state.phase = .closed
        state.waiting = []
        state.channels = ChannelTable()
        state.searches = []
      }
      return (state.phase, state.waiting, state.channels.links)
    }
    switch phase {
    case .connecting(let link), .connected(let link): link.close()
    case .waiting(let timer): TransportLoop.shared?.cancel(timer)
    case .idle, .closed: break
    }
    for channel in channels { channel.close() }
    for body in waiting { body(.failure(.connectionEnded)) }
  }

  // MARK: - Connections

  /// Calls the body with the connection, which is made if need be.
  func withLink(_ body: @escaping LinkBody) {
    noticeFork()
    let step = state.withLock { state -> Step in
      switch state.phase {
      case .connected(let link): return .call(.success(link))
      case .closed: return .call(.failure(.connectionEnded))
      case .connecting, .waiting:
        state.waiting.append(body)
        return .nothing
      case .idle:
        state.waiting.append(body)
        state.beginningCount += 1
        watchWaiting(sinceBeginning: state.beginningCount)
        return begin(&state)
      }
    }
    switch step {
    case .call(let link): body(link)
    case .start(let link): link.start(self)
    case .nothing: break
    }
  }

  /// The connection, if there is one.
  var establishedLink: Link? {
    state.withLock { state in
      if case .connected(let link) = state.phase { link } else { nil }
    }
  }

  private enum Step {
    case call(Result<Link, ServiceError>)
    case start(Link)
    case nothing
  }

  /// Makes a connection now or, after failures, later.
  private func begin(_ state: inout State) -> Step {
    let delay = state.schedule.delay
    if delay > .zero, let loop = TransportLoop.shared {
      state.phase = .waiting(loop.after(delay) { [weak self] in self?.beginAgain() })
      return .nothing
    }
    let link = Link(connecting.makeTransport())
    state.phase = .connecting(link)
    return .start(link)
  }

  private func beginAgain() {
    let link = state.withLock { state -> Link? in
      guard case .waiting = state.phase else { return nil }
      let link = Link(connecting.makeTransport())
      state.phase = .connecting(link)
      return link
    }
    link?.start(self)
  }

  /// Begins anew in a process that was forked from the one whose connection this was.
  func noticeFork() {
    guard connecting.isRemote else { return }
    let process = CurrentProcess.identifier
    let forked = state.withLock { state -> (indexes: [IndexHandle], history: HistoryHandle?)? in
      guard state.processIdentifier != process else { return nil }
      state.processIdentifier = process
      switch state.phase {
      case .connecting(let link), .connected(let link): state.abandoned.append(link)
      case .idle, .waiting, .closed: break
      }
      state.abandoned += state.channels.links
      state.phase = .idle
      state.waiting = []
      state.lastFailure = nil
      state.channels = ChannelTable()
      state.searches = []
      state.schedule = RetrySchedule(patience: connecting.patience)
      for link in state.abandoned { link.forget() }
      return (Array(state.indexes.values), state.history)
    }
    guard let forked else { return }
    for index in forked.indexes { index.forget() }
    forked.history?.forget()
  }
}

// MARK: - What becomes of connections

extension ServiceConnection: LinkObserver {
  func connected(_ link: Link, _ welcome: Welcome) {
    guard state.withLock({ $0.channels.protection(of: link) }) == nil else {
      return channelConnected(link)
    }
    if connecting.requiresIdentity, !welcome.notice.isEmpty {
      link.close()
      return lost(link, ServiceError(.refused, welcome.notice))
    }
    if connecting.requiresRole, welcome.role == .app {
      link.close()
      let isForTool = welcome.notice.hasPrefix(Welcome.otherInstallation)
      let reason = isForTool ? welcome.notice : "Only the command line may do this."
      return lost(link, ServiceError(.refused, reason))
    }
    // A program may end while its index is handed over; how it is registered it is to be told all the same.
    DeveloperNotice.show(welcome.notice)
    DeveloperNotice.show(connecting.omission ?? "")
    let handover = connecting.ownDirectory.map {
      Handover(directory: $0, nameProgram: connecting.nameProgram)
    }
    if let handover, handover.isDue {
      handover.run(over: link) { outcome in
        switch outcome {
        case .done: self.begin(over: link, welcome)
        case .again(let error):
          link.close()
          self.lost(link, error)
        }
      }
    } else {
      begin(over: link, welcome)
    }
  }

  /// Lets the requests go that wait for a connection.
  private func begin(over link: Link, _ welcome: Welcome) {
    let waiting = state.withLock { state -> [LinkBody]? in
      // One that ended meanwhile must not be taken for a connection: whoever asks it gets no answer and
      // asks again. Another is made when its observer is told.
      guard case .connecting(link) = state.phase, !link.hasEnded else { return nil }
      state.phase = .connected(link)
      state.lastFailure = nil
      state.schedule.connected(at: MonotonicClock.nanoseconds)
      state.welcome = welcome
      state.channels.begin(welcome.classes)
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return }
    watchAnswers(over: link)
    for body in waiting { body(.success(link)) }
    usedHistory?.connected()
  }

  func ended(_ link: Link) {
    state.withLock { state in
      // Who waited for an answer over a channel may ask for the next one.
      state.channels.forget(link)
      guard case .connected(link) = state.phase else { return }
      _ = state.schedule.failed(at: MonotonicClock.nanoseconds)
      state.phase = .idle
    }
  }

  func lost(_ link: Link, _ error: ServiceError) {
    let outcome = state.withLock { state -> Outcome in
      switch state.phase {
      case .connecting(link):
        state.phase = .idle
        let mayRetry =
          connecting.isRemote && error.isRetryable
          && state.schedule.failed(at: MonotonicClock.nanoseconds)
        state.lastFailure = mayRetry ? error : nil
        if mayRetry { return .retry(begin(&state)) }
        defer { state.waiting = [] }
        return .failed(state.waiting)
      default:
        let isChannel = state.channels.protection(of: link) != nil
        return isChannel ? .channel : .lost(Array(state.indexes.values))
      }
    }
    switch outcome {
    case .lost(let indexes):
      for index in indexes { index.disconnected(from: link) }
      for index in indexes { index.restoreDelegate() }
      usedHistory?.disconnected(from: link)
    case .failed(let waiting):
      for body in waiting { body(.failure(error)) }
    case .retry(.start(let link)): link.start(self)
    case .retry: break
    case .channel: channelLost(link)
    }
  }

  private enum Outcome {
    case lost([IndexHandle])
    case failed([LinkBody])
    case retry(Step)
    case channel
  }
}

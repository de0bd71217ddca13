internal import SpotlightWire

/// The requests about one index, in the order in which they were made, through lost connections and
/// locked sessions. It says what is to be done next and does nothing itself.
struct RequestLine: Sendable {
  /// Where the index can be reached now.
  private enum Place: Sendable {
    /// Nowhere yet.
    case closed
    /// It is being opened.
    case opening
    /// Over a connection, under a number.
    case open(UInt32, Link)
    /// Nowhere until its class is unlocked; some changes may be sealed.
    case locked(LockedIndex, Link)
  }

  /// What is to be done next.
  enum Step: Sendable {
    /// To open the index.
    case open
    /// To send a request, and to hand its reply to ``answered(_:over:)`` or ``lost(_:over:)``.
    case send(UInt64, ClientMessage, over: Link)
    /// To tell who made a request what came of it.
    case finish(IndexRequest, Result<DaemonMessage, ServiceError>)
  }

  private var place = Place.closed
  /// Those that are not answered, by the order in which they were made.
  private var requests: [UInt64: IndexRequest] = [:]
  private var lastOrder: UInt64 = 0
  /// The first that may not have been sent.
  private var nextOrder: UInt64 = 1
  /// A request whose answer decides before another is sent.
  private var barrier: UInt64?
  /// What the service was told that this process answers.
  private var announced: DelegateMethods = []
  /// Whether somebody takes steps.
  private var isBusy = false

  // MARK: - What happens

  /// Puts a request at the end.
  mutating func append(_ request: IndexRequest) {
    lastOrder += 1
    requests[lastOrder] = request
  }

  /// Whether requests wait for their answers.
  var isEmpty: Bool { requests.isEmpty }

  /// The index was opened over a connection.
  mutating func opened(_ handle: UInt32, over link: Link, announcing methods: DelegateMethods) {
    place = .open(handle, link)
    announced = methods
  }

  /// The class of the index is locked.
  mutating func found(_ locked: LockedIndex, over link: Link) {
    place = .locked(locked, link)
  }

  /// The index could not be opened, as the connection was lost, or its class was unlocked: it is opened
  /// when something waits.
  mutating func close() {
    place = .closed
  }

  /// The index could not be opened.
  ///
  /// - Returns: All requests, which came to nothing.
  mutating func takeAll() -> [IndexRequest] {
    place = .closed
    barrier = nil
    defer {
      requests = [:]
      nextOrder = lastOrder + 1
    }
    return requests.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A connection was lost, or leads to a class that was locked.
  mutating func disconnected(from link: Link) {
    switch place {
    case .open(_, let current) where current === link: place = .closed
    case .locked(_, let current) where current === link: place = .closed
    default: break
    }
  }

  /// A request was answered.
  ///
  /// - Returns: The request; `nil` when it is to be sent again over another connection.
  mutating func answered(_ order: UInt64, over link: Link) -> IndexRequest? {
    guard requests[order]?.sentOver === link else { return nil }
    if barrier == order { barrier = nil }
    return requests.removeValue(forKey: order)
  }

  /// A request was not answered before its connection ended.
  ///
  /// - Returns: The request, if it must not be sent again.
  mutating func lost(_ order: UInt64, over link: Link) -> IndexRequest? {
    guard let request = requests[order], request.sentOver === link else { return nil }
    disconnected(from: link)
    if barrier == order { barrier = nil }
    guard request.maySendAgain else { return requests.removeValue(forKey: order) }
    requests[order]?.sentOver = nil
    nextOrder = min(nextOrder, order)
    return nil
  }

  /// Whether a change was sent more than once.
  func isRepeated(_ order: UInt64) -> Bool {
    (requests[order]?.attemptCount ?? 0) > 1
  }

  /// The condition of a change that waits for its answer.
  func condition(of order: UInt64) -> (expected: ClientStateExpectation, new: [UInt8]?)? {
    requests[order]?.condition
  }

  /// The number by which a connection knows the index; `nil` when it is not open there.
  func handle(over link: Link) -> UInt32? {
    guard case .open(let handle, let current) = place, current === link else { return nil }
    return handle
  }

  /// The connection over which the index is open.
  var link: Link? {
    guard case .open(_, let link) = place else { return nil }
    return link
  }

  // MARK: - What is to be done

  /// Lets one caller at a time take steps, so that they are taken in order.
  ///
  /// - Returns: Whether the caller is to take steps until there are none.
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// The next step; `nil` when there is none for now, and the caller has ended taking steps.
  mutating func nextStep() -> Step? {
    while barrier == nil, nextOrder <= lastOrder {
      guard let request = requests[nextOrder], request.sentOver == nil else {
        nextOrder += 1
        continue
      }
      switch place {
      case .closed:
        place = .opening
        return .open
      case .opening:
        isBusy = false
        return nil
      case .open(let handle, let link):
        return step(request, handle, link)
      case .locked(let locked, let link):
        return step(request, locked, link)
      }
    }
    isBusy = false
    return nil
  }

  private mutating func step(_ request: IndexRequest, _ handle: UInt32, _ link: Link) -> Step {
    let order = nextOrder
    nextOrder += 1
    switch request.content {
    case .setDelegate(announced):
      requests[order] = nil
      return .finish(request, .success(.done))
    case .setDelegate(let methods): announced = methods
    case .aside(_, let origin) where origin !== link:
      requests[order] = nil
      return .finish(request, .failure(.replacementLost))
    default: break
    }
    // Whether the first attempt did it is told by the client state, which no later change may touch
    // before it is looked at.
    if request.attemptCount > 0, request.condition != nil { barrier = order }
    requests[order]?.sentOver = link
    requests[order]?.attemptCount += 1
    return .send(order, request.message(for: handle), over: link)
  }

  private mutating func step(
    _ request: IndexRequest, _ locked: LockedIndex, _ link: Link
  ) -> Step {
    let order = nextOrder
    nextOrder += 1
    if case .setDelegate(let methods) = request.content {
      // Told when the index is opened after the class is unlocked.
      announced = methods
      requests[order] = nil
      return .finish(request, .success(.done))
    }
    do throws(ServiceError) {
      let message = try locked.message(for: request.content)
      requests[order]?.sentOver = link
      requests[order]?.attemptCount += 1
      return .send(order, message, over: link)
    } catch {
      requests[order] = nil
      return .finish(request, .failure(error))
    }
  }
}

extension ServiceError {
  /// Items that were built aside went with the connection.
  static var replacementLost: ServiceError {
    ServiceError(
      .connectionLost,
      "The items that were built aside were dropped when the connection was lost; begin again.")
  }
}

internal import SpotlightWire

/// The requests about one index, in the order in which they were made, through lost connections and
/// locked sessions. It says what is to be done next and does nothing itself.
///
/// Answers are told in the order of the requests, however early they come.
struct RequestLine: Sendable {
  /// Where the index can be reached now.
  private enum Place: Sendable {
    /// Nowhere yet.
    case closed
    /// It is being opened, for the time that the number says.
    case opening(Int)
    /// Over a connection, under a number.
    case open(UInt32, Link)
    /// Nowhere until its class is unlocked; some changes may be sealed.
    case locked(LockedIndex, Link)
  }

  /// What is to be done next.
  enum Step: Sendable {
    /// To open the index, and to say what came of it under the number.
    case open(Int)
    /// To send a request, and to hand its reply to ``answered(_:_:over:)`` or ``lost(_:over:)``.
    case send(UInt64, ClientMessage, over: Link)
    /// To tell who made a request what came of it.
    case finish(Answered)
  }

  /// An answer, the connection over which it came, and who is to be told.
  struct Answered: Sendable {
    let answer: IndexRequest.Answer
    var link: Link?
    let finish: IndexRequest.Finish
  }

  private var place = Place.closed
  /// Those that are not answered, by the order in which they were made.
  private var requests: [UInt64: IndexRequest] = [:]
  /// The answers of others, to be told when those before them are.
  private var answers: [UInt64: Answered] = [:]
  private var lastOrder: UInt64 = 0
  /// The first whose maker was not told an answer.
  private var nextAnswer: UInt64 = 1
  /// The first that may not have been sent.
  private var nextOrder: UInt64 = 1
  /// A request whose answer decides before another is sent.
  private var barrier: UInt64?
  /// Requests under way that were sent before the index was last opened: under another number, or sealed.
  /// Nothing is sent before they are answered: it would overtake them, or be overtaken.
  private var sentElsewhere: Set<UInt64> = []
  /// How often the index was opened.
  private var openingCount = 0
  /// What the service was told that this process answers.
  private var announced: DelegateMethods = []
  /// Whether somebody takes steps.
  private var isBusy = false
  /// Whether the process ends: changes that fail from now on are noted.
  var isEnding = false
  /// Changes that failed since ``isEnding`` was set, and why.
  private(set) var failuresWhileEnding: [(changes: UnkeptChanges, error: ServiceError)] = []

  /// The changes that have no answer yet; of one that goes in parts, those that are not done.
  var unanswered: UnkeptChanges {
    requests.values.reduce(into: UnkeptChanges()) { $1.count(into: &$0) }
  }

  // MARK: - What happens

  /// Puts a request at the end.
  mutating func append(_ request: IndexRequest) {
    lastOrder += 1
    requests[lastOrder] = request
  }

  /// Puts an answer at the end that needs nobody to be asked.
  mutating func append(_ answered: Answered) {
    lastOrder += 1
    answers[lastOrder] = answered
  }

  /// Whether the index is being opened for the time that the number says. What comes of an earlier time is
  /// of no more interest: the index is to be opened as it is now.
  func isOpening(_ number: Int) -> Bool {
    if case .opening(number) = place { true } else { false }
  }

  /// The index was opened over a connection.
  mutating func opened(_ handle: UInt32, over link: Link, announcing methods: DelegateMethods) {
    settle(in: .open(handle, link))
    announced = methods
  }

  /// The class of the index is locked.
  mutating func found(_ locked: LockedIndex, over link: Link) {
    settle(in: .locked(locked, link))
  }

  private mutating func settle(in place: Place) {
    self.place = place
    sentElsewhere = Set(requests.lazy.filter { $0.value.sentOver != nil }.map(\.key))
  }

  /// The index could not be opened, as the connection was lost, or its class was unlocked: it is opened
  /// when something waits.
  mutating func close() {
    place = .closed
  }

  /// The index could not be opened: all requests that have no answer fail.
  mutating func failAll(with error: ServiceError) {
    place = .closed
    barrier = nil
    sentElsewhere = []
    for order in requests.keys { settle(order, .failure(error)) }
    nextOrder = lastOrder + 1
  }

  /// A connection was lost, or leads to a class that was locked.
  mutating func disconnected(from link: Link) {
    switch place {
    case .open(_, let current) where current === link: place = .closed
    case .locked(_, let current) where current === link: place = .closed
    default: break
    }
  }

  /// A request was answered, or a part of it done, behind which the next one goes. An answer over another
  /// connection than the last is passed over.
  mutating func answered(_ order: UInt64, _ answer: IndexRequest.Answer, over link: Link) {
    guard requests[order]?.sentOver === link else { return }
    guard case .success(.done) = answer, requests[order]?.beginNextPart() == true else {
      return settle(order, answer)
    }
    waitsAgain(order)
  }

  private mutating func settle(_ order: UInt64, _ answer: IndexRequest.Answer) {
    guard let request = requests.removeValue(forKey: order) else { return }
    if barrier == order { barrier = nil }
    sentElsewhere.remove(order)
    if isEnding, case .failure(let error) = answer {
      var changes = UnkeptChanges()
      request.count(into: &changes)
      if !changes.text.isEmpty { failuresWhileEnding.append((changes, error)) }
    }
    answers[order] = Answered(answer: answer, link: request.sentOver, finish: request.finish)
  }

  /// A request is to be sent that may have been before.
  private mutating func waitsAgain(_ order: UInt64) {
    if barrier == order { barrier = nil }
    sentElsewhere.remove(order)
    nextOrder = min(nextOrder, order)
  }

  /// A request was not answered before its connection ended.
  mutating func lost(_ order: UInt64, over link: Link) {
    guard let request = requests[order], request.sentOver === link else { return }
    disconnected(from: link)
    guard request.maySendAgain else { return settle(order, .failure(.connectionEnded)) }
    requests[order]?.noteLost()
    waitsAgain(order)
  }

  /// Whether a change was sent more than once.
  func isRepeated(_ order: UInt64) -> Bool {
    (requests[order]?.attemptCount ?? 0) > 1
  }

  /// Whether a change that was repeated, and found another client state than it expected, was done the first
  /// time: so it is when the stored state is the one that it sets, or that batches behind it set, each of
  /// which expected that of the one before and was sent, too. Nothing else was sent meanwhile.
  ///
  /// - Complexity: O(*n*) in the requests made after it.
  func wasDone(_ order: UInt64, leaving stored: [UInt8]?) -> Bool {
    guard let first = requests[order]?.condition else { return false }
    var state = first.new
    if state == nil { return false }
    var next = order
    while state != stored {
      next += 1
      guard next <= lastOrder else { return false }
      guard let request = requests[next], case .apply(let batch) = request.content,
        request.attemptCount > 0, let new = batch.clientState
      else { continue }
      guard let before = state, batch.expected == .equal(before) else { return false }
      state = new
    }
    return true
  }

  /// The number by which a connection knows the index; `nil` when it is not open there.
  func handle(over link: Link) -> UInt32? {
    guard case .open(let handle, let current) = place, current === link else { return nil }
    return handle
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
    while true {
      if let answered = answers.removeValue(forKey: nextAnswer) {
        nextAnswer += 1
        return .finish(answered)
      }
      guard barrier == nil, nextOrder <= lastOrder else { break }
      guard let request = requests[nextOrder], request.sentOver == nil else {
        nextOrder += 1
        continue
      }
      switch place {
      case .closed:
        openingCount += 1
        place = .opening(openingCount)
        return .open(openingCount)
      case .open(let handle, let link) where sentElsewhere.isEmpty:
        if let step = step(request, handle, link) { return step }
      case .locked(let locked, let link) where sentElsewhere.isEmpty:
        if let step = step(request, locked, link) { return step }
      case .opening, .open, .locked:
        isBusy = false
        return nil
      }
    }
    isBusy = false
    return nil
  }

  /// - Returns: How the request is sent; `nil` when it is answered already.
  private mutating func step(_ request: IndexRequest, _ handle: UInt32, _ link: Link) -> Step? {
    let order = nextOrder
    nextOrder += 1
    switch request.content {
    case .setDelegate(announced):
      settle(order, .success(.done))
      return nil
    case .setDelegate(let methods): announced = methods
    case .aside(_, let origin) where origin !== link:
      settle(order, .failure(.replacementLost))
      return nil
    default: break
    }
    // Whether the first attempt did it is told by the client state, which no later change may touch
    // before it is looked at.
    if request.attemptCount > 0, request.condition != nil { barrier = order }
    return send(order, request.message(for: handle), over: link)
  }

  /// - Returns: How the request is sent; `nil` when it is answered already.
  private mutating func step(
    _ request: IndexRequest, _ locked: LockedIndex, _ link: Link
  ) -> Step? {
    let order = nextOrder
    nextOrder += 1
    if case .setDelegate(let methods) = request.content {
      // Told when the index is opened after the class is unlocked.
      announced = methods
      settle(order, .success(.done))
      return nil
    }
    do throws(ServiceError) {
      let message = try locked.message(for: request.content)
      return send(order, message, over: link)
    } catch {
      settle(order, .failure(error))
      return nil
    }
  }

  private mutating func send(_ order: UInt64, _ message: ClientMessage, over link: Link) -> Step {
    // The next part goes before all others, if this one is done.
    if requests[order]?.noteSent(over: link) == true { barrier = order }
    return .send(order, message, over: link)
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

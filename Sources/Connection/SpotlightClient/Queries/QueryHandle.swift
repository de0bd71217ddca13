internal import Dispatch
internal import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// A query under way, whose results are taken one frame after the other.
///
/// The service runs only so far ahead of who takes the results as the protocol's window says. Nobody
/// waits on a thread: what comes is handed over on a queue of the query's own, so whoever takes long
/// keeps nobody else waiting.
package final class QueryHandle: Sendable {
  /// What comes next.
  package enum Event: Sendable {
    /// Some of the items that match; at least one.
    case hits([WireHit])
    /// All came, or the query failed. Told again to whoever asks again. A list that could not be given whole ends with
    /// a failure that has ``ServiceError/omissions``, after everything that could be read.
    case end(ServiceError?)
  }

  /// A run of the query over one connection.
  fileprivate struct Part: Sendable {
    var link: Link?
    var request: UInt64 = 0
    /// Tells a run from the one that it repeats, whose link may end before it is noted here.
    var attempt = 0
    /// Frames taken that the service was not told of.
    var takenCount: UInt16 = 0
    /// Whether the query is run there at all.
    var isAsked = true
    /// Whether anything came from there.
    var isBegun = false
    var isOver = false
    var isRepeated = false
    /// Why it was not run, where the query goes on without it.
    var absence: ServiceError?
    /// What it left out, where a list goes on without that: one sentence for each reason.
    var omissions: [String] = []
  }

  fileprivate struct State: Sendable {
    var parts: [Part] = []
    var frames = FirstInFirstOut<Frame>()
    /// Whether anything came; then the query cannot be repeated.
    var isBegun = false
    /// Whether items are missing without the query having failed.
    var isPartial = false
    var end: Event?
    var receiver: (@Sendable (Event) -> Void)?
  }

  fileprivate struct Frame: Sendable {
    var hits: [WireHit]
    var part: Int
  }

  private let connection: ServiceConnection
  private let request: ClientMessage
  /// The classes that are looked through; `nil` for all.
  private let classes: [ProtectionClass]?
  private let queue = DispatchQueue(label: "fresnel.query", target: .global(qos: .userInitiated))
  private let state = Mutex(State())

  /// The service is told of frames taken when there are so many of them.
  private static let creditedFrames = UInt16(WireLimits.resultsWindow / 2)

  init(_ connection: ServiceConnection, _ request: QueryRequest) {
    self.connection = connection
    self.request = .query(request)
    classes = request.classes
  }

  init(_ connection: ServiceConnection, _ list: ItemList) {
    self.connection = connection
    request = .list(list)
    classes = nil
  }

  // MARK: - Taking results

  /// Hands over what comes next, when it has come.
  ///
  /// - Parameter receiver: Called once, on the query's queue. It may ask for the next.
  /// - Precondition: The receiver of the call before was called.
  package func next(_ receiver: @escaping @Sendable (Event) -> Void) {
    let (event, credit) = state.withLock { state -> (Event?, Credit?) in
      if let frame = state.frames.popFirst() {
        return (.hits(frame.hits), state.take(from: frame.part, upTo: Self.creditedFrames))
      }
      if let end = state.end { return (end, nil) }
      precondition(state.receiver == nil, "A query's results are asked for twice at once.")
      state.receiver = receiver
      return (nil, nil)
    }
    if let event { queue.async { receiver(event) } }
    credit?.send()
  }

  /// Gives the query up: the next event is its end, with ``ServiceError/Code/cancelled``, unless it
  /// had ended.
  package func cancel() {
    finish(with: ServiceError(.cancelled, "The query was cancelled."))
  }

  /// Whether items of the app's own store, which was not taken over, or those that it handed to a daemon that is gone,
  /// are missing from a query that has come to its end without an error.
  package var isPartial: Bool { connection.lacksItems || state.withLock { $0.isPartial } }

  // MARK: - Running

  func start() {
    connection.withLink { link in
      switch link {
      case .failure(let error): self.finish(with: error)
      case .success(let link):
        self.run(over: link, self.connection.places(of: self.classes))
      }
    }
  }

  /// Runs the query wherever there are items of the classes.
  private func run(over link: Link, _ places: ChannelTable.Places) {
    state.withLock { state in
      state.parts = Array(repeating: Part(), count: 1 + places.channels.count)
      if !places.isMain {
        state.parts[0].isAsked = false
        state.parts[0].isOver = true
      }
    }
    guard places.isMain || !places.channels.isEmpty else { return finish(with: places.absence) }
    if places.isMain { run(0, over: link) }
    for (index, protection) in places.channels.enumerated() { run(index + 1, in: protection) }
  }

  private func run(_ part: Int, in protection: ProtectionClass) {
    connection.withChannel(to: protection) { channel in
      switch channel {
      case .success(let channel): self.run(part, over: channel, protection)
      case .failure(let error): self.skip(part, protection, because: error)
      }
    }
  }

  private func run(_ part: Int, over link: Link, _ protection: ProtectionClass? = nil) {
    let attempt = state.withLock { $0.end == nil ? $0.parts[part].attempt : nil }
    guard let attempt else { return }
    guard let request = link.reserve({ self.received($0, in: part, protection, over: link) })
    else { return }
    let isWanted = state.withLock { state in
      guard state.end == nil, state.parts[part].attempt == attempt else { return false }
      state.parts[part].link = link
      state.parts[part].request = request
      return true
    }
    link.send(self.request, as: request)
    if !isWanted { link.send(.cancel(request)) }
  }

  private func received(
    _ reply: Reply, in part: Int, _ protection: ProtectionClass?, over link: Link
  ) {
    switch reply {
    case .message(.results(let hits), _, let isLast):
      if !hits.isEmpty { deliver(connection.hits(hits, of: classes), from: part) }
      if isLast { endPart(part, with: nil) }
    case .message(.failed(let error), _, _) where error.lacksOwnStoreAlone:
      // As a class that is locked: who asks gets the rest.
      state.withLock { $0.isPartial = true }
      endPart(part, with: nil)
    case .message(.failed(let error), _, _): endPart(part, with: error)
    case .message(let message, _, _): endPart(part, with: .unexpected(message))
    case .lost(let error):
      guard let protection else { return repeatOrEnd(with: error) }
      repeatOrEnd(part, in: protection)
    }
  }

  /// The process of a class has ended. If nothing came from it, the next one is asked, or the query goes on without a
  /// class that was locked.
  private func repeatOrEnd(_ part: Int, in protection: ProtectionClass) {
    let mayRepeat = state.withLock { state in
      guard state.end == nil, !state.parts[part].isBegun, !state.parts[part].isRepeated else {
        return false
      }
      state.parts[part] = Part(attempt: state.parts[part].attempt + 1, isRepeated: true)
      return true
    }
    if mayRepeat { return run(part, in: protection) }
    // What came over a channel is gone with its class.
    endPart(part, with: ServiceError(.classLocked, "Items were locked while the query ran."))
  }

  private func repeatOrEnd(with error: ServiceError) {
    let mayRepeat = state.withLock { state in
      guard state.end == nil, !state.isBegun, !state.parts[0].isRepeated else { return false }
      state.parts[0] = Part(attempt: state.parts[0].attempt + 1, isRepeated: true)
      return true
    }
    guard mayRepeat else { return endPart(0, with: error) }
    connection.withLink { link in
      switch link {
      case .success(let link): self.run(0, over: link)
      case .failure(let error): self.endPart(0, with: error)
      }
    }
  }

  private func deliver(_ hits: [WireHit], from part: Int) {
    let (receiver, credit) = state.withLock { state -> (Receiver?, Credit?) in
      guard state.end == nil else { return (nil, nil) }
      guard !hits.isEmpty else { return (nil, state.take(from: part, upTo: Self.creditedFrames)) }
      state.isBegun = true
      state.parts[part].isBegun = true
      guard let receiver = state.receiver else {
        state.frames.append(Frame(hits: hits, part: part))
        return (nil, nil)
      }
      state.receiver = nil
      return (receiver, state.take(from: part, upTo: Self.creditedFrames))
    }
    if let receiver { queue.async { receiver(.hits(hits)) } }
    credit?.send()
  }

  private typealias Receiver = @Sendable (Event) -> Void

  /// A class cannot be read now: the query goes on without it, unless nothing else was asked for, or the class was
  /// there when the query began and is not locked.
  private func skip(_ part: Int, _ protection: ProtectionClass, because error: ServiceError) {
    let isRepeated = state.withLock { state in
      state.parts[part].absence = error
      return state.parts[part].isRepeated
    }
    if isRepeated, !isList, error.code != .classLocked { return endPart(part, with: error) }
    // Whether one that is locked has anything is asked of the daemon.
    let isMissing = isList && error.code != .classLocked
    endPart(
      part, with: isMissing ? ServiceError(omitting: [error.message(omitting: protection)]) : nil)
  }

  /// Whether all items are wanted, and what cannot be read keeps nobody from the rest.
  private var isList: Bool { if case .list = request { true } else { false } }

  private func endPart(_ part: Int, with error: ServiceError?) {
    let omissions = isList ? error?.omissions ?? [] : []
    if let error, omissions.isEmpty { return finish(with: error) }
    let end = state.withLock { state -> ServiceError?? in
      state.parts[part].isOver = true
      state.parts[part].omissions = omissions
      guard state.parts.allSatisfy(\.isOver) else { return nil }
      let all = state.parts.flatMap(\.omissions)
      if !all.isEmpty { return .some(ServiceError(omitting: all)) }
      let isAbsent = state.parts.allSatisfy { !$0.isAsked || $0.absence != nil }
      return .some(isAbsent ? state.parts.last?.absence : nil)
    }
    if let end { finish(with: end) }
  }

  private func finish(with error: ServiceError?) {
    let (receiver, parts) = state.withLock { state -> (Receiver?, [Part]) in
      guard state.end == nil else { return (nil, []) }
      state.end = .end(error)
      // After success, and where a list left something out, what waits is still taken.
      if let error, error.omissions.isEmpty || !isList { state.frames = FirstInFirstOut() }
      defer { state.receiver = nil }
      return (state.receiver, state.parts.filter { !$0.isOver })
    }
    if let receiver { queue.async { receiver(.end(error)) } }
    for part in parts { part.link?.send(.cancel(part.request)) }
  }

  /// Frames that the service may send in the place of those that were taken.
  fileprivate struct Credit: Sendable {
    var link: Link
    var more: MoreResults

    func send() {
      link.send(.more(more))
    }
  }
}

extension QueryHandle.State {
  /// Notes that a frame was taken.
  fileprivate mutating func take(from part: Int, upTo limit: UInt16) -> QueryHandle.Credit? {
    parts[part].takenCount += 1
    guard parts[part].takenCount >= limit, !parts[part].isOver, let link = parts[part].link else {
      return nil
    }
    defer { parts[part].takenCount = 0 }
    return QueryHandle.Credit(
      link: link, more: MoreResults(request: parts[part].request, frameCount: limit))
  }
}

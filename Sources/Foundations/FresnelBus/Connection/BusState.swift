internal import CSystemd
internal import FresnelPlatform

/// What a connection holds under its lock. No method calls anything that was handed in: what is to be
/// called is returned.
struct BusState: ~Copyable {
  /// `nil` after the end.
  private(set) var bus: OpaquePointer?
  private let loop: EventLoop
  private(set) var listeners: [UInt64: Listener] = [:]
  var calls = OpenCalls()
  private var owners: [String: OwnedName] = [:]
  private var closings: [@Sendable () -> Void] = []
  private var lastToken: UInt64 = 0
  private var watch = Watch()

  init(_ bus: OpaquePointer, _ loop: EventLoop) {
    self.bus = bus
    self.loop = loop
  }

  /// Who is told of what comes under a token.
  struct Listener {
    enum Kind: Sendable {
      case reply(@Sendable (BusReply) -> Void, isSensitive: Bool)
      case signal(from: String?, @Sendable ([BusValue]) -> Void)
      case object(BusObject)
      /// Changes of a name's owner, for all who watch it.
      case ownerChange(String)
      /// Who the owner is, asked when the first began to watch.
      case ownerReply(String)
      /// One who watches a name; nothing comes under its own token.
      case ownerWatcher(String, @Sendable (String?) -> Void)
    }

    let kind: Kind
    /// What sd-bus knows it by.
    let slot: OpaquePointer?
    /// Ends the waiting for a reply. sd-bus has timers of its own, but only for calls that were sent, and
    /// a server that is silent from the start keeps it from sending any.
    fileprivate(set) var timer: EventLoop.Timer?
  }

  /// What is known about a name.
  private struct OwnedName {
    /// The tokens under which changes and the first answer come.
    let tokens: [UInt64]
    var owner: String?
    /// Whether the bus has told the owner.
    var isKnown = false
    var watchers: [UInt64] = []
  }

  /// How the loop watches the socket.
  private struct Watch {
    var token: EventLoop.Token?
    /// A descriptor of our own for the socket: sd-bus closes its when the other end goes, before the loop
    /// can be told, and the number may be another file's by then.
    var socket: SharedDescriptor?
    var interest: EventLoop.Interest = []
    var timer: EventLoop.Timer?
    /// In microseconds of the monotonic clock.
    var deadline = UInt64.max
  }

  /// What is to be called once the lock is open.
  enum Delivery: Sendable {
    case plain(@Sendable () -> Void)
    case owner(String?, [@Sendable (String?) -> Void])
    case call(ArrivedCall, BusObject, BusReply)
  }

  // MARK: - Sending

  func open() throws(BusError) -> OpaquePointer {
    guard let bus else { throw BusError(.closed, "The connection has ended.") }
    return bus
  }

  private mutating func newToken() -> UInt64 {
    lastToken += 1
    return lastToken
  }

  /// Adds a listener; `attach` makes sd-bus know it by the token.
  mutating func add(
    _ kind: Listener.Kind, _ call: String,
    _ attach: (UInt64, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(BusError) -> UInt64 {
    let token = newToken()
    var slot: OpaquePointer?
    let status = attach(token, &slot)
    guard status >= 0 else { throw BusError(status: status, call) }
    listeners[token] = Listener(kind: kind, slot: slot)
    return token
  }

  mutating func call(
    _ call: BusCall, isOnBus: Bool, timeout: Duration,
    expire: @escaping @Sendable (UInt64) -> Void,
    _ done: @escaping @Sendable (BusReply) -> Void
  ) throws(BusError) {
    let bus = try open()
    let message = try BusMessage("call \(call.member)") { made in
      isOnBus
        ? fresnel_bus_new_call(
          bus, call.destination, call.path, call.interface, call.member, made)
        : fresnel_bus_new_call(bus, nil, call.path, call.interface, call.member, made)
    }
    if call.isSensitive { message.markSensitive() }
    try message.append(call.arguments)
    let pointer = message.pointer
    let token = try add(.reply(done, isSensitive: call.isSensitive), "call \(call.member)") {
      fresnel_bus_call(bus, pointer, $0, $1)
    }
    listeners[token]?.timer = loop.after(timeout) { expire(token) }
  }

  /// Waits no more for a reply, and returns who is to be told; `nil` when it has come.
  mutating func expire(_ token: UInt64) -> (@Sendable (BusReply) -> Void)? {
    guard case .reply(let done, _)? = listeners[token]?.kind else { return nil }
    forget(token)
    return done
  }

  mutating func emit(_ signal: BusSignal, _ arguments: [BusValue]) throws(BusError) {
    let bus = try open()
    let message = try BusMessage("send \(signal.member)") {
      fresnel_bus_new_signal(bus, signal.path ?? "/", signal.interface, signal.member, $0)
    }
    try message.append(arguments)
    let status = fresnel_bus_send(bus, message.pointer)
    guard status >= 0 else { throw BusError(status: status, "send \(signal.member)") }
  }

  // MARK: - Listening

  mutating func listen(
    _ rule: String, from sender: String?, _ body: @escaping @Sendable ([BusValue]) -> Void
  ) throws(BusError) -> UInt64 {
    let bus = try open()
    return try add(.signal(from: sender, body), "listen") { fresnel_bus_match(bus, rule, $0, $1) }
  }

  /// Adds one who is told of a name's owner, and returns the owner if that is known already.
  mutating func watchOwner(
    of name: String, _ rule: String, _ body: @escaping @Sendable (String?) -> Void
  ) throws(BusError) -> (UInt64, known: (owner: String?, Void)?) {
    let bus = try open()
    if owners[name] == nil {
      // Changes first: what the answer tells is not older than they are then.
      let changes = try add(.ownerChange(name), "listen") {
        fresnel_bus_match(bus, rule, $0, $1)
      }
      let question = try BusMessage("call GetNameOwner") {
        fresnel_bus_new_call(
          bus, BusSignal.busName, BusSignal.busPath, BusSignal.busName, "GetNameOwner", $0)
      }
      try question.append([.string(name)])
      let pointer = question.pointer
      let answer = try add(.ownerReply(name), "call GetNameOwner") {
        fresnel_bus_call(bus, pointer, $0, $1)
      }
      owners[name] = OwnedName(tokens: [changes, answer])
    }
    let token = newToken()
    listeners[token] = Listener(kind: .ownerWatcher(name, body), slot: nil)
    owners[name]?.watchers.append(token)
    guard let owned = owners[name], owned.isKnown else { return (token, nil) }
    return (token, (owned.owner, ()))
  }

  /// Takes note of a name's owner. At once: signals that come behind are judged by it.
  private mutating func note(owner: String?, of name: String) -> Delivery? {
    guard let owned = owners[name] else { return nil }
    owners[name]?.owner = owner
    owners[name]?.isKnown = true
    return .owner(
      owner,
      owned.watchers.compactMap { token in
        if case .ownerWatcher(_, let body)? = listeners[token]?.kind { body } else { nil }
      })
  }

  /// Listens or waits no more. What is returned has to be released when the lock is open: it may hold the last
  /// reference to a request or a subscription, and these take the lock when they go.
  @discardableResult
  mutating func forget(_ token: UInt64) -> Listener.Kind? {
    guard let listener = listeners.removeValue(forKey: token) else { return nil }
    if let slot = listener.slot { fresnel_bus_slot_free(slot) }
    if let timer = listener.timer { loop.cancel(timer) }
    guard case .ownerWatcher(let name, _) = listener.kind else { return listener.kind }
    owners[name]?.watchers.removeAll { $0 == token }
    if let owned = owners[name], owned.watchers.isEmpty {
      owners[name] = nil
      owned.tokens.forEach { forget($0) }
    }
    return listener.kind
  }

  /// Adds what is to be called at the end, and says whether that has come.
  mutating func addClosing(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard bus != nil else { return true }
    closings.append(body)
    return false
  }

  // MARK: - Receiving

  /// Reads and writes what the socket allows.
  mutating func process(steps: Int32) -> [Delivery] {
    guard let bus else { return [] }
    let status = fresnel_bus_process(bus, steps)
    let isEnding = status < 0 || fresnel_bus_is_open(bus) == 0
    var deliveries: [Delivery] = []
    var token: UInt64 = 0
    while let message = fresnel_bus_take(bus, &token) {
      if let delivery = delivery(of: BusMessage(adopting: message), token, isEnding: isEnding) {
        deliveries.append(delivery)
      }
    }
    if isEnding {
      deliveries += close().map { .plain($0) }
    }
    return deliveries
  }

  private mutating func delivery(
    of message: consuming BusMessage, _ token: UInt64, isEnding: Bool
  ) -> Delivery? {
    // Forgotten after the message came: nobody is to hear of it.
    guard let listener = listeners[token] else { return nil }
    switch listener.kind {
    case .reply(let done, let isSensitive):
      if isSensitive { message.markSensitive() }
      forget(token)
      var reply = message.result
      // sd-bus says that no reply came, and so it is, but none will come later either.
      if isEnding, case .failure(var failure) = reply, failure.code == .timedOut {
        failure.code = .closed
        reply = .failure(failure)
      }
      return .plain { [reply] in done(reply) }
    case .signal(let sender, let body):
      if let sender {
        guard let owner = owners[sender]?.owner, message.sender == owner else { return nil }
      }
      // A signal with broken values tells nothing.
      guard case .success(let values) = message.result else { return nil }
      return .plain { body(values) }
    case .ownerChange(let name):
      guard case .success(let values) = message.result, values.count == 3 else { return nil }
      return note(owner: values[2].text.flatMap { $0.isEmpty ? nil : $0 }, of: name)
    case .ownerReply(let name):
      forget(token)
      // That there is none is told by an error; after another one nobody is known either.
      return note(owner: (try? message.result.get())?.first?.text, of: name)
    case .object(let object):
      let arguments = message.result
      return .call(ArrivedCall(message, of: token), object, arguments)
    case .ownerWatcher:
      return nil
    }
  }

  /// Ends the connection and returns what is to be called then.
  mutating func close() -> [@Sendable () -> Void] {
    guard let bus else { return [] }
    if let token = watch.token { loop.remove(token) }
    if let timer = watch.timer { loop.cancel(timer) }
    watch = Watch()
    var rest: [@Sendable () -> Void] = []
    for (_, listener) in listeners.sorted(by: { $0.key < $1.key }) {
      if let slot = listener.slot { fresnel_bus_slot_free(slot) }
      if let timer = listener.timer { loop.cancel(timer) }
      if case .reply(let done, _) = listener.kind {
        rest.append { done(.failure(BusError(.closed, "The connection has ended."))) }
      }
    }
    for number in calls.numbers() {
      guard let (message, remains) = calls.remove(number) else { continue }
      fresnel_bus_message_free(message)
      // With the watch, which is to be released when the lock is open, as are the listeners.
      rest.append { remains.whenAbandoned.forEach { $0() } }
    }
    let gone = listeners.values.map(\.kind)
    rest.append { withExtendedLifetime(gone) {} }
    rest += closings
    (listeners, owners, closings) = ([:], [:], [])
    fresnel_bus_close(bus)
    self.bus = nil
    return rest
  }

  // MARK: - The loop

  /// Has the loop watch the socket, and call at the moment that sd-bus wants to be called at.
  mutating func settle(_ turn: @escaping @Sendable () -> Void) {
    guard let bus else { return }
    let wanted = fresnel_bus_interest(bus)
    let interest = EventLoop.Interest(rawValue: UInt32(max(0, wanted)))
    let deadline = wanted < 0 ? 0 : fresnel_bus_deadline(bus)
    if let token = watch.token {
      // Fails for want of memory in the kernel only; the next use tries again.
      if interest != watch.interest, (try? loop.change(token, to: interest)) != nil {
        watch.interest = interest
      }
    } else if let socket = try? SharedDescriptor(
      sharing: FileDescriptor(
        adopting: fresnel_bus_descriptor(bus), path: "a message bus", closing: false)),
      let token = try? loop.add(socket.rawValue, for: interest, { _ in turn() })
    {
      (watch.token, watch.socket, watch.interest) = (token, socket, interest)
    }
    guard deadline != watch.deadline || deadline == 0 else { return }
    if let timer = watch.timer { loop.cancel(timer) }
    (watch.timer, watch.deadline) = (nil, deadline)
    guard deadline != .max else { return }
    let now = MonotonicClock.nanoseconds / 1000
    let delay = deadline > now ? deadline - now : 0
    watch.timer = loop.after(.microseconds(Int64(clamping: delay)), turn)
  }
}

extension BusMessage {
  /// The values, or why there are none: an error holds its text where others hold values.
  fileprivate var result: BusReply {
    if let failure { return .failure(failure) }
    do throws(BusError) {
      return .success(try values())
    } catch {
      return .failure(error)
    }
  }

  /// Gives up the message without giving it back: someone else does.
  consuming func keep() -> OpaquePointer {
    let pointer = pointer
    discard self
    return pointer
  }
}

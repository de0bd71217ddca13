/// The calls of a connection's objects that were not answered yet, and who is told when they are abandoned.
///
/// A part of ``BusState``. What is taken out has to be released when the lock is open: a body may hold the last
/// reference to a request or a subscription, and these take the lock when they go.
struct OpenCalls {
  /// The most open calls of one object.
  static let mostOfObject = 64
  /// The most open calls of one sender for one path.
  static let mostOfSender = 8

  /// A call.
  struct Call {
    /// The token of the object's listener.
    let object: UInt64
    /// `nil` where there is no bus.
    let sender: String?
    let path: String
    /// Has to be given back once, under the lock.
    let message: OpaquePointer
    fileprivate(set) var whenAbandoned: [@Sendable () -> Void] = []

    init(object: UInt64, sender: String?, path: String, message: OpaquePointer) {
      self.object = object
      self.sender = sender
      self.path = path
      self.message = message
    }
  }

  /// What a call leaves when it is closed.
  struct Remains: Sendable {
    let whenAbandoned: [@Sendable () -> Void]
    /// The watch of a sender that has no open call any more.
    let watch: BusSubscription?
  }

  private var calls: [UInt64: Call] = [:]
  private var lastNumber: UInt64 = 0
  /// Tell when a sender with open calls leaves the bus.
  private var watches: [String: BusSubscription] = [:]

  /// Adds a call.
  ///
  /// - Returns: Its number, which is not 0.
  /// - Throws: ``BusError`` when too many are open.
  mutating func add(_ call: Call) throws(BusError) -> UInt64 {
    let ofObject = calls.values.count { $0.object == call.object }
    let ofSender = calls.values.count { $0.sender == call.sender && $0.path == call.path }
    guard ofObject < Self.mostOfObject, ofSender < Self.mostOfSender else { throw .tooManyCalls }
    lastNumber += 1
    calls[lastNumber] = call
    return lastNumber
  }

  /// Takes out a call; `nil` when it was closed before.
  mutating func remove(_ number: UInt64) -> (message: OpaquePointer, remains: Remains)? {
    guard let call = calls.removeValue(forKey: number) else { return nil }
    let watch = call.sender.flatMap { hasCalls(of: $0) ? nil : watches.removeValue(forKey: $0) }
    return (call.message, Remains(whenAbandoned: call.whenAbandoned, watch: watch))
  }

  /// The numbers of a sender's calls, or of all, in the order in which they came.
  func numbers(of sender: String? = nil) -> [UInt64] {
    calls.filter { sender == nil || $0.value.sender == sender }.keys.sorted()
  }

  /// Adds what is to be called when a call is abandoned, and says whether the call is open.
  mutating func addAbandonment(
    of number: UInt64, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    guard calls[number] != nil else { return false }
    calls[number]?.whenAbandoned.append(body)
    return true
  }

  /// Whether a call is open and nobody watches its sender yet.
  func needsWatch(_ number: UInt64, of sender: String) -> Bool {
    calls[number] != nil && watches[sender] == nil
  }

  /// Keeps a watch while its sender has open calls, and returns it when it has none.
  mutating func keep(_ watch: BusSubscription, of sender: String) -> BusSubscription? {
    guard hasCalls(of: sender) else { return watch }
    watches[sender] = watch
    return nil
  }

  private func hasCalls(of sender: String) -> Bool {
    calls.values.contains { $0.sender == sender }
  }
}

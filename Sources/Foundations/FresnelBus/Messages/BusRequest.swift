internal import FresnelPlatform
internal import Synchronization

/// A call of an object that this process serves, to be answered once, from any thread.
///
/// One that goes away unanswered is answered with the error `org.freedesktop.DBus.Error.NoReply`. It does not
/// keep its connection: after the end of that, an answer goes nowhere.
package final class BusRequest: Sendable {
  /// The method.
  package let member: String
  /// What it was called with.
  package let arguments: [BusValue]
  /// The unique name of who called; `nil` where there is no bus.
  package let sender: String?
  /// The object that was called.
  package let path: String

  /// What the connection knows the call by.
  private let number: UInt64
  private let loop: EventLoop
  private let isReplied = Atomic(false)
  // Set once; a weak reference is a variable to the language.
  private nonisolated(unsafe) weak var connection: BusConnection?

  init(
    _ call: BusState.ArrivedCall, _ arguments: [BusValue], from sender: String?, number: UInt64,
    on connection: BusConnection
  ) {
    member = call.member
    path = call.path
    self.arguments = arguments
    self.sender = sender
    self.number = number
    self.connection = connection
    loop = connection.loop
  }

  deinit {
    reply(.failure(.noReply))
  }

  /// Answers the call; the first time only. A call that was abandoned needs no answer.
  package func reply(_ reply: BusReply) {
    guard !isReplied.exchange(true, ordering: .sequentiallyConsistent) else { return }
    connection?.answer(number, with: reply)
  }

  /// Has something called when nobody waits for the answer any more: the sender left the bus, or the connection
  /// ended. An answered call is not abandoned.
  ///
  /// - Parameter body: Called once, on the loop's thread. It is kept until the call is answered or abandoned, so it
  ///   must not hold the request, which would then never be given up.
  package func whenAbandoned(_ body: @escaping @Sendable () -> Void) {
    if connection?.addAbandonment(of: number, body) == true { return }
    // Not open: either abandoned before, or answered, which is noted before the call is closed.
    guard !isReplied.load(ordering: .sequentiallyConsistent) else { return }
    loop.perform(body)
  }
}

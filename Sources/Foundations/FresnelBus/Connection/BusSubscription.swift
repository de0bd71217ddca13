/// Listens for signals until it goes away.
package final class BusSubscription: Sendable {
  private let token: UInt64
  /// Keeps the bus telling who the sender is.
  private let ownerWatch: BusSubscription?
  // Set once; a weak reference is a variable to the language.
  private nonisolated(unsafe) weak var connection: BusConnection?

  init(_ connection: BusConnection, _ token: UInt64, _ ownerWatch: BusSubscription?) {
    self.connection = connection
    self.token = token
    self.ownerWatch = ownerWatch
  }

  deinit {
    connection?.unsubscribe(token)
  }
}

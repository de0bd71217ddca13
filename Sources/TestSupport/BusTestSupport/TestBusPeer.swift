package import FresnelBus
package import FresnelPlatform
internal import Synchronization

/// A process on a message bus, played by a test: what a connection would find on the bus, over a socket
/// without any bus in between.
package final class TestBusPeer: Sendable {
  /// Answers a call, by its arguments.
  package typealias Method = @Sendable ([BusValue]) -> BusReply

  /// What the tested code is given.
  package let client: BusConnection
  /// The other end.
  package let server: BusConnection

  private let socket: UnixSocket

  private struct State {
    var methods: [String: Method] = [:]
    var properties: [String: BusValue] = [:]
    var served: Set<String> = []
    var calls: [String] = []
  }
  private let state = Mutex(State())

  /// Connects both ends.
  package init(on loop: EventLoop) throws {
    let (near, far) = try UnixSocket.pair()
    socket = far
    server = try BusConnection.open(.descriptor(far.descriptor, isServer: true), on: loop)
    client = try BusConnection.open(.descriptor(near.descriptor, isServer: false), on: loop)
  }

  /// Answers calls of a method.
  package func answer(
    _ path: String, _ interface: String, _ member: String, _ method: @escaping Method
  ) throws {
    state.withLock { $0.methods["\(path) \(interface).\(member)"] = method }
    try serve(path, interface)
  }

  /// Gives an object's property a value, without telling anybody.
  package func setProperty(
    _ path: String, _ interface: String, _ name: String, _ value: BusValue
  ) throws {
    state.withLock { $0.properties["\(path) \(interface).\(name)"] = value }
    try serve(path, "org.freedesktop.DBus.Properties")
  }

  /// Sends a signal.
  package func emit(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = []
  ) throws {
    try server.emit(BusSignal(path, interface, member), arguments)
  }

  /// Ends the connection, as a bus does that goes down.
  package func end() { socket.shutdown() }

  /// The calls that came, as `path interface.member`, in order.
  package var calls: [String] { state.withLock(\.calls) }

  private func serve(_ path: String, _ interface: String) throws {
    guard state.withLock({ $0.served.insert("\(path) \(interface)").inserted }) else { return }
    try server.serve(
      BusObject(path, interface) { [weak self] member, arguments in
        self?.reply(path, interface, member, arguments)
          ?? .failure(BusError.unknownMethod(member))
      })
  }

  private func reply(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
  ) -> BusReply {
    let call = "\(path) \(interface).\(member)"
    let (method, property) = state.withLock { state in
      state.calls.append(call)
      let name = arguments.prefix(2).compactMap(\.text).joined(separator: ".")
      return (state.methods[call], state.properties["\(path) \(name)"])
    }
    if let method { return method(arguments) }
    if member == "Get", let property { return .success([.variant(property)]) }
    return .failure(BusError.unknownMethod(member))
  }
}

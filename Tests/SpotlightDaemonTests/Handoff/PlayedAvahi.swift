import BusTestSupport
import FresnelBus
import FresnelPlatform
import Synchronization

/// Avahi with one client, as the tests want it to be.
final class PlayedAvahi: Sendable {
  static let name = "org.freedesktop.Avahi"
  private static let server = "org.freedesktop.Avahi.Server"
  private static let group = "org.freedesktop.Avahi.EntryGroup"
  private static let browser = "org.freedesktop.Avahi.ServiceBrowser"
  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"

  struct Service: Equatable {
    var name: String
    var type: String
    var port: UInt64
    var text: [[UInt8]]
  }

  struct State {
    var isThere = true
    var state: Int32 = 2
    var refuses = false
    var groupCount = 0
    var added: [String: Service] = [:]
    /// What the network sees.
    var announced: [String: Service] = [:]
    var freed: [String] = []
    /// What services are found to be, by name.
    var places: [String: [BusValue]] = [:]
    var browsers = 0
    var resolved: [String] = []
  }
  let state = Mutex(State())
  let peer: TestBusPeer

  init(on loop: EventLoop) throws {
    peer = try TestBusPeer(on: loop)
    try answer(Self.busPath, Self.bus, "GetNameOwner") { state, _ in
      state.isThere ? [.string(":1.9")] : nil
    }
    try answer("/", Self.server, "GetState") { state, _ in [.int32(state.state)] }
    try answer("/", Self.server, "ServiceBrowserNew") { state, _ in
      state.browsers += 1
      return [.objectPath("/browser/\(state.browsers)")]
    }
    try answer("/", Self.server, "EntryGroupNew") { state, _ in
      state.groupCount += 1
      let path = "/group/\(state.groupCount)"
      try self.serve(group: path)
      return [.objectPath(path)]
    }
    try answer("/", Self.server, "ResolveService") { state, arguments in
      let name = arguments[2].text ?? ""
      state.resolved.append(name)
      return state.places[name]
    }
  }

  private func serve(group path: String) throws {
    try answer(path, Self.group, "AddService") { state, arguments in
      guard !state.refuses, !state.freed.contains(path), arguments.count == 9 else { return nil }
      state.added[path] = Service(
        name: arguments[3].text ?? "", type: arguments[4].text ?? "",
        port: arguments[7].unsigned ?? 0, text: (arguments[8].elements ?? []).compactMap(\.bytes))
      return []
    }
    try answer(path, Self.group, "Commit") { state, _ in
      guard !state.freed.contains(path) else { return nil }
      state.announced[path] = state.added[path]
      return []
    }
    try answer(path, Self.group, "Free") { state, _ in
      state.announced[path] = nil
      state.freed.append(path)
      return []
    }
  }

  private func answer(
    _ path: String, _ interface: String, _ member: String,
    _ body: @escaping @Sendable (inout State, [BusValue]) throws -> [BusValue]?
  ) throws {
    try peer.answer(path, interface, member) { arguments in
      self.state.withLock { state in
        guard let values = try? body(&state, arguments) else {
          return .failure(BusError(named: "org.freedesktop.Avahi.Failure", "It fails."))
        }
        return .success(values)
      }
    }
  }

  /// What the network sees now.
  var announced: [Service] { state.withLock { Array($0.announced.values) } }

  /// Avahi comes to the bus, or goes and takes along what it keeps.
  func change(isThere: Bool) throws {
    state.withLock { state in
      state.isThere = isThere
      if !isThere { state.announced = [:] }
    }
    let names: [BusValue] = [
      .string(Self.name), .string(isThere ? "" : ":1.9"), .string(isThere ? ":1.9" : ""),
    ]
    try peer.emit(Self.busPath, Self.bus, "NameOwnerChanged", names)
  }

  /// The server changes its state.
  func change(to number: Int32) throws {
    state.withLock { $0.state = number }
    try peer.emit("/", Self.server, "StateChanged", [.int32(number), .string("")])
  }

  /// A group changes its state.
  func change(group path: String, to number: Int32) throws {
    try peer.emit(path, Self.group, "StateChanged", [.int32(number), .string("")])
  }

  /// A service comes or goes.
  func tell(
    _ member: String, _ name: String, type: String = "_fresnel._tcp", interface: Int32 = 2,
    flags: UInt32 = 4
  ) throws {
    try peer.emit(
      "/browser/1", Self.browser, member,
      [
        .int32(interface), .int32(0), .string(name), .string(type), .string("local"),
        .uint32(flags),
      ])
  }

  /// What resolving a service brings.
  static func place(
    _ name: String, host: String, port: UInt16, text: [String], interface: Int32 = 2
  ) -> [BusValue] {
    [
      .int32(interface), .int32(0), .string(name), .string("_fresnel._tcp"), .string("local"),
      .string("desk.local"), .int32(0), .string(host), .uint16(port),
      .array(element: "ay", text.map { .bytes(Array($0.utf8)) }), .uint32(4),
    ]
  }
}

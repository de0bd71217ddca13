import SpotlightWire
import WireTestSupport

/// What the app that is attacked does.
enum Victim {
  private static let state = Array("the victim's state".utf8)
  private static let classes: [(String, ProtectionClass)] = [
    (Scene.victimIndex, .firstUnlock), ("postcards", .none),
  ]

  /// Stores items and client states, in both classes of the daemon's own process.
  static func store(_ socket: String) throws {
    let client = try enter(socket)
    for (name, protection) in classes {
      let index = try client.open(name, protection)
      try client.put([Scene.victimItem, "\(name) 2"], into: index, clientState: state)
    }
  }

  /// Everything is as it was stored.
  static func check(_ socket: String) throws {
    let client = try enter(socket)
    let found = try client.identifiers(matching: "title == \"*\"")
    let expected = (classes.map { "\($0.0) 2" } + [Scene.victimItem, Scene.victimItem]).sorted()
    guard found == expected else {
      throw AttackSucceeded(description: "the victim finds \(found) instead of its items")
    }
    for (name, protection) in classes {
      let index = try client.open(name, protection)
      guard try client.clientState(of: index) == state else {
        throw AttackSucceeded(description: "the victim's client state is another one")
      }
    }
  }

  private static func enter(_ socket: String) throws -> RawClient {
    let client = try RawClient(path: socket)
    let welcome = try client.shakeHands(claiming: Scene.victim)
    guard welcome.identity == Scene.victim, welcome.trust == .executable else {
      throw AttackSucceeded(
        description: "the victim is taken for \(welcome.identity), \(welcome.trust)")
    }
    return client
  }
}

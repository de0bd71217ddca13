/// What a client is to the daemon.
package enum Role: UInt8, CaseIterable, Hashable, Sendable, WireValue {
  /// An app, which has its own items.
  case app = 0
  /// An extension of an app, which acts for it.
  case `extension` = 1
  /// A part of the desktop, which finds everybody's items.
  case surface = 2
  /// The command line, which also administers.
  case tool = 3
}

/// What a client's identity rests on; the higher, the harder to fake.
package enum Trust: UInt8, CaseIterable, Hashable, Comparable, Sendable, WireValue {
  /// On the path of its executable: no manifest claims it.
  case unregistered = 0
  /// On the word of a script that an interpreter runs.
  case script = 1
  /// On the name that a launcher gave to its systemd unit.
  case launcher = 2
  /// On its executable being the one that a manifest names.
  case executable = 3
  /// On the sandbox it runs in.
  case confined = 4
  /// On having been started by the daemon.
  case launched = 5

  /// Orders by how hard it is to fake.
  package static func < (left: Trust, right: Trust) -> Bool { left.rawValue < right.rawValue }
}

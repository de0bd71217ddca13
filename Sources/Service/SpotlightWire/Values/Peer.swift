/// Who is at the other end of a connection, as it was decided when the connection began.
package struct Peer: Hashable, Sendable {
  /// The app that it is, or acts for.
  package var app: AppIdentity
  /// What its identity rests on.
  package var trust: Trust
  /// What it may be to the daemon.
  package var role: Role
  /// Its process, as the kernel says.
  package var processIdentifier: Int32
  /// The name and version of the program, in its own words; for people.
  package var program: String

  /// Puts the parts together.
  package init(
    app: AppIdentity, trust: Trust, role: Role, processIdentifier: Int32, program: String
  ) {
    self.app = app
    self.trust = trust
    self.role = role
    self.processIdentifier = processIdentifier
    self.program = program
  }

  /// Whether it runs in a sandbox, and keeps its data there.
  package var isConfined: Bool { trust == .confined }

  /// Whether it may find the items of all apps.
  package var seesSystem: Bool { role == .surface || role == .tool }
}

internal import CPlatform

/// Who a process is, as the kernel tells it.
package struct Credentials: Hashable, Sendable {
  /// The number of the process; 0 for one that cannot be seen from this process's namespace.
  package var processIdentifier: Int32
  /// The number of the user it runs as.
  package var userIdentifier: UInt32
  /// The number of the group it runs as.
  package var groupIdentifier: UInt32

  /// Makes credentials.
  package init(processIdentifier: Int32, userIdentifier: UInt32, groupIdentifier: UInt32) {
    self.processIdentifier = processIdentifier
    self.userIdentifier = userIdentifier
    self.groupIdentifier = groupIdentifier
  }

  init(_ credentials: fresnel_credentials) {
    self.init(
      processIdentifier: credentials.process, userIdentifier: credentials.user,
      groupIdentifier: credentials.group)
  }
}

internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// The process at the other end of a socket, held so that it cannot be mistaken for another one that
/// gets its number.
///
/// What was read belongs to the process that connected the socket, provided that
///
/// 1. ``isAlive`` is true after reading: its number then did not go to another process meanwhile, and
/// 2. the process afterwards sends something that it was sent only after reading, with credentials of
///    the kernel that have its number. On Linux before 6.5 the number that the socket tells may have
///    changed hands before it could be held; this rules it out. It also shows that the process did not
///    connect and then turn into another program.
///
/// A process that does not let others look at it cannot be judged, and reading fails.
package struct PeerProcess: Sendable {
  /// What was found.
  package let evidence: PeerEvidence
  private let process: SharedDescriptor
  private let directory: ProcessDirectory

  /// Holds the process that connected a socket, and reads what the kernel tells about it.
  ///
  /// A file in the sandbox of the peer is read, which the peer may make slow: not for a thread on which
  /// others wait.
  ///
  /// - Throws: ``SystemError``: ``SystemError/Code/accessDenied`` or ``SystemError/Code/notPermitted``
  ///   when the process does not let itself be looked at, ``SystemError/Code/notFound`` or
  ///   ``SystemError/Code/noProcess`` when it is gone or not visible from here.
  package init(of socket: UnixSocket) throws(SystemError) {
    let credentials = try socket.peerCredentials()
    guard credentials.processIdentifier > 0 else {
      throw SystemError(
        .noProcess, call: "getsockopt",
        explanation: "The process that connected cannot be seen from this process's namespace.")
    }
    let process = SharedDescriptor(
      adopting: try retrying("pidfd_open") {
        fresnel_peer_process(socket.descriptor.rawValue, credentials.processIdentifier)
      })
    try self.init(
      process, numbered: credentials.processIdentifier, ofUser: credentials.userIdentifier)
  }

  /// Holds the process that has a number now, and reads what the kernel tells about it.
  ///
  /// Whoever named the number, as a message bus does, has to be asked again after ``isAlive``: the number may have gone
  /// to this process from another one before it was held.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - user: The user that it is said to run as.
  /// - Throws: ``SystemError``, as ``init(of:)``.
  package init(numbered number: Int32, ofUser user: UInt32) throws(SystemError) {
    let process = SharedDescriptor(
      adopting: try retrying("pidfd_open") { fresnel_process_descriptor(number) })
    try self.init(process, numbered: number, ofUser: user)
  }

  private init(
    _ process: SharedDescriptor, numbered number: Int32, ofUser user: UInt32
  ) throws(SystemError) {
    self.process = process
    directory = try ProcessDirectory(of: number)
    let executable = try directory.executable()
    evidence = PeerEvidence(
      processIdentifier: number,
      userIdentifier: user,
      executable: executable,
      invocation: try directory.invocation(of: executable.path),
      flatpak: try directory.flatpakInfo(),
      appArmorLabel: directory.appArmorLabel(),
      unit: directory.unit(),
      isInOurNamespaces: try directory.isInOurs(["ns/user", "ns/pid"]),
      isInOurMounts: try directory.isInOurs(["ns/mnt"]))
  }

  /// Whether the process has not ended.
  package var isAlive: Bool { fresnel_process_is_alive(process.rawValue) != 0 }

  /// The program that the process runs now. It differs from that in ``evidence`` when the process
  /// turned into another one.
  ///
  /// - Throws: ``SystemError`` when the process is gone, or does not let itself be looked at.
  package func rereadExecutable() throws(SystemError) -> ExecutableFile {
    try directory.executable()
  }
}

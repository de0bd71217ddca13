/// What the kernel and a sandbox say about the process at the other end of a connection.
///
/// Plain values: whoever reads them from `/proc` holds the process's pidfd meanwhile, so that all of
/// them belong to the same process.
package struct PeerEvidence: Equatable, Sendable {
  /// The number of the process.
  package var processIdentifier: Int32
  /// The person it runs as.
  package var userIdentifier: UInt32
  /// Whether its executable and its root could be looked at. A process can hide both.
  package var isReadable: Bool
  /// The program it runs; the path without the kernel's ` (deleted)`.
  package var executable: ExecutableFile?
  /// Whether the program's file was replaced or removed since the process started.
  package var isDeleted: Bool
  /// Whether its user and process namespaces are those of this process. In others it may write what it
  /// likes into its credentials and its root.
  package var isInOurNamespaces: Bool
  /// What `.flatpak-info` in its root says, where that is an ordinary file and the root not ours.
  package var flatpak: FlatpakInfo?
  /// Its AppArmor label with the mode, such as `snap.notes.notes (enforce)`.
  package var appArmorLabel: String?
  /// The unit of the systemd user manager that it runs in, such as `app-org.example.Notes-12.scope`.
  package var unit: String?
  /// The file that the second word of its command line names.
  package var script: ExecutableFile?
  /// The app for which we started it as an extension, when it speaks on the socket that we gave it.
  package var launchedFor: String?

  /// Makes evidence of a process about which nothing more is known.
  package init(
    processIdentifier: Int32, userIdentifier: UInt32, isReadable: Bool = true,
    executable: ExecutableFile? = nil, isDeleted: Bool = false, isInOurNamespaces: Bool = true,
    flatpak: FlatpakInfo? = nil, appArmorLabel: String? = nil, unit: String? = nil,
    script: ExecutableFile? = nil, launchedFor: String? = nil
  ) {
    self.processIdentifier = processIdentifier
    self.userIdentifier = userIdentifier
    self.isReadable = isReadable
    self.executable = executable
    self.isDeleted = isDeleted
    self.isInOurNamespaces = isInOurNamespaces
    self.flatpak = flatpak
    self.appArmorLabel = appArmorLabel
    self.unit = unit
    self.script = script
    self.launchedFor = launchedFor
  }
}

/// A program's file, by which it is known whatever path it was started by.
package struct ExecutableFile: Hashable, Sendable {
  /// The device it is on.
  package var device: UInt64
  /// Its number on the device.
  package var inode: UInt64
  /// Where it is, or was, in the file system that the process sees.
  package var path: String
  /// Whether it is not there any more, as after an update.
  package var isDeleted: Bool

  /// Puts the parts together.
  package init(device: UInt64, inode: UInt64, path: String, isDeleted: Bool = false) {
    self.device = device
    self.inode = inode
    self.path = path
    self.isDeleted = isDeleted
  }

  /// Whether both are the same file.
  package func isSameFile(as other: ExecutableFile) -> Bool {
    (device, inode) == (other.device, other.inode)
  }
}

/// What the kernel tells about a process, for judging who it is.
package struct PeerEvidence: Equatable, Sendable {
  /// Its number.
  package var processIdentifier: Int32
  /// The user that it runs as.
  package var userIdentifier: UInt32
  /// Its program.
  package var executable: ExecutableFile
  /// How it was started, in its own words.
  package var invocation: Invocation
  /// What its sandbox says, when it runs in one of Flatpak's. A process that made its environment
  /// itself can have written this.
  package var flatpak: FlatpakInfo?
  /// The confinement that AppArmor applies, such as `snap.notes.notes (enforce)`; `nil` without one.
  package var appArmorLabel: String?
  /// The systemd unit that it is part of, such as `app-notes-12.scope`. A process can move itself to
  /// another unit of the same user.
  package var unit: String?
  /// Whether it shares this process's users and process numbers. One that does not can have the kernel
  /// vouch for any number of its own namespace.
  package var isInOurNamespaces: Bool
  /// Whether it sees the same mounts as this process. One that does not may have put any file at any
  /// path.
  package var isInOurMounts: Bool

  /// Puts the parts together.
  package init(
    processIdentifier: Int32, userIdentifier: UInt32, executable: ExecutableFile,
    invocation: Invocation = Invocation(), flatpak: FlatpakInfo? = nil,
    appArmorLabel: String? = nil,
    unit: String? = nil, isInOurNamespaces: Bool = true, isInOurMounts: Bool = true
  ) {
    self.processIdentifier = processIdentifier
    self.userIdentifier = userIdentifier
    self.executable = executable
    self.invocation = invocation
    self.flatpak = flatpak
    self.appArmorLabel = appArmorLabel
    self.unit = unit
    self.isInOurNamespaces = isInOurNamespaces
    self.isInOurMounts = isInOurMounts
  }
}

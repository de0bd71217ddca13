package import FresnelPlatform

/// Which files and directories of a tree are not read.
///
/// Some are left out always: where keys and passwords are, wherever links and binds lead to them, since directories are
/// known by device and inode. Others are left out by what they are called or lie beside, as ``FolderRules`` says.
package struct LeftOut: Sendable {
  /// Why something is left out.
  package enum Reason: Hashable, Sendable {
    /// It holds keys or passwords.
    case secret
    /// It belongs to Fresnel.
    case own
    /// The person said so.
    case chosen
    /// Its name begins with a dot.
    case hidden
    /// Its name ends with `~`: an editor's copy.
    case backup
    /// Programs make it out of other files: `node_modules`, `__pycache__`, `target` beside `Cargo.toml`.
    case generated
    /// It says of itself that it is a cache, by `CACHEDIR.TAG`.
    case cache
    /// The repository's `.gitignore` files say so.
    case ignored
    /// Something is mounted there.
    case mount
    /// The file system encrypts it and not the tree: its names change when it is locked.
    case encrypted
    /// It is deeper than trees are read.
    case tooDeep
  }

  /// Where keys and passwords are, below the home directory.
  package static let secretPaths = [
    ".ssh", ".gnupg", ".password-store", ".pki", ".local/share/keyrings", ".netrc",
  ]

  /// What is left out always, by device and inode.
  private let known: [FileSystem.Identity: Reason]
  let mounts: MountTable

  /// Looks at what is left out always.
  ///
  /// - Parameters:
  ///   - home: The home directory.
  ///   - own: Fresnel's own directories.
  ///   - chosen: What the person leaves out.
  ///   - mounts: What is mounted.
  package init(
    home: RawPath, own: [RawPath] = [], chosen: [RawPath] = [], mounts: MountTable = .current
  ) {
    var known: [FileSystem.Identity: Reason] = [:]
    func note(_ path: RawPath, _ reason: Reason) {
      let status = try? FileSystem.status(of: path, followingLinks: true)
      if let status { known[status.identity] = reason }
    }
    for path in chosen { note(path, .chosen) }
    for path in own { note(path, .own) }
    for path in Self.secretPaths { note(RawPath(home.bytes + Array("/\(path)".utf8)), .secret) }
    self.known = known
    self.mounts = mounts
  }

  /// Why a file is left out always.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - status: What the file system says of it.
  /// - Returns: The reason; `nil` when there is none.
  package func reasonAlways(_ name: [UInt8], _ status: FileStatus) -> Reason? {
    if let reason = known[status.identity] { return reason }
    let ending = Array(".kdbx".utf8)
    return name.suffix(ending.count).map { $0 < 0x41 || $0 > 0x5A ? $0 : $0 | 0x20 } == ending
      ? .secret : nil
  }

  /// Why no tree may begin at a path: it is, or lies in, what is left out always, wherever links on the way lead.
  ///
  /// - Parameter path: A tree's top.
  /// - Returns: The reason; `nil` when there is none.
  package func reason(forTreeAt path: RawPath) -> Reason? {
    var current = FileSystem.resolved(path) ?? path
    while true {
      if let reason = reasonAlways(current.name, at: current) { return reason }
      guard let parent = current.parent else { return nil }
      current = parent
    }
  }

  private func reasonAlways(_ name: [UInt8], at path: RawPath) -> Reason? {
    guard let status = try? FileSystem.status(of: path) else { return nil }
    return reasonAlways(name, status)
  }
}

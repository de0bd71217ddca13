package import FresnelPlatform

/// A program that a manifest names, as it is on the disk.
package struct RegisteredExecutable: Hashable, Sendable {
  /// What sort of file a program is, which decides how processes of it are recognised.
  package enum Kind: Hashable, Sendable {
    /// One that the kernel runs by itself.
    case native
    /// A file that an interpreter runs, with `#!` at its beginning or without.
    case script
    /// A native program that mounts an image and runs what is in there.
    case appImage
  }

  /// The path in the manifest.
  package var path: String
  /// The file there, links followed; `nil` when there is none.
  package var file: ExecutableFile?
  /// What sort of file it is.
  package var kind: Kind
  /// Whether it belongs to root, as do the directories above, and nobody else may write there.
  package var isProtected: Bool

  /// Makes a program's description.
  package init(path: String, file: ExecutableFile?, kind: Kind, isProtected: Bool) {
    self.path = path
    self.file = file
    self.kind = kind
    self.isProtected = isProtected
  }

  /// Looks at the file at a path.
  package init(lookingAt path: String) {
    let resolved = FileSystem.resolved(path)
    self.init(
      path: path, file: resolved.flatMap { ExecutableFile(at: $0) },
      kind: resolved.flatMap { Self.beginning(of: $0) }.map(Self.kind) ?? .native,
      isProtected: ManifestFile.isProtected(path))
  }

  /// Whether an interpreter runs it.
  package var isScript: Bool { kind == .script }

  /// Whether a script begins with `#!`, so that it can be run by its name.
  package var namesInterpreter: Bool {
    file.flatMap { Self.beginning(of: $0.path) }?.starts(with: [0x23, 0x21]) == true
  }

  /// What sort a file is, from its first bytes: ELF begins with 0x7F, and an AppImage has the letters AI and the
  /// number of its type in the padding of ELF's header.
  static func kind(_ beginning: [UInt8]) -> Kind {
    guard beginning.first == 0x7F else { return .script }
    return beginning.count >= 11 && beginning[8...9] == [0x41, 0x49] && 1...2 ~= beginning[10]
      ? .appImage : .native
  }

  private static func beginning(of path: String) -> [UInt8]? {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular,
      let file = try? FileDescriptor(openingOrdinary: path, for: .reading)
    else { return nil }
    return try? file.read(count: 11)
  }
}

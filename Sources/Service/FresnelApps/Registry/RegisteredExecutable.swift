package import FresnelPlatform

/// A program that a manifest names, as it is on the disk.
package struct RegisteredExecutable: Hashable, Sendable {
  /// The path in the manifest.
  package var path: String
  /// The file there, links followed; `nil` when there is none.
  package var file: ExecutableFile?
  /// Whether it's a text that an interpreter runs.
  package var isScript: Bool
  /// Whether it belongs to root, as do the directories above, and nobody else may write there.
  package var isProtected: Bool

  /// Makes a program's description.
  package init(path: String, file: ExecutableFile?, isScript: Bool, isProtected: Bool) {
    self.path = path
    self.file = file
    self.isScript = isScript
    self.isProtected = isProtected
  }

  /// Looks at the file at a path.
  package init(lookingAt path: String) {
    let resolved = FileSystem.resolved(path)
    self.init(
      path: path, file: resolved.flatMap { ExecutableFile(at: $0) },
      isScript: resolved.map(Self.beginsAsScript) ?? false,
      isProtected: ManifestFile.isProtected(path))
  }

  private static func beginsAsScript(_ path: String) -> Bool {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular,
      let file = try? FileDescriptor(opening: path, for: .reading),
      let start = try? file.read(count: 2)
    else { return false }
    return start == [0x23, 0x21]
  }
}

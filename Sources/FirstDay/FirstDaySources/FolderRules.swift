package import FresnelPlatform

/// What of a directory's entries is left out, from what lies in it and in those above it.
///
/// | left out | unless |
/// |---|---|
/// | names that begin with a dot or end with `~` | – |
/// | `node_modules`, `__pycache__`; `target` beside `Cargo.toml` | – |
/// | directories with a `CACHEDIR.TAG` | it lacks the signature |
/// | what `.gitignore` says | the repository is a tree itself: a home kept in Git ignores everything |
/// | what is mounted, what is encrypted | the tree is |
package struct FolderRules: Sendable {
  /// The directory.
  package let path: RawPath
  /// Whether images and music in it are not to be shown: it, or a directory above it, has a `.nomedia`.
  package let isWithoutMedia: Bool
  private let isEncrypted: Bool
  private let hasCargo: Bool
  private let isInRepository: Bool
  /// The files that apply, outermost first.
  private let ignores: [(directory: RawPath, file: GitIgnore)]

  /// The first 43 bytes of a `CACHEDIR.TAG`, by the Cache Directory Tagging Specification.
  private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55".utf8)
  private static let generated: Set = [Array("node_modules".utf8), Array("__pycache__".utf8)]

  /// What a directory says of itself.
  package enum Reading: Sendable {
    /// What of it is left out.
    case rules(FolderRules)
    /// It is left out with all that is in it.
    case leftOut(LeftOut.Reason)
  }

  /// Reads what a directory says of itself.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - path: Its path.
  ///   - above: The rules of the directory that holds it; `nil` for a tree's top.
  /// - Returns: The rules, or why the directory is left out.
  /// - Throws: ``SystemError`` where an entry can't be looked at.
  package static func rules(
    of directory: borrowing RawDirectory, at path: RawPath, below above: FolderRules?
  ) throws(SystemError) -> Reading {
    func has(_ name: String) throws(SystemError) -> Bool {
      try directory.status(of: Array(name.utf8)) != nil
    }
    let isEncrypted = FileSystem.isEncrypted(path)
    var isInRepository = false
    var ignores: [(directory: RawPath, file: GitIgnore)] = []
    if let above {
      if isEncrypted, !above.isEncrypted { return .leftOut(.encrypted) }
      let tag = try? directory.beginning(of: Array("CACHEDIR.TAG".utf8), count: signature.count)
      if tag == signature { return .leftOut(.cache) }
      let isRepository = try has(".git")
      isInRepository = isRepository || above.isInRepository
      ignores = isRepository ? [] : above.ignores
    }
    if isInRepository {
      // One that can't be read says nothing.
      let bytes = try? directory.beginning(
        of: Array(".gitignore".utf8), count: GitIgnore.maximumByteCount + 1)
      let file = GitIgnore(bytes ?? [])
      if !file.isEmpty { ignores.append((path, file)) }
    }
    var isWithoutMedia = above?.isWithoutMedia ?? false
    if !isWithoutMedia { isWithoutMedia = try has(".nomedia") }
    return .rules(
      FolderRules(
        path: path, isWithoutMedia: isWithoutMedia, isEncrypted: isEncrypted,
        hasCargo: try has("Cargo.toml"), isInRepository: isInRepository, ignores: ignores))
  }

  /// Why an entry is left out.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - status: What the file system says of it.
  ///   - leftOut: What is left out always.
  /// - Returns: The reason; `nil` when it is read.
  package func reason(
    toLeaveOut name: [UInt8], _ status: FileStatus, by leftOut: LeftOut
  ) -> LeftOut.Reason? {
    if let reason = leftOut.reasonAlways(name, status) { return reason }
    if name.first == UInt8(ascii: ".") { return .hidden }
    if name.last == UInt8(ascii: "~") { return .backup }
    let isDirectory = status.kind == .directory
    let entry = path.appending(name)
    if isDirectory {
      if Self.generated.contains(name) { return .generated }
      if hasCargo, name == Array("target".utf8) { return .generated }
    }
    // Deeper files come first.
    var steps = GitIgnore.maximumStepCount
    for (directory, file) in ignores.reversed() {
      let names = entry.components(below: directory) ?? []
      if let verdict = file.verdict(on: names, isDirectory: isDirectory, steps: &steps) {
        return verdict == .ignored ? .ignored : nil
      }
    }
    return nil
  }
}

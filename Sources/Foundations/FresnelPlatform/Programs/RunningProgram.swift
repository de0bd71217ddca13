/// What a process runs, as far as that can be told: the script and not its interpreter, the AppImage and not
/// the directory that it is mounted on for this one run, a snap whatever its revision.
///
/// Scripts and AppImages are told from the process's own words. Their names begin with `script:` and
/// `appimage:`, so that no words make a process another program whose path the kernel tells.
package struct RunningProgram: Equatable, Sendable {
  /// Where a script or an AppImage really is, links followed; `nil` when there is no such file.
  package typealias Lookup = @Sendable (_ path: String) -> String?

  /// The name under which it goes without a manifest, of at most ``maximumByteCount`` bytes.
  package let name: String
  /// The file that a manifest can name; `nil` when there is none.
  package let path: String?
  /// Whether an interpreter runs it.
  package let isScript: Bool
  /// Whether it is an AppImage.
  package let isAppImage: Bool

  /// The longest name, in bytes.
  private static let maximumByteCount = 4096

  /// Finds out what a process runs.
  ///
  /// - Parameters:
  ///   - evidence: What is known of it.
  ///   - isHere: Whether its paths lead to the same files as ours.
  ///   - lookup: Where files are.
  package init(_ evidence: PeerEvidence, isHere: Bool, lookup: Lookup) {
    let executable = evidence.executable
    isScript = executable.isInterpreter
    if isHere, let image = evidence.invocation.appImage.flatMap(lookup) {
      (name, path, isAppImage) = ("appimage:\(image)", image, true)
      return
    }
    isAppImage = false
    guard let interpreter = ExecutableFile.interpreter(at: executable.path) else {
      path = executable.path
      name = isHere ? Self.withoutRevision(executable.path) : executable.path
      return
    }
    let invocation = evidence.invocation
    var found: (name: String, path: String?)?
    switch InterpreterCommandLine.script(in: invocation.arguments, of: interpreter) {
    case nil: break
    case .module(let module): found = ("\(interpreter) -m \(module)", nil)
    case .file(let word):
      let places = word.hasPrefix("/") ? [word] : invocation.directories.map { "\($0)/\(word)" }
      if isHere {
        let file = places.lazy.compactMap(lookup).first
        // A file that is gone, or a name that only the interpreter understands.
        found = file.map { ($0, $0) } ?? ("\(interpreter) \(word)", nil)
      } else {
        found = (places.first ?? "\(interpreter) \(word)", nil)
      }
    }
    if let found, found.name.utf8.count <= Self.maximumByteCount {
      (name, path) = ("script:" + found.name, found.path)
    } else {
      (name, path) = (executable.path, nil)
    }
  }

  /// The path of a program without what changes with each refresh of its snap:
  /// `/snap/notes/current/bin/notes` for `/snap/notes/12/bin/notes`.
  package static func withoutRevision(_ path: String) -> String {
    for directory in ["/snap/", "/var/lib/snapd/snap/"] where path.hasPrefix(directory) {
      var parts = path.dropFirst(directory.count).split(separator: "/")
      guard parts.count > 2 else { return path }
      parts[1] = "current"
      return directory + parts.joined(separator: "/")
    }
    return path
  }

  /// Where a script or an AppImage is on the disk. A directory counts, as some interpreters run one.
  package static func find(_ path: String) -> String? {
    guard let kind = try? FileSystem.status(of: path)?.kind, kind == .regular || kind == .directory
    else { return nil }
    return FileSystem.resolved(path)
  }

  /// What this process runs; `nil` where the system does not tell.
  package static let current: RunningProgram? = {
    let process = CurrentProcess.identifier
    guard let directory = try? ProcessDirectory(of: process),
      let executable = try? directory.executable(),
      var invocation = try? directory.invocation(of: executable.path)
    else { return nil }
    // It has moved since it was started: a relative path may lead to another script than the one that it runs.
    let places = Set(invocation.directories.map { FileSystem.resolved($0) ?? $0 })
    if places.count > 1 { invocation.directories = [] }
    let evidence = PeerEvidence(
      processIdentifier: process, userIdentifier: CurrentProcess.userIdentifier,
      executable: executable, invocation: invocation)
    return RunningProgram(evidence, isHere: true, lookup: { find($0) })
  }()
}

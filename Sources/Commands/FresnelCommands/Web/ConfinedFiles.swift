internal import CommandKit
internal import FresnelPlatform

/// The files that a command line names whose command runs in a confined process: that process opens them by the same
/// paths, and has neither this one's open files nor its standard input.
struct ConfinedFiles {
  /// Where a process finds its own open files and those of others.
  private static let openFiles = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"]

  private let paths: [String]

  /// The paths as they were written; what names no file is passed over.
  init(_ paths: [String]) {
    self.paths = paths
  }

  /// Checks that the paths name the same files in every process.
  ///
  /// To be called in both processes: a link that leads to standard input leads elsewhere in the confined one.
  ///
  /// - Throws: ``CommandError`` for standard input, a pipe, a device, or a file by its descriptor.
  func check() throws(CommandError) {
    for path in paths {
      let name = Self.normalized(path)
      let isOpenFile = Self.openFiles.contains { name == $0 || name.hasPrefix($0 + "/") }
      guard isOpenFile || (try? FileSystem.status(of: path))?.kind == .other else { continue }
      throw CommandError(
        .usage, "\(withoutControls(path)) can't be read together with a URL",
        advice: "write its content to a file and name that")
    }
  }

  /// The directory that relative paths start from; the root where there is no relative path and this process's can't be
  /// entered.
  ///
  /// - Throws: ``CommandError`` when it can't be entered and a path is relative.
  func directory() throws(CommandError) -> String {
    if let directory = CurrentProcess.reachableWorkingDirectory,
      FileSystem.exists(directory + "/.")
    {
      return directory
    }
    if let path = paths.first(where: { !$0.hasPrefix("/") && FileSystem.exists($0) }) {
      throw CommandError(
        .system, "the directory of \(withoutControls(path)) can't be entered by its path",
        advice: "run the command in another directory")
    }
    return "/"
  }

  /// An absolute path without `.`, `..` and empty parts, as it is written.
  private static func normalized(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : CurrentProcess.workingDirectory + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}

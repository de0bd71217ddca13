package import FresnelPlatform

/// The programs of this software that may see the items of all apps, wherever they are installed.
package struct OwnPrograms: Sendable {
  /// The names of those beside the daemon, or in the `bin` that belongs to its `libexec`.
  private static let names = ["fresnel", "fresnel-window"]

  private let paths: [String]
  private let helperDirectory: String?

  /// Finds the programs that belong to a daemon.
  ///
  /// - Parameters:
  ///   - daemon: The path of the daemon's program, such as `/usr/libexec/fresneld`; `nil` when that is
  ///     not known, and none belong to it.
  ///   - further: More programs; for tests.
  package init(besides daemon: String?, and further: [String] = []) {
    guard let daemon else {
      (paths, helperDirectory) = (further, nil)
      return
    }
    let directory = FileSystem.parent(of: daemon)
    let prefix = FileSystem.parent(of: directory)
    paths = Self.names.flatMap { ["\(directory)/\($0)", "\(prefix)/bin/\($0)"] } + further
    helperDirectory =
      FileSystem.lastComponent(of: directory) == "libexec" ? directory + "/fresnel" : nil
  }

  /// The programs as they are on the disk now.
  package var files: [ExecutableFile] {
    let helpers = helperDirectory.map { directory in
      ((try? FileSystem.entries(of: directory)) ?? []).map { "\(directory)/\($0)" }
    }
    return (paths + (helpers ?? [])).compactMap { path in
      guard let status = try? FileSystem.status(of: path), status.kind == .regular else {
        return nil
      }
      return ExecutableFile(device: status.device, inode: status.inode, path: path)
    }
  }

  /// Whether a file is one of the programs.
  package func contain(_ file: ExecutableFile) -> Bool {
    files.contains(where: file.isSameFile)
  }
}

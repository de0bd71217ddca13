package import FresnelPlatform
package import SpotlightWire

/// The programs of this software that may see the items of all apps, wherever they are installed, each with the highest
/// role that it may have.
///
/// They are known by name. Another file that lies beside one of them is an app like any other.
package struct OwnPrograms: Sendable {
  /// Where a program is installed.
  private enum Place {
    /// In `bin`, where people start it.
    case bin
    /// In `libexec/fresnel`, where only other programs do.
    case helpers
  }

  /// The programs by name.
  private static let table: [(name: String, place: Place, role: Role)] = [
    ("fresnel", .bin, .tool),
    ("fresnel-desktop", .helpers, .surface),
    ("fresnel-window-gtk", .helpers, .surface),
  ]

  private let roles: [(path: String, role: Role)]

  /// Finds the programs that belong to a daemon: those in the folders of its installation, and, as in a build, those
  /// beside it.
  ///
  /// - Parameters:
  ///   - daemon: The path of the daemon's program, such as `/usr/libexec/fresneld`; `nil` when that is
  ///     not known, and none belong to it.
  ///   - further: More programs, which may administer; for tests.
  package init(besides daemon: String?, and further: [String] = []) {
    var roles = further.map { (path: $0, role: Role.tool) }
    if let daemon {
      let directory = FileSystem.parent(of: daemon)
      let prefix = FileSystem.parent(of: directory)
      for (name, place, role) in Self.table {
        roles.append(("\(directory)/\(name)", role))
        switch place {
        case .bin: roles.append(("\(prefix)/bin/\(name)", role))
        case .helpers where FileSystem.lastComponent(of: directory) == "libexec":
          roles.append(("\(directory)/fresnel/\(name)", role))
        case .helpers: break
        }
      }
    }
    self.roles = roles
  }

  /// The programs as they are on the disk now.
  package var files: [ExecutableFile] { roles.compactMap { Self.file(at: $0.path) } }

  /// The path of the command line that is there now; `nil` where there is none.
  package var commandLine: String? {
    roles.lazy.map(\.path).first {
      FileSystem.lastComponent(of: $0) == "fresnel" && Self.file(at: $0) != nil
    }
  }

  /// The highest role that a program may have; `nil` for one that is none of these.
  package func highestRole(of program: ExecutableFile) -> Role? {
    roles.first { Self.file(at: $0.path)?.isSameFile(as: program) == true }?.role
  }

  private static func file(at path: String) -> ExecutableFile? {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular else {
      return nil
    }
    return ExecutableFile(device: status.device, inode: status.inode, path: path)
  }
}

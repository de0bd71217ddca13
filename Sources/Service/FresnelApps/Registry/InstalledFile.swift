internal import FresnelModel
package import FresnelPlatform

/// A file whose presence shows that an app is installed, and on which file system it was seen.
package struct InstalledFile: Hashable, Sendable {
  /// What is known of a file now.
  package enum Sight: Hashable, Sendable {
    /// It is there.
    case there
    /// It was removed.
    case gone
    /// That can't be told: what it lies in is not mounted or can't be read, another medium is mounted there, or a link
    /// at its path leads nowhere.
    case unknown
  }

  /// Where it was seen.
  package let path: String
  /// The directory on which its file system was mounted then; empty when that was not known.
  package let mount: String
  /// What tells that file system from others; empty when that was not known.
  package let fileSystem: String

  /// Makes a description.
  package init(path: String, mount: String, fileSystem: String) {
    self.path = path
    self.mount = mount
    self.fileSystem = fileSystem
  }

  /// Describes the file at a path; `nil` when there is none, or it can't be looked at.
  package init?(at path: String, _ mounts: MountTable) {
    guard FileSystem.exists(path) else { return nil }
    let directory = FileSystem.resolved(FileSystem.parent(of: path))
    let mount = directory.flatMap(mounts.mountPoint)
    self.init(
      path: path, mount: mount ?? "", fileSystem: mount.flatMap(mounts.fileSystem) ?? "")
  }

  /// Looks for the file. It counts as removed only where the very file system that it was on is mounted, so that
  /// what the kernel says of the path is said of the place where the file was.
  package func sight(_ mounts: MountTable) -> Sight {
    var place = path
    do throws(SystemError) {
      if try FileSystem.status(of: path) != nil { return .there }
      if FileSystem.isLink(path) { return .unknown }
      // A package manager removes directories that became empty.
      repeat {
        place = FileSystem.parent(of: place)
      } while try FileSystem.status(of: place)?.kind != .directory && place != "/"
    } catch {
      return .unknown
    }
    guard !mount.isEmpty, !fileSystem.isEmpty, let resolved = FileSystem.resolved(place),
      mounts.mountPoint(of: resolved) == mount, mounts.fileSystem(on: mount) == fileSystem
    else { return .unknown }
    return .gone
  }
}

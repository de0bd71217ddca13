internal import FresnelPlatform

/// A file system besides `/` that an import listed something on, as the paths that it listed name it.
///
/// The kernel names mount points by paths without symbolic links. But what was imported is known by the paths that were
/// listed, in which a link may stand. So the first path that leads onto the file system counts: the mount point itself, or
/// a link to what is mounted there or lies below. A link may also lead away from a file system, to another one that is
/// always there: without the first, what lies behind the link can't be reached either.
struct SourceMount: Hashable {
  /// The first path that leads onto the file system: of those above it none does.
  let place: String
  /// Where it is mounted, without symbolic links; `nil` where the kernel's table did not tell, and of what earlier versions
  /// recorded. Then the devices of files decide, which tell nothing of a directory that is mounted in the place of another
  /// one of the same file system.
  let point: String?

  init(place: String, point: String?) {
    self.place = place
    self.point = point
  }

  /// The file system of a directory; `nil` where that is `/` by each of its names, or can't be known.
  init?(of directory: String, in table: SourceMountTable) {
    guard let mount = Self(above: directory, in: table), mount.place != "/" else { return nil }
    self = mount
  }

  private init?(above directory: String, in table: SourceMountTable) {
    guard let point = table.point(of: directory) else {
      guard let place = Self.firstPlace(ofDeviceOf: directory) else { return nil }
      self.init(place: place, point: nil)
      return
    }
    var place = directory
    while place != "/" {
      let above = FileSystem.parent(of: place)
      guard above != place, table.point(of: above) == point else { break }
      place = above
    }
    self.init(place: place, point: point)
  }

  /// Whether the file system is not mounted where it was, so that what is at the place now says nothing of it.
  ///
  /// A link that leads to another file system by now is not that: somebody has changed it, or an update has.
  func isMissing(in table: SourceMountTable) -> Bool {
    guard let point else { return Self.firstPlace(ofDeviceOf: place) != place }
    guard let resolved = FileSystem.resolved(place),
      let now = Self(above: place, in: table), now.place == place
    else { return true }
    // A directory to mount on is there without the file system, too.
    let isThere = point == "/" || resolved == point || resolved.hasPrefix(point + "/")
    return isThere && table.point(of: point) != point
  }

  /// The first path above a directory from which on all are on one device; `nil` where that cannot be known.
  private static func firstPlace(ofDeviceOf directory: String) -> String? {
    guard let device = (try? FileSystem.status(of: directory))?.device else { return nil }
    var place = directory
    while true {
      let above = FileSystem.parent(of: place)
      guard above != place, (try? FileSystem.status(of: above))?.device == device else {
        return place
      }
      place = above
    }
  }
}

/// Where file systems are mounted during an import. Use it from one thread.
///
/// It remembers the answer for each path: an import asks for all directories above each one that it lists.
final class SourceMountTable {
  private let table: MountTable
  private var points: [String: String?] = [:]

  init(_ table: MountTable = .current) {
    self.table = table
  }

  /// Where the file system of a path is mounted, the links in the path followed; `nil` where that isn't known, or nothing
  /// is at the path.
  func point(of path: String) -> String? {
    if let known = points[path] { return known }
    let point = FileSystem.resolved(path).flatMap { table.mountPoint(of: $0) }
    points[path] = .some(point)
    return point
  }
}

internal import CommandKit
internal import FresnelPlatform

/// Lists directories and looks at files for an import, and remembers what could not be read: what was imported from
/// there before is kept. Use it from one thread.
///
/// A directory that does not exist has no entries. One that cannot be listed is something else, and so is one on a file
/// system that was mounted at the last import and is not now.
final class SourceFiles {
  /// Something that could not be read.
  struct Failure {
    let path: String
    /// Why, and what becomes of the items, in one sentence without a full stop.
    let sentence: String
  }

  /// What could not be read, in the order in which that was found.
  private(set) var failures: [Failure] = []
  /// The files among it.
  private(set) var unreadFiles: [String] = []
  /// The file systems besides `/` that something was listed on, and those that are not mounted now.
  var mounts: [SourceMount] { mountsByPlace.values.sorted { $0.place < $1.place } }
  private var mountsByPlace: [String: SourceMount] = [:]
  /// The places of those that are not mounted now.
  private var missing: Set<String> = []
  private let table: SourceMountTable
  private var failedPaths: Set<String> = []
  /// The directories with a file of which nothing can be known.
  private var failedFolders: Set<String> = []

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - mounts: The file systems that the last import recorded.
  ///   - table: What is mounted now.
  init(mounts: [SourceMount] = [], table: MountTable = .current) {
    self.table = SourceMountTable(table)
    for mount in mounts {
      mountsByPlace[mount.place] = mount
      guard mount.isMissing(in: self.table) else { continue }
      missing.insert(mount.place)
      let name = mount.point.map { $0 == mount.place ? $0 : "\($0), behind \(mount.place)," }
      fail(
        mount.place,
        "\(name ?? mount.place) is not mounted; its items stay until it is, or until --force")
    }
  }

  /// The names in a directory in the order of their bytes; none where it does not exist or cannot be listed.
  func entries(of directory: String) -> [String] {
    do throws(SystemError) {
      let names = try FileSystem.entries(of: directory)
      if !names.isEmpty, let mount = SourceMount(of: directory, in: table),
        !missing.contains(mount.place)
      {
        mountsByPlace[mount.place] = mount
      }
      return names
    } catch  where error.code == .notDirectory {
      return []
    } catch {
      // A link that leads nowhere is a directory that is missing now.
      if error.code != .notFound || FileSystem.isSymbolicLink(directory) {
        fail(directory, error, "what was imported from it stays")
      }
      return []
    }
  }

  /// The status of a file; `nil` where it does not exist or nothing can be known of it.
  func status(of path: String) -> FileStatus? {
    do throws(SystemError) {
      return try FileSystem.status(of: path)
    } catch {
      // The same is likely to be so of others in the directory, and is said once.
      failedPaths.insert(path)
      if failedFolders.insert(FileSystem.parent(of: path)).inserted {
        let sentence = "\(error.message.withoutFullStop); what was imported from it stays"
        failures.append(Failure(path: path, sentence: sentence))
      }
      return nil
    }
  }

  /// Whether there is a directory, as far as can be known. What was imported from below a link that leads nowhere now
  /// stays, whatever it led to.
  func isDirectory(_ path: String) -> Bool {
    guard let status = status(of: path) else {
      if FileSystem.isSymbolicLink(path) { failLink(path) }
      return false
    }
    return status.kind == .directory
  }

  /// Notes a link to a file that is not there now, as on a disk that is not mounted.
  func fail(readingLink path: String) {
    failLink(path)
    unreadFiles.append(path)
  }

  private func failLink(_ path: String) {
    fail(
      path,
      "\(path) is a link to what is not there now; what was imported from it stays until the link is "
        + "removed")
  }

  /// Notes a file that could not be read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - error: Why.
  ///   - others: Further paths whose items come from the file.
  func fail(reading path: String, _ error: SystemError, others: [String] = []) {
    fail(path, error, "what was imported from it stays")
    unreadFiles.append(path)
    failedPaths.formUnion(others)
  }

  /// Notes that all items of the source stay as they are.
  func failEverything(_ sentence: String) {
    fail("/", sentence)
  }

  /// Whether an item that was not met stays, by the path of its file.
  func keepsItem(at path: String?) -> Bool {
    if failedPaths.isEmpty { return false }
    if failedPaths.contains("/") { return true }
    guard var path else { return false }
    while true {
      if failedPaths.contains(path) { return true }
      let above = FileSystem.parent(of: path)
      if above == path { return false }
      path = above
    }
  }

  private func fail(_ path: String, _ error: SystemError, _ consequence: String) {
    fail(path, "\(error.message.withoutFullStop); \(consequence)")
  }

  private func fail(_ path: String, _ sentence: String) {
    if failedPaths.insert(path).inserted {
      failures.append(Failure(path: path, sentence: sentence))
    }
  }
}

internal import CommandKit
internal import FresnelPlatform

/// Held by the one process that changes a crawl and the index of its pages.
final class CrawlLock: Sendable {
  private let file: LockFile

  /// Takes the lock, and makes the data directory where it is missing.
  ///
  /// - Throws: `CommandError` when another process holds it, `SystemError` when the directory can't be written.
  init(of data: CloudData) throws {
    try FileSystem.createDirectory(data.directory)
    do throws(SystemError) {
      file = try LockFile(locking: data.crawlLock)
    } catch {
      guard error.code == .wouldBlock else { throw error }
      let holder = LockFile.holder(of: data.crawlLock)?.description ?? "another process"
      throw CommandError(
        .store, "\(holder) crawls in \(data.directory) already",
        advice: "wait until it has ended, or name another directory with --data")
    }
  }
}

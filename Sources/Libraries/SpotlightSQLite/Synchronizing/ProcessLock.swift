internal import FresnelPlatform
internal import Foundation

/// Has one process at a time bring an index up to date: the app and its index extension are two. The lock is
/// a file beside the database and ends with the process.
enum ProcessLock {
  /// Another process may be at a rebuild.
  private static let patience = Duration.seconds(60)
  private static let pause = Duration.milliseconds(20)

  /// The file of a database.
  static func path(forDatabase path: String) -> String { path + "-spotlight" }

  /// Takes the lock, waiting for it.
  static func take(forDatabase path: String) async throws(SpotlightDatabaseError) -> LockFile {
    let end = ContinuousClock.now + patience
    while true {
      if let lock = try tryLock(path, isLast: ContinuousClock.now > end) { return lock }
      // A sleep that is cancelled ends early and the loop goes on.
      try? await Task.sleep(for: pause)
    }
  }

  /// Takes the lock, having the thread wait for it.
  static func takeBlocking(forDatabase path: String) throws(SpotlightDatabaseError) -> LockFile {
    let end = ContinuousClock.now + patience
    while true {
      if let lock = try tryLock(path, isLast: ContinuousClock.now > end) { return lock }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  private static func tryLock(
    _ path: String, isLast: Bool
  ) throws(SpotlightDatabaseError) -> LockFile? {
    do throws(SystemError) {
      return try LockFile(locking: Self.path(forDatabase: path))
    } catch {
      guard error.code == .wouldBlock else {
        throw SpotlightDatabaseError(
          .open, "This process needs to write to the folder of the database \(path): \(error)")
      }
      guard isLast else { return nil }
      throw SpotlightDatabaseError(
        .busy, "Another process of the app is bringing the index up to date. Try again. \(error)")
    }
  }
}

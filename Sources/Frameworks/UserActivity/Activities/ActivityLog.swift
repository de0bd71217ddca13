internal import Foundation
internal import Synchronization

/// Where calls that cannot throw say what did not happen.
enum ActivityLog {
  private static let said = Mutex<Set<String>>([])

  /// Writes one line to standard error.
  static func report(_ activityType: String, _ message: String) {
    let line = "NSUserActivity \(activityType): \(message)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  /// Writes a line, unless one was written before in this process under the same name.
  static func reportOnce(_ name: String, _ activityType: String, _ message: String) {
    if said.withLock({ $0.insert(name).inserted }) { report(activityType, message) }
  }
}

internal import Foundation

/// Where setters that cannot throw say what they left out.
enum ActivityLog {
  /// Writes one line to standard error.
  static func report(_ activityType: String, _ message: String) {
    let line = "NSUserActivity \(activityType): \(message)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}

internal import FresnelPlatform

/// What writing a file whole leaves when the process or the machine ends in between: `NAME.RANDOM.new`, see
/// `FileSystem.write`.
enum StrayFiles {
  /// Another process may be writing one that is younger, in seconds.
  private static let age = 3600.0

  /// Removes those in some directories, and none below them. What cannot be removed stays.
  ///
  /// - Parameters:
  ///   - directories: The daemon's own.
  ///   - now: The time of day in seconds since 1970.
  static func remove(in directories: [String], now: Double) {
    for directory in directories {
      guard let names = try? FileSystem.entries(of: directory) else { continue }
      for name in names where isStray(name) {
        let path = directory + "/" + name
        guard let status = try? FileSystem.status(of: path), status.kind == .regular,
          status.owner == CurrentProcess.userIdentifier,
          now - status.modifiedSecondsSince1970 > age
        else { continue }
        try? FileSystem.removeFile(path)
      }
    }
  }

  /// Words such as `json` are numbers too; hardly one in 100,000 random ones is so short.
  private static let leastLength = 10

  /// Whether a name has exactly that form: a number below 2^64 in base 36, as it is written.
  static func isStray(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts.last == "new", !parts[0].isEmpty || parts.count > 3 else {
      return false
    }
    let text = parts[parts.count - 2]
    guard text.utf8.count >= leastLength, let number = UInt64(text, radix: 36) else {
      return false
    }
    return String(number, radix: 36) == text
  }
}

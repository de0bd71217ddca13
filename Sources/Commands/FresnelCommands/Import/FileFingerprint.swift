internal import FresnelPlatform

extension Fingerprint {
  /// Adds a file's path, size and date; a missing file adds its absence.
  mutating func add(file path: String, _ status: FileStatus?) {
    add(path)
    guard let status else {
      add(0)
      return
    }
    add(status.byteCount)
    add(status.modifiedSecondsSince1970.bitPattern)
  }
}

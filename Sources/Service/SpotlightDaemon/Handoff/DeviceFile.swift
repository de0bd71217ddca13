internal import FresnelHandoff
package import FresnelStorage

/// The bytes of the file of devices, which are sealed.
package struct DeviceFile: Sendable {
  /// Reads them; `nil` where no file was ever made. One that is too long is read so far that it is known to be.
  let read: @Sendable () throws(HandoffError) -> [UInt8]?
  /// Puts others in their place, durably. A crash leaves the old ones or the new ones.
  let replace: @Sendable ([UInt8]) throws(HandoffError) -> Void

  /// A file that is reached in some way.
  init(
    read: @escaping @Sendable () throws(HandoffError) -> [UInt8]?,
    replace: @escaping @Sendable ([UInt8]) throws(HandoffError) -> Void
  ) {
    self.read = read
    self.replace = replace
  }

  /// The file `devices` in a directory.
  ///
  /// - Parameters:
  ///   - directory: Where it is.
  ///   - storage: The file system.
  package init(in directory: String, storage: any Storage = FileStorage()) {
    let path = directory + "/devices"
    read = { () throws(HandoffError) in
      do throws(StorageError) {
        guard let file = try storage.openIfPresent(path, for: .reading) else { return nil }
        return try file.read(at: 0, count: DeviceBook.largestByteCount + 1)
      } catch {
        throw HandoffError(.system, error.message)
      }
    }
    replace = { (bytes) throws(HandoffError) in
      do throws(StorageError) {
        try storage.createDirectory(directory)
        let aside = try storage.open(path + ".new", for: .creating)
        try aside.write(bytes, at: 0)
        try aside.sync()
        // Before the old one goes: a disk that gives back other bytes would cost every pairing.
        guard try aside.read(at: 0, count: bytes.count + 1) == bytes else {
          throw StorageError(.inputOutput, "\(path) can't be read back as it was written.")
        }
        try storage.rename(path + ".new", to: path)
        try storage.syncDirectory(directory)
      } catch {
        throw HandoffError(.system, error.message)
      }
    }
  }
}

import FresnelSegments
import FresnelStorage

// What counts as damage of a file, and what becomes of a file that is damaged.

extension SegmentFiles {
  /// Whether an error says that one of the files is damaged.
  ///
  /// A failed checksum does. A device that can't read may be able to a little later, so then the file is
  /// opened anew and read whole: only what fails again is damage.
  func confirmsDamage(_ error: StorageError) -> Bool {
    if error.code == .corrupted { return true }
    guard error.isDeviceFailure, let path = error.path,
      let last = path.split(separator: "/").last, let name = SegmentFileName(String(last)),
      path == self.path(name)
    else { return false }
    do throws(StorageError) {
      _ = try verify(name)
      return false
    } catch {
      return error.code == .corrupted || error.isDeviceFailure
    }
  }

  /// An error as one of damage, if it is confirmed that it tells of some.
  func confirmed(_ error: StorageError) -> StorageError {
    guard error.code != .corrupted, confirmsDamage(error) else { return error }
    return StorageError(
      .corrupted, error.message, path: error.path, offset: error.offset, cause: error.cause)
  }

  /// Opens a segment, and once more if the device failed.
  func openPersistently(
    _ entry: SegmentList.Entry
  ) throws(StorageError) -> (Segment, SegmentChanges) {
    do throws(StorageError) {
      return try open(entry)
    } catch {
      guard error.isDeviceFailure else { throw error }
      return try open(entry)
    }
  }

  /// Moves the files of a damaged segment to where such files are kept, durably.
  ///
  /// Done before the list of segments forgets them: what no list names is removed.
  ///
  /// - Returns: The new path of the segment's file; `nil` when it is there no more.
  /// - Throws: ``StorageError`` when a file can't be moved; then the list has to go on naming it.
  func setAside(_ entry: SegmentList.Entry) throws(StorageError) -> String? {
    if let live = entry.liveFileName { _ = try setAside(live) }
    return try setAside(entry.fileName)
  }

  private func setAside(_ name: SegmentFileName) throws(StorageError) -> String? {
    do throws(StorageError) {
      return try DamagedFiles(directory: directory, storage: storage).move(path(name))
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Undoes ``setAside(_:)``, also half of it, as far as that is possible.
  func putBack(_ entry: SegmentList.Entry) {
    let damaged = DamagedFiles(directory: directory, storage: storage)
    for name in [entry.fileName, entry.liveFileName].compactMap(\.self) {
      try? damaged.putBack(path(name))
    }
  }

  /// Removes the oldest of the damaged files when there are many.
  func pruneDamaged() {
    DamagedFiles(directory: directory, storage: storage).prune()
  }
}

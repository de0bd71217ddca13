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

  /// What the files of a segment are like on the disk.
  enum Condition {
    /// Nothing is damaged.
    case sound
    /// Something is damaged, and all can be read: it has a copy, or is in the memory of who has it open.
    case readable(StorageError)
    /// Something can't be read.
    case lost(StorageError)
  }

  /// Reads a segment's files whole as they are on the disk.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - goesOn: Asked now and then whether to go on.
  /// - Returns: What they are like; `nil` when it was told to stop.
  /// - Throws: ``StorageError`` when a file can't be opened for a reason that says nothing of it, such as too many open
  ///   files.
  /// - Complexity: O(*n*) in the bytes of the files.
  func condition(
    of segment: IndexSegment, goesOn: () -> Bool = { true }
  ) throws(StorageError) -> Condition? {
    guard let entry = segment.entry else { return .sound }
    var source = segment.segment.source
    var damage: StorageError?
    do throws(StorageError) {
      source = try ByteSource.open(path(entry.fileName), storage: storage, cache: cache, key: key)
    } catch {
      // Its end is in memory. A file that is not there any more is read where it is open.
      if error.code == .corrupted || error.isDeviceFailure {
        damage = error
      } else if error.code != .notFound {
        throw error
      }
    }
    var isStopped = false
    let ranges = source.verify { _ in
      if !goesOn() { isStopped = true }
      return !isStopped
    }
    if isStopped { return nil }
    if let lost = ranges.first(where: \.isLost) { return .lost(lost.error) }
    damage = damage ?? ranges.first?.error ?? changesDamage(of: entry)
    return damage.map { .readable($0) } ?? .sound
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
  /// Where something of them is lost, that is done before the list of segments forgets them: what no list names is
  /// removed. Where all of it is in a new file, it is done once the list names that.
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

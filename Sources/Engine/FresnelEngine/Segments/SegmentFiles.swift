import FresnelSegments
import FresnelStorage

/// The files of a store's segments.
struct SegmentFiles: Sendable {
  let directory: String
  let storage: any Storage
  let cache: BlockCache
  let key: EncryptionKey?
  /// The length of item blocks in files that are written, before compression; `nil` for the usual one.
  var itemBlockByteCount: Int?
  /// Told when a read of a segment meets with damage that has a copy.
  var noteCopiedDamage: (@Sendable (StorageError) -> Void)?

  func path(_ name: SegmentFileName) -> String { directory + "/" + name.text }

  /// Opens a segment that the manifest's list names, with its deletions and patches.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/corrupted`` when the files are not what
  ///   the list says, or ``StorageError/Code/notFound``.
  func open(_ entry: SegmentList.Entry) throws(StorageError) -> (Segment, SegmentChanges) {
    let segment = try open(entry.number)
    guard segment.documentCount == Int(entry.documentCount) else {
      throw damaged(
        entry.fileName,
        "holds \(segment.documentCount) documents instead of "
          + "\(entry.documentCount)")
    }
    var changes = SegmentChanges(live: LiveDocuments(count: segment.documentCount))
    if let name = entry.liveFileName {
      changes = try SegmentChanges(
        decoding: try contents(of: name, belongingTo: segment), segment: entry.number,
        documentCount: segment.documentCount)
    }
    guard changes.live.count == Int(entry.liveCount) else {
      throw damaged(entry.fileName, "has other deletions than the manifest says")
    }
    return (segment, changes)
  }

  /// The bytes of a file that belongs to a segment. What is damaged of it is mended by writing the segment anew.
  private func contents(
    of name: SegmentFileName, belongingTo segment: Segment
  ) throws(StorageError) -> [UInt8] {
    let source = try ByteSource.open(path(name), storage: storage, cache: cache, key: key)
    let pin = try source.pin(0, Int(source.byteCount))
    if let damage = source.notedDamage {
      segment.source.note(damage.naming(segment.source.path))
    }
    return Array(pin.bytes)
  }

  /// Verifies a file as it is on the disk and returns the number of its bytes.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/corrupted`` where it is damaged.
  func verify(_ name: SegmentFileName) throws(StorageError) -> Int {
    let source = try ByteSource.open(path(name), storage: storage, cache: cache, key: key)
    if let damage = source.verify().first { throw damage.error }
    return Int(source.byteCount)
  }

  /// What is wrong with a segment's file as it is on the disk: it is opened anew, for who has it open keeps its end in
  /// memory, and so does not notice when that is damaged.
  ///
  /// A file that is not there any more was replaced by a merge; what is open of it is verified.
  func damages(of segment: IndexSegment) -> [StorageError] {
    guard let name = segment.fileName else { return [] }
    var source = segment.segment.source
    do throws(StorageError) {
      source = try ByteSource.open(path(name), storage: storage, cache: cache, key: key)
    } catch {
      if error.code != .notFound { return [error] }
    }
    return source.verify().map(\.error)
  }

  /// What is wrong with the file of a segment's deletions and patches as it is on the disk, or that of its documents,
  /// told of the latter: it is that which is written anew.
  func firstDamage(of segment: IndexSegment) -> StorageError? {
    damages(of: segment).first ?? segment.entry.flatMap(changesDamage)
  }

  /// What is wrong with the file of a segment's deletions and patches, told of that of its documents.
  func changesDamage(of entry: SegmentList.Entry) -> StorageError? {
    guard let name = entry.liveFileName else { return nil }
    do throws(StorageError) {
      _ = try verify(name)
      return nil
    } catch {
      // The writer may have replaced it meanwhile.
      return error.code == .notFound ? nil : error.naming(path(entry.fileName))
    }
  }

  /// Opens the segment of a number.
  func open(_ number: UInt64) throws(StorageError) -> Segment {
    try Segment.open(
      try ByteSource.open(
        path(.segment(number)), storage: storage, cache: cache, key: key,
        noteCopiedDamage: noteCopiedDamage))
  }

  /// Opens a file that was just written.
  ///
  /// - Throws: ``StorageError``, never with code `corrupted`: that would be taken for damage of what it was made of.
  func openWritten(_ number: UInt64) throws(StorageError) -> Segment {
    do throws(StorageError) {
      return try open(number)
    } catch {
      guard error.code == .corrupted else { throw error }
      throw StorageError(
        .inputOutput, "A file that was just written can't be read back. \(error.message)",
        path: error.path, offset: error.offset, cause: error.cause)
    }
  }

  /// Where to write the segment of a number.
  func sink(_ number: UInt64) throws(StorageError) -> ByteSink {
    try ByteSink.file(path(.segment(number)), storage: storage, key: key)
  }

  /// Writes which documents of a segment are not deleted, and their patches, durably; the name becomes
  /// durable with the next manifest.
  func write(
    _ changes: SegmentChanges, segment: UInt64, as name: SegmentFileName
  ) throws(StorageError) {
    var sink = try ByteSink.file(path(name), storage: storage, key: key)
    // Without it nothing of the segment can be told from what was deleted.
    sink.beginCopiedBytes()
    try sink.append(changes.encoded(segment: segment))
    sink.endCopiedBytes()
    _ = try sink.finish()
  }

  /// Removes a file, if it is there.
  ///
  /// - Returns: Why it is still there; `nil` when it is gone.
  @discardableResult
  func remove(_ name: SegmentFileName) -> StorageError? {
    do throws(StorageError) {
      try storage.remove(path(name))
      return nil
    } catch {
      return error.code == .notFound ? nil : error
    }
  }

  /// Removes the files of segments that nothing names.
  ///
  /// - Returns: The greatest number of a segment that any file had, and why one could not be removed.
  func removeAll(
    except names: Set<SegmentFileName>
  ) throws(StorageError) -> (greatest: UInt64, failure: StorageError?) {
    var (greatest, failure): (UInt64, StorageError?) = (0, nil)
    for name in try storage.entries(of: directory).compactMap(SegmentFileName.init) {
      greatest = max(greatest, name.segmentNumber)
      if !names.contains(name), let error = remove(name) { failure = error }
    }
    return (greatest, failure)
  }

  private func damaged(_ name: SegmentFileName, _ explanation: String) -> StorageError {
    StorageError(.corrupted, "\(path(name)) \(explanation).", path: path(name))
  }
}

extension StorageError {
  /// The same error of the file that is written anew for it. A page that cannot be read is damage of it: whether it
  /// still is so cannot be asked of that file.
  fileprivate func naming(_ path: String?) -> StorageError {
    StorageError(
      isDeviceFailure ? .corrupted : code, message, path: path, offset: offset, cause: cause)
  }
}

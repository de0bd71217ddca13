import FresnelStorage
import Synchronization

/// An open file of a ``FaultyStorage``.
final class FaultyFile: StorageFile {
  let path: String
  private let storage: FaultyStorage
  private let number: Int
  private let isWritable: Bool

  init(storage: FaultyStorage, number: Int, path: String, isWritable: Bool) {
    self.storage = storage
    self.number = number
    self.path = path
    self.isWritable = isWritable
  }

  var isInPlace: Bool { storage.disk.withLock { $0.names[path] == number } }

  func byteCount() throws(StorageError) -> UInt64 {
    try storage.disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      return UInt64(disk.files[number].cached.count)
    }
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(StorageError) -> Int {
    try storage.disk.withLock { (disk) throws(StorageError) in
      try disk.count(path)
      let bytes = disk.files[number].cached
      if let bad = disk.unreadable[number],
        bad.overlaps(Int(clamping: offset)..<Int(clamping: offset) + buffer.count)
      {
        throw StorageError(.inputOutput, "\(path) has a place that can't be read.", path: path)
      }
      guard let start = Int(exactly: offset), start < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - start)
      buffer.copyBytes(from: bytes[start..<start + count])
      return count
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageError) {
    try storage.disk.withLock { (disk) throws(StorageError) in
      guard isWritable else {
        throw StorageError(.readOnly, "\(path) is open for reading only.", path: path)
      }
      do throws(StorageError) {
        let end = Int(offset) + bytes.count
        try disk.count(path, needsRoom: end > disk.files[number].cached.count)
      } catch {
        disk.writePart(of: Array(bytes), at: Int(offset), to: number)
        throw error
      }
      disk.writeCount += 1
      let room = disk.room(forWriteOf: bytes.count, at: Int(offset), to: number)
      disk.write(Array(bytes.prefix(room)), at: Int(offset), to: number)
      if room < bytes.count {
        throw StorageError(.full, "There is no room for \(path).", path: path)
      }
    }
  }

  func truncate(to byteCount: UInt64) throws(StorageError) {
    try storage.disk.withLock { (disk) throws(StorageError) in
      guard isWritable else {
        throw StorageError(.readOnly, "\(path) is open for reading only.", path: path)
      }
      try disk.count(path)
      disk.files[number].truncate(to: Int(byteCount))
    }
  }

  func sync() throws(StorageError) {
    try storage.disk.withLock { (disk) throws(StorageError) in
      do throws(StorageError) {
        try disk.count(path)
      } catch {
        disk.files[number].failSync()
        throw error
      }
      disk.fileSyncCount += 1
      disk.files[number].sync()
    }
  }
}

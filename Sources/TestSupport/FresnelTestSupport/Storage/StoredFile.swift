/// The bytes of one file of a ``Disk``: as programs read them and as they are durable.
struct StoredFile: Sendable {
  private(set) var cached: [UInt8] = []
  private(set) var durable: [UInt8] = []
  /// Writes that a sync would make durable, in order.
  private(set) var unsynced: [Write] = []
  /// Writes before a failed sync: perhaps on the disk, perhaps never.
  private(set) var doubtful: [Write] = []

  /// A change of the bytes; without bytes, the file is cut off at the offset.
  struct Write: Sendable {
    let offset: Int
    let bytes: [UInt8]

    /// The parts that lie in one 512-byte sector each, which reach a disk or not; a cut is one part.
    var sectors: [Write] {
      if bytes.isEmpty { return [self] }
      var sectors: [Write] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, (offset + start) / 512 * 512 + 512 - offset)
        sectors.append(Write(offset: offset + start, bytes: Array(bytes[start..<end])))
        start = end
      }
      return sectors
    }
  }

  mutating func truncate(to byteCount: Int) {
    let cut = Write(offset: byteCount, bytes: [])
    Self.apply(cut, to: &cached)
    unsynced.append(cut)
  }

  mutating func write(_ bytes: [UInt8], at offset: Int) {
    if bytes.isEmpty { return }
    let write = Write(offset: offset, bytes: bytes)
    Self.apply(write, to: &cached)
    unsynced.append(write)
  }

  /// Empties the file. For simplicity that is durable at once: only files that nothing points at yet
  /// are emptied.
  mutating func empty() {
    (cached, durable, unsynced, doubtful) = ([], [], [], [])
  }

  mutating func sync() {
    for write in unsynced { Self.apply(write, to: &durable) }
    (unsynced, doubtful) = ([], [])
  }

  mutating func failSync() {
    doubtful += unsynced
    unsynced = []
  }

  /// What a power loss leaves if only the first bytes of what was not synced reached the disk.
  func content(keeping budget: inout Int) -> [UInt8] {
    var content = durable
    for write in doubtful + unsynced where budget > 0 {
      if write.bytes.isEmpty { Self.apply(write, to: &content) }
      let kept = write.bytes.prefix(budget)
      budget -= kept.count
      if !kept.isEmpty {
        Self.apply(Write(offset: write.offset, bytes: Array(kept)), to: &content)
      }
    }
    return content
  }

  /// What a power loss leaves if some sectors of what was not synced reached the disk.
  func contentKeepingRandomSectors(_ random: inout SeededGenerator) -> [UInt8] {
    var content = durable
    for write in doubtful + unsynced {
      for sector in write.sectors where Bool.random(using: &random) {
        Self.apply(sector, to: &content)
      }
    }
    return content
  }

  private static func apply(_ write: Write, to content: inout [UInt8]) {
    if write.bytes.isEmpty {
      content.removeLast(max(0, content.count - write.offset))
      return
    }
    let end = write.offset + write.bytes.count
    if end > content.count {
      content += [UInt8](repeating: 0, count: end - content.count)
    }
    content.replaceSubrange(write.offset..<end, with: write.bytes)
  }
}

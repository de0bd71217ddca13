import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("A journal and the room on the disk")
struct JournalRoomTests {
  private static let options = JournalOptions(
    firstAllocationByteCount: 1 << 16, largestAllocationByteCount: 1 << 22)
  private static let kind = FrameKind(rawValue: 16)

  /// A journal of more than four mebibytes, which grows by four more at a time.
  private static func grown(_ storage: FaultyStorage) throws -> JournalStore {
    let journal = try open(storage) { _ in }
    for _ in 0..<5 {
      try journal.append(kind, records: [[UInt8](repeating: 1, count: 1 << 20)])
      try journal.commit()
    }
    return journal
  }

  private static func open(
    _ storage: FaultyStorage, _ deliver: (JournalEvent) throws -> Void
  ) throws -> JournalStore {
    try JournalStore.open(
      directory: "/store", storage: storage, mode: .readWrite, options: options, deliver)
  }

  private static func frames(_ storage: FaultyStorage) throws -> Int {
    var count = 0
    _ = try open(storage) { if case .frame = $0 { count += 1 } }
    return count
  }

  /// Fills the file up to less than a record, so that the next commit needs room.
  private static func fillAllocated(_ journal: JournalStore, _ storage: FaultyStorage) throws {
    let length = storage.contents(of: "/store/journal-0000000000000001")?.count ?? 0
    let rest = length - Int(journal.byteCount) - 1000
    try journal.append(kind, records: [[UInt8](repeating: 2, count: max(1, rest))])
    try journal.commit()
  }

  @Test("where there is no room for a whole step, a commit takes what it needs")
  func needed() throws {
    let storage = FaultyStorage()
    let journal = try Self.grown(storage)
    try Self.fillAllocated(journal, storage)
    let before = storage.usedByteCount
    storage.setCapacity(before + 2_900_000)
    try journal.append(Self.kind, records: [[UInt8](repeating: 3, count: 204_000)])
    try journal.commit()
    #expect(storage.usedByteCount <= before + 204_000 + 8192)
    #expect(try Self.frames(storage.afterPowerLoss()) == 7)
  }

  @Test(
    "a commit that finds no room gives back what it took, and the next one that fits goes through")
  func givenBack() throws {
    let storage = FaultyStorage()
    let journal = try Self.grown(storage)
    try Self.fillAllocated(journal, storage)
    let before = storage.usedByteCount
    storage.setCapacity(before + 100_000)
    try journal.append(Self.kind, records: [[UInt8](repeating: 3, count: 204_000)])
    #expect {
      try journal.commit()
    } throws: {
      ($0 as? StorageError)?.code == .full
    }
    #expect(storage.usedByteCount == before)
    try journal.append(Self.kind, records: [[UInt8](repeating: 4, count: 50_000)])
    try journal.commit()
    #expect(try Self.frames(storage.afterPowerLoss()) == 7)
  }

  @Test(
    "a rotation, an opening and the copy of a damaged file give back what they took, however often")
  func othersGiveBack() throws {
    let storage = FaultyStorage()
    let journal = try Self.grown(storage)
    storage.setCapacity(storage.usedByteCount + 300_000)
    let before = storage.usedByteCount
    for _ in 0..<3 {
      #expect(throws: StorageError.self) {
        try journal.rotate { checkpoint in
          for _ in 0..<3 {
            try checkpoint.append(Self.kind) { $0.append([UInt8](repeating: 5, count: 1 << 20)) }
          }
        }
      }
      #expect(storage.usedByteCount == before)
    }
    // A damaged journal is kept aside and moved to a fresh one, each of which needs as much room again.
    let disk = storage.afterKill()
    let path = "/store/journal-0000000000000001"
    var bytes = try #require(disk.contents(of: path))
    bytes[2 << 20] ^= 1
    disk.setContents(bytes, of: path)
    for extra in [300_000, 6_500_000] {
      let before = disk.usedByteCount
      disk.setCapacity(before + extra)
      for _ in 0..<3 {
        #expect(throws: StorageError.self) { try Self.open(disk) { _ in } }
        #expect(disk.usedByteCount <= before + (extra > 6_000_000 ? bytes.count : 0))
      }
    }
    disk.setCapacity(nil)
    _ = try Self.open(disk) { _ in }
  }
}

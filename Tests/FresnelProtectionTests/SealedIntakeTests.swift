import FresnelProtection
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

@Suite("SealedIntake")
struct SealedIntakeTests {
  private static func record(_ number: Int, app: String = "com.example.mail") -> IntakeRecord {
    switch number % 7 {
    case 3: IntakeRecord(app: app, .removal)
    case 5: IntakeRecord(app: app, .privateIndex("index\(number)"))
    default:
      IntakeRecord(
        app: app, .sealed([UInt8](repeating: UInt8(number % 256), count: number % 100)))
    }
  }

  private static func contents(_ intake: SealedIntake) throws -> [IntakeRecord] {
    var found: [IntakeRecord] = []
    _ = try intake.drain { record in
      found.append(record)
      return false
    }
    // Refused records stay, and the first refusal ends the taking.
    #expect(found.count <= 1)
    found = []
    _ = try intake.drain { record in
      found.append(record)
      return true
    }
    return found
  }

  @Test("Records come out in order, once, also after a restart")
  func order() throws {
    let storage = FaultyStorage()
    let intake = SealedIntake("/intake", storage: storage)
    let records = (0..<50).map { Self.record($0) }
    for record in records { try intake.append(record) }
    let restarted = SealedIntake("/intake", storage: storage.afterKill())
    #expect(try Self.contents(restarted) == records)
    #expect(try Self.contents(restarted).isEmpty)
    #expect(try Self.contents(intake) == records)
    try intake.append(records[1])
    #expect(try Self.contents(intake) == [records[1]])
  }

  @Test("What was acknowledged survives a power loss, whatever fails before and after")
  func faults() throws {
    let records = (0..<6).map { Self.record($0) }
    let clean = FaultyStorage()
    let counting = SealedIntake("/intake", storage: clean)
    for record in records { try counting.append(record) }
    for call in 1...clean.callCount {
      let storage = FaultyStorage(fault: .init(call: call, isPersistent: false))
      let intake = SealedIntake("/intake", storage: storage)
      var acknowledged: [IntakeRecord] = []
      for record in records where (try? intake.append(record)) != nil {
        acknowledged.append(record)
      }
      let found = try Self.contents(
        SealedIntake("/intake", storage: storage.afterPowerLoss()))
      // One that failed may be there all the same.
      #expect(acknowledged.allSatisfy(found.contains), "call \(call)")
      #expect(found.filter(acknowledged.contains) == acknowledged, "call \(call)")
      #expect(found.count <= records.count, "call \(call)")
    }
  }

  /// An intake with two records, between which somebody wrote other bytes.
  private static func intake(
    _ storage: FaultyStorage, holding bytes: [UInt8], kind: UInt16 = 16
  ) throws -> (SealedIntake, FaultyStorage) {
    try SealedIntake("/intake", storage: storage).append(record(1))
    let others = storage.afterKill()
    let journal = try JournalStore.open(
      directory: "/intake", storage: others, mode: .readWrite
    ) { _ in }
    try journal.append(FrameKind(rawValue: kind), records: [bytes])
    try journal.commit()
    try journal.close()
    let own = others.afterKill()
    let intake = SealedIntake("/intake", storage: own)
    try intake.append(record(2))
    return (intake, own)
  }

  @Test(
    "What only a later version knows stays with all that waits, and that is said",
    arguments: [([9, 1, 2, 3], 16), ([1], 40)] as [([UInt8], UInt16)])
  func laterVersion(bytes: [UInt8], kind: UInt16) throws {
    let (intake, _) = try Self.intake(FaultyStorage(), holding: bytes, kind: kind)
    for _ in 0..<2 {
      var taken = 0
      let error = #expect(throws: StorageError.self) {
        try intake.drain { _ in
          taken += 1
          return true
        }
      }
      #expect(error?.code == .newerFormat && taken == 0)
      try intake.append(Self.record(4))
    }
  }

  @Test("Bytes that are no record are told of once, set aside, and keep nothing else waiting")
  func strange() throws {
    let (intake, storage) = try Self.intake(FaultyStorage(), holding: [3, 200])
    var (taken, strange): ([IntakeRecord], [Int]) = ([], [])
    for _ in 0..<2 {
      let isEmpty = try intake.drain(noteStrange: { strange.append($0) }) { record in
        taken.append(record)
        return true
      }
      #expect(isEmpty)
    }
    #expect(taken == [Self.record(1), Self.record(2)] && strange == [1])
    // They outlast what comes after them.
    try intake.append(Self.record(4))
    #expect(try Self.contents(intake) == [Self.record(4)])
    var found: [[UInt8]] = []
    try JournalStore.open(directory: "/intake", storage: storage.afterKill(), mode: .readOnly) {
      if case .frame(let frame) = $0 { found += frame.records.map { Array($0.bytes) } }
    }.close()
    #expect(found == [[3, 200]])
  }

  @Test("An app that fills its room is told, and others are not concerned")
  func limit() throws {
    let intake = SealedIntake("/intake", storage: FaultyStorage(), byteLimit: 100)
    let sealed = IntakeRecord(app: "a", .sealed([UInt8](repeating: 1, count: 60)))
    try intake.append(sealed)
    #expect { try intake.append(sealed) } throws: {
      ($0 as? ServiceError)?.code == .quotaExceeded
    }
    try intake.append(IntakeRecord(app: "a", .removal))
    try intake.append(IntakeRecord(app: "b", .sealed([UInt8](repeating: 1, count: 60))))
    #expect(try intake.drain { _ in true })
    try intake.append(sealed)
  }

  @Test("Bytes that are no record are told from one", arguments: 0..<4)
  func fuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for number in 0..<500 {
      var bytes = Self.record(number).encoded()
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard let record = try? IntakeRecord(decoding: bytes) else { continue }
      #expect(record.encoded() == bytes, "seed \(seed)")
    }
    for number in 0..<20 {
      let whole = Self.record(number).encoded()
      for count in 0..<whole.count {
        #expect(throws: WireError.self) { try IntakeRecord(decoding: Array(whole.prefix(count))) }
      }
    }
  }
}

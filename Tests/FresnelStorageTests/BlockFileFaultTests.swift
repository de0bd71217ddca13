import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Block files under failing storage")
struct BlockFileFaultTests {
  private static let files: [ByteFixture.Place] = [.plainFile, .encryptedFile]
  private static let model = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 5) }

  /// Writes the model; returns whether that succeeded.
  private static func write(_ fixture: ByteFixture) -> Bool {
    do {
      var sink = try fixture.sink()
      try sink.append(model)
      _ = try sink.finish()
      return true
    } catch {
      return false
    }
  }

  /// Opens the file and reads all of it; `nil` when it does not open.
  private static func read(_ fixture: ByteFixture) throws -> Bool? {
    guard let source = try? fixture.open() else { return nil }
    var stream = source.stream(from: 0)
    return ByteFixture.isEqual(try stream.next(Int(source.byteCount)), model[...])
  }

  @Test(
    "After a fault in writing, the file is gone, does not open, or is complete and durable",
    arguments: files, [true, false])
  func writing(place: ByteFixture.Place, isPersistent: Bool) throws {
    let clean = ByteFixture(place)
    try #require(Self.write(clean))
    let calls = clean.storage.callCount
    for call in 1...calls {
      for short in [0, 100, 5_000] {
        let fixture = ByteFixture(
          place,
          storage: FaultyStorage(
            fault: .init(call: call, isPersistent: isPersistent, shortWriteByteCount: short)))
        #expect(!Self.write(fixture), "call \(call)")
        // All calls that failed did so before the last sync, and a sink removes what it leaves.
        if !isPersistent {
          #expect(!fixture.storage.paths.contains(fixture.path), "call \(call)")
        }
        fixture.storage.setFault(nil)
        #expect(try Self.read(fixture) ?? true, "call \(call)")
        for loss in [
          .dropsEverything, .keeps(byteCount: 300_000, nameChangeCount: 1),
          .keepsRandomSectors(seed: UInt64(call)),
        ] as [FaultyStorage.PowerLoss] {
          let later = ByteFixture(place, storage: fixture.storage.afterPowerLoss(loss))
          #expect(try Self.read(later) ?? true, "call \(call), \(loss)")
        }
      }
    }
  }

  @Test("A finished file is there after a power loss", arguments: files)
  func durable(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    try #require(Self.write(fixture))
    try fixture.storage.syncDirectory("store")
    let later = ByteFixture(place, storage: fixture.storage.afterPowerLoss())
    #expect(try Self.read(later) == true)
  }

  @Test("A sink that is given up leaves no file", arguments: files)
  func givenUp(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    do {
      var sink = try fixture.sink()
      try sink.append(Self.model)
    }
    #expect(fixture.storage.paths == [])
  }

  @Test(
    "A fault in opening is passed on unless it hits the last end, and opening again works",
    arguments: files)
  func opening(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    try #require(Self.write(fixture))
    fixture.storage.setFault(nil)
    _ = try fixture.open()
    var failures: [StorageError.Code] = []
    for call in 1...fixture.storage.callCount {
      fixture.storage.setFault(.init(call: call, isPersistent: false, code: .inputOutput))
      do throws(StorageError) {
        let source = try fixture.open()
        #expect(source.notedDamage?.code == .inputOutput)
        #expect(source.verify() == [])
      } catch {
        failures.append(error.code)
      }
      #expect(try Self.read(fixture) == true)
    }
    // Opening the file and asking for its length.
    #expect(failures == [.inputOutput, .inputOutput])
  }

  @Test("Blocks that can't be read are reported with what is wrong", arguments: files)
  func unreadable(place: ByteFixture.Place) throws {
    let fixture = ByteFixture(place)
    try #require(Self.write(fixture))
    let source = try fixture.open()
    fixture.storage.setFault(.init(call: 1, isPersistent: true))
    let damaged = source.verify()
    #expect(damaged.map(\.bytes) == [0..<source.byteCount, source.byteCount..<source.byteCount])
    #expect(damaged.map(\.isLost) == [true, false])
    #expect(damaged.first?.error.code == .inputOutput)
    fixture.storage.setFault(nil)
    #expect(source.verify() == [])
  }
}

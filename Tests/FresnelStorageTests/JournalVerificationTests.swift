import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Verifying a journal")
struct JournalVerificationTests {
  @Test("Much damage costs little more to find than none")
  func manyDamagedFrames() throws {
    let storage = FaultyStorage()
    let store = try KeyStore(storage)
    let frameCount = 3000
    for number in 0..<frameCount {
      try store.journal.append(
        KeyStore.set, records: [KeyStore.record(1, UInt64(number), padding: 200)])
      if number % 10 == 9 { try store.journal.commit() }
    }
    try store.journal.commit()
    let path = KeyStore.directory + "/journal-0000000000000001"
    var bytes = try #require(storage.contents(of: path))
    let end = Int(store.journal.byteCount)
    let frameByteCount = (end - 4096 - 40) / frameCount
    // One byte in the payload of every second frame.
    for number in stride(from: 0, to: frameCount - 20, by: 2) {
      bytes[4096 + 40 + number * frameByteCount + 100] ^= 1
    }
    let copy = storage.afterKill()
    copy.setContents(bytes, of: path)
    let metered = MeteredStorage(copy)
    let report = try JournalStore.verify(directory: KeyStore.directory, storage: metered)
    #expect(report.damages.count == (frameCount - 20) / 2)
    #expect(report.frameCount == 1 + frameCount - report.damages.count)
    #expect(metered.readByteCount < 30 * bytes.count)
  }
}

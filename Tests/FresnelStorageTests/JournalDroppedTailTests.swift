import FresnelStorage
import FresnelTestSupport
import Testing

/// Bytes that look like a write that was not finished are told of where they are of more than one frame.
@Suite("Bytes dropped from a journal's end")
struct JournalDroppedTailTests {
  /// A journal that was not closed, with a commit of one frame and then one of several; and where that begins.
  private static func journal(lastFrames: Int) throws -> (FaultyStorage, path: String, end: Int) {
    let storage = FaultyStorage()
    var candidates: [KeyStore.Content] = []
    var store = try KeyStore(storage)
    try store.perform(.commit([[(0, 1, 0)]]), candidates: &candidates)
    let end = Int(store.journal.byteCount)
    let frames = (0..<lastFrames).map { [(UInt8($0 + 1), UInt64(2), 900)] }
    try store.perform(.commit(frames), candidates: &candidates)
    let left = storage.afterKill()
    let path = try #require(left.paths.first { $0.hasPrefix("/store/journal-") })
    try store.journal.close()
    return (left, path, end)
  }

  @Test("a damaged commit of several frames is dropped, and it is told how much that was")
  func several() throws {
    let (storage, path, end) = try Self.journal(lastFrames: 3)
    var bytes = try #require(storage.contents(of: path))
    bytes[end + 100] ^= 1
    storage.setContents(bytes, of: path)
    let found = try KeyStore(storage)
    #expect(found.content == [0: 1] && found.journal.loss == LossReport())
    let tail = try #require(found.journal.droppedTail)
    #expect(tail.path == path && tail.offset == UInt64(end))
    #expect(tail.byteCount > 2 * 900 && tail.byteCount < 4 * 1000)
    #expect(tail.message.contains(path))
    try found.journal.close()
    // It is told once.
    #expect(try KeyStore(storage).journal.droppedTail == nil)
  }

  @Test("one frame that was not finished is nothing to tell of")
  func single() throws {
    let (storage, path, end) = try Self.journal(lastFrames: 1)
    var bytes = try #require(storage.contents(of: path))
    bytes[end + 100] ^= 1
    storage.setContents(bytes, of: path)
    let found = try KeyStore(storage)
    #expect(found.content == [0: 1] && found.journal.droppedTail == nil)
  }
}

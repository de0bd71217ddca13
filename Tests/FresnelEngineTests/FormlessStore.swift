import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport

@testable import FresnelEngine

/// Makes stores as programs wrote them before there were forms.
enum FormlessStore {
  /// A store with files of so many items each, whose keys lack forms.
  ///
  /// - Parameters:
  ///   - itemCounts: By file, the number of items.
  ///   - text: The text of each.
  /// - Returns: What is on the disk.
  /// - Throws: What keeps the store from being made.
  static func make(itemCounts: [Int], text: String = "words") throws -> FaultyStorage {
    let storage = FaultyStorage()
    let files = SegmentFiles(
      directory: "/store", storage: storage, cache: StoreOptions().cache, key: nil)
    try storage.createDirectory("/store")
    var state = IndexState()
    var first = 0
    for (place, count) in itemCounts.enumerated() {
      var builder = SegmentBuilder()
      for number in first..<first + count {
        let item = Item("\(number)", title: "Title \(number)", text: text)
        builder.add(try EncodedItem(validating: ItemCodec.encode(item)), scope: .notes)
      }
      first += count
      let number = UInt64(place + 1)
      _ = try builder.finish(to: try files.sink(number), formKinds: [])
      state.segments.append(
        IndexSegment(
          SegmentView(try files.open(number), scopeNumbers: [0]),
          file: .init(number: number, writtenLiveCount: count)))
    }
    let journal = try JournalStore.open(directory: "/store", storage: storage, mode: .readWrite) {
      _ in
    }
    let nextNumber = UInt64(itemCounts.count + 1)
    try journal.replaceContent(SegmentList(state, nextNumber: nextNumber).encode())
    try journal.close()
    return storage
  }
}

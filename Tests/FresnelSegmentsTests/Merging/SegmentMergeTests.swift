import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("SegmentMerge")
struct SegmentMergeTests {
  /// The entries of some parts, of which some are deleted and some have expired.
  private struct Case {
    var parts: [[SegmentModel.Entry]] = []
    var survivors: [SegmentModel.Entry] = []
    var deleted: [(part: Int, entry: SegmentModel.Entry)] = []
    static let now = 500.0

    init(seed: UInt64, counts: [Int], deletedShare: Int) throws {
      var random = SegmentItems(seed: seed)
      var first = 0
      for (part, count) in counts.enumerated() {
        let entries = try random.entries(count, from: first)
        first += count
        parts.append(entries)
        for entry in entries {
          if random.chance(deletedShare) {
            deleted.append((part, entry))
          } else if (entry.item.expiration?.secondsSinceReferenceDate ?? .infinity) > Self.now {
            survivors.append(entry)
          }
        }
      }
    }

    func views() throws -> [SegmentMerge.Part] {
      var result: [SegmentMerge.Part] = []
      for (part, entries) in parts.enumerated() {
        let segment = try SegmentFixture.image(entries)
        var live = LiveDocuments(count: segment.documentCount)
        for (place, entry) in deleted where place == part {
          _ = live.remove(Int(try Self.document(entry, in: segment)))
        }
        result.append(SegmentMerge.Part(segment, live: live))
      }
      return result
    }

    static func document(_ entry: SegmentModel.Entry, in segment: Segment) throws -> UInt32 {
      let scope = try #require(segment.scopes.firstIndex { $0.scope == entry.scope })
      let identifier = Array(entry.item.uniqueIdentifier.utf8)
      return try #require(
        try identifier.withUnsafeBufferPointer { identifier throws(StorageError) in
          try segment.find(scope: UInt32(scope), identifier: identifier)
        })
    }
  }

  @Test(
    "a merge holds what a segment built of the survivors holds",
    arguments: [
      (1, [30, 40], 4), (2, [100, 3, 0, 50, 1], 5), (3, [400, 300, 300], 10), (4, [60], 2),
      (5, [20, 20], 1), (6, [], 3),
    ] as [(UInt64, [Int], Int)])
  func model(seed: UInt64, counts: [Int], deletedShare: Int) throws {
    let given = try Case(seed: seed, counts: counts, deletedShare: deletedShare)
    let merge = SegmentMerge(try given.views(), now: Case.now)
    let result = try #require(try merge.write(to: ByteSink.memory()))
    let merged = try Segment.open(try #require(result.image))
    let expected = SegmentModel(entries: given.survivors).content
    try SegmentFixture.expectEqual(try SegmentContent(merged), expected, "seed \(seed)")
    #expect(result.documentCount == given.survivors.count)
  }

  @Test("the result tells where each document went")
  func newNumbers() throws {
    let given = try Case(seed: 9, counts: [50, 60], deletedShare: 3)
    let views = try given.views()
    let result = try #require(
      try SegmentMerge(views, now: Case.now).write(to: ByteSink.memory()))
    let merged = try Segment.open(try #require(result.image))
    var staying = 0
    for (part, view) in views.enumerated() {
      for document in 0..<UInt32(view.segment.documentCount) {
        guard let number = result.newNumber(of: document, inPart: part) else { continue }
        staying += 1
        let old = try view.segment.documents.item(document)
        let new = try merged.documents.item(number)
        #expect(old.bytes == new.bytes)
      }
    }
    #expect(staying == given.survivors.count)
  }

  @Test("merging files gives the same as merging images")
  func files() throws {
    let given = try Case(seed: 12, counts: [80, 90], deletedShare: 4)
    let storage = FaultyStorage()
    try storage.createDirectory("store")
    let sink = try ByteSink.file("store/first", storage: storage, key: nil)
    let first = try #require(
      try SegmentMerge(try given.views(), now: Case.now).write(to: sink))
    #expect(first.image == nil)
    let segment = try SegmentFixture.open("store/first", storage: storage)
    let expected = SegmentModel(entries: given.survivors).content
    try SegmentFixture.expectEqual(try SegmentContent(segment), expected, "a file")
    // The file as a part of the next merge.
    var random = SegmentItems(seed: 13)
    let added = try random.entries(30, from: 10_000)
    let parts = [
      SegmentMerge.Part(segment, live: LiveDocuments(count: segment.documentCount)),
      SegmentMerge.Part(try SegmentFixture.image(added), live: LiveDocuments(count: 30)),
    ]
    let second = try #require(try SegmentMerge(parts, now: -1).write(to: ByteSink.memory()))
    let merged = try Segment.open(try #require(second.image))
    try SegmentFixture.expectEqual(
      try SegmentContent(merged), SegmentModel(entries: given.survivors + added).content,
      "a file and an image")
  }

  @Test("a merge that is told to stop does, whenever that is")
  func stopping() throws {
    let parts = try Case(seed: 14, counts: [150, 150], deletedShare: 9).views()
    let merge = SegmentMerge(parts, now: Case.now)
    var total = 0
    _ = try merge.write(to: ByteSink.memory()) { _ in
      total += 1
      return true
    }
    #expect(total > 2)
    for stop in 0..<total {
      var looks = 0
      let result = try merge.write(to: ByteSink.memory()) { _ in
        looks += 1
        return looks <= stop
      }
      #expect(result == nil)
      #expect(looks == stop + 1)
    }
  }
}

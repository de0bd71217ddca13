import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import FresnelEngine
@testable import SpotlightService

@Suite("Items that were indexed before there were forms", .timeLimit(.minutes(30)))
struct FormCompletionTests {
  private static let scope = IndexScope(app: mail.identifier)

  private static func options(_ storage: FaultyStorage) -> CoreOptions {
    CoreOptions(
      directories: [
        .init(classes: Set(ProtectionClass.allCases), store: "/store")
      ], storage: storage)
  }

  /// A store with a file of which the keys lack forms.
  private static func store(_ titles: [String]) throws -> FaultyStorage {
    let storage = FaultyStorage()
    let files = SegmentFiles(
      directory: "/store", storage: storage, cache: StoreOptions().cache, key: nil)
    try storage.createDirectory("/store")
    var builder = SegmentBuilder()
    for title in titles {
      builder.add(
        try EncodedItem(validating: ItemCodec.encode(item(title, title: title))), scope: scope)
    }
    _ = try builder.finish(to: try files.sink(1), formKinds: [])
    var state = IndexState()
    state.segments.append(
      IndexSegment(
        SegmentView(try files.open(1), scopeNumbers: [0]),
        file: .init(number: 1, writtenLiveCount: titles.count)))
    let journal = try JournalStore.open(directory: "/store", storage: storage, mode: .readWrite) {
      _ in
    }
    try journal.replaceContent(SegmentList(state, nextNumber: 2).encode())
    try journal.close()
    return storage
  }

  /// Lets the store take so many steps.
  private static func settle(_ store: Store, steps: Int = 12) async {
    for _ in 0..<steps {
      _ = await withCheckedContinuation { continuation in
        store.submit(Batch(scope: scope, operations: [])) { continuation.resume(returning: $0) }
      }
    }
  }

  @Test("get their forms once the store is open, and only once")
  func completion() async throws {
    let storage = try Self.store(["node.js"] + (0..<700).map { "Other \($0)" })
    do {
      let stage = LadderStage(Self.options(storage))
      // Words find it all the while.
      #expect(try stage.answer("node js ").identifiers == ["node.js"])
      await Self.settle(try stage.core.stores[0].openWriter())
      let answer = try stage.answer("nodejs ", isExact: true)
      #expect(answer.identifiers == ["node.js"])
      #expect(try stage.answer("Other ", limit: 1).matchCount == 700)
    }
    let paths = storage.paths
    let stage = LadderStage(Self.options(storage))
    let store = try stage.core.stores[0].openWriter()
    #expect(try stage.answer("nodejs ", isExact: true).identifiers == ["node.js"])
    await Self.settle(store)
    let segments = { (paths: [String]) in paths.filter { $0.contains("segment") }.sorted() }
    #expect(segments(storage.paths) == segments(paths))
    #expect(!segments(paths).contains("/store/segment-0000000000000001"))
  }
}

import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine

@Suite("ImageBuild")
struct ImageBuildTests {
  /// Items of some four mebibytes, and the table that has their index.
  private static func build() throws -> ImageBuild {
    var pending = PendingDocuments()
    var scopes = ScopeTable()
    let scope = scopes.numberInSegment(of: .notes)
    for number in 0..<64 {
      var attributes = Attributes()
      attributes[.title] = .string("item \(number)")
      attributes[.thumbnailData] = .data(Array(repeating: UInt8(number), count: 1 << 16))
      let item = try EncodedItem(
        opening: ItemCodec.encode(Item(uniqueIdentifier: "\(number)", attributes: attributes)))
      pending.put(item, key: .init(scope: scope, identifier: item.uniqueIdentifierBytes))
    }
    return ImageBuild(pending.survivors(), of: scopes)
  }

  private static func documentCount(_ images: [IndexSegment]) -> Int {
    images.reduce(0) { $0 + $1.view.live.count }
  }

  @Test(
    "who waits builds what a thread has begun that never gets on, and what comes from it later is left"
  )
  func starved() throws {
    let build = try Self.build()
    #expect(build.isDivided)
    // A thread that got no processor since it took these.
    let taken = try [#require(build.takeShare()), #require(build.takeShare())]
    let images = try build.images()
    #expect(Self.documentCount(images) == 64)
    for share in taken { build.build(share) }
    let again = try build.images()
    #expect(
      again.map { ObjectIdentifier($0.segment) } == images.map { ObjectIdentifier($0.segment) })
    build.waitForOthers()
  }

  @Test("who waits for others sees all that they have built")
  func others() throws {
    let build = try Self.build()
    let queue = IndexWriter.makeImageQueue(threadCount: 2)
    for _ in 0..<2 { queue.async { build.help() } }
    build.waitForOthers()
    #expect(build.takeShare() == nil)
    #expect(Self.documentCount(try build.images()) == 64)
  }

  @Test("threads that build images nobody waits for leave the processors to others")
  func niceness() {
    let own = CurrentThread.niceness
    let found = Mutex<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    IndexWriter.makeImageQueue(threadCount: 1).async {
      found.withLock { $0 = CurrentThread.niceness }
      done.signal()
    }
    done.wait()
    // Who is that nice already can't be nicer by much.
    #expect(found.withLock { $0 ?? 0 } >= max(own, 10))
  }
}

import Dispatch
import FresnelModel
import FresnelPlatform
import FresnelSegments
import FresnelTestSupport
import Synchronization
import Testing

@testable import FresnelEngine

@Suite("SegmentBuild")
struct SegmentBuildTests {
  /// Items of some four mebibytes, and the table that has their index.
  private static func build() throws -> SegmentBuild {
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
    return SegmentBuild(pending.survivors(), of: scopes)
  }

  private static func documentCount(_ segments: [IndexSegment]) -> Int {
    segments.reduce(0) { $0 + $1.view.live.count }
  }

  @Test(
    "who waits builds what a thread has begun that never gets on, and what comes from it later is left"
  )
  func starved() throws {
    let build = try Self.build()
    #expect(build.isDivided)
    // A thread of the background that got no processor since it took these.
    let taken = try [
      #require(build.takeShare(.background)), #require(build.takeShare(.background)),
    ]
    let segments = try build.segments()
    #expect(Self.documentCount(segments) == 64)
    for share in taken { build.build(share) }
    let again = try build.segments()
    #expect(
      again.map { ObjectIdentifier($0.segment) } == segments.map { ObjectIdentifier($0.segment) })
    build.waitForOthers()
  }

  @Test("only what threads of the background began is built again")
  func ordinaryPriority() throws {
    let build = try Self.build()
    let ordinary = try #require(build.takeShare(.foreground))
    let nice = try #require(build.takeShare(.background))
    #expect(build.unfinishedInBackground == [nice])
    build.build(ordinary)
    #expect(build.unfinishedInBackground == [nice])
    build.build(nice)
    #expect(build.unfinishedInBackground.isEmpty)
    #expect(Self.documentCount(try build.segments()) == 64)
  }

  @Test("whoever takes a share sees all that threads of the background took before")
  func takenInBackground() throws {
    var pending = PendingDocuments()
    var scopes = ScopeTable()
    let scope = scopes.numberInSegment(of: .notes)
    let item = try EncodedItem(opening: ItemCodec.encode(Item(uniqueIdentifier: "1")))
    // Shares of one item each, all with the same bytes.
    let count = 600
    for number in 0..<count {
      pending.put(item, key: .init(scope: scope, identifier: Array("\(number)".utf8)[...]))
    }
    let build = SegmentBuild(
      pending.survivors(), of: scopes, shareByteCount: item.byteCount)
    let (isStarted, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // The background has taken one share before, and leaves half of them: each takes some.
    DispatchQueue(label: "background").async {
      for number in 0..<count / 2 {
        _ = build.takeShare(.background)
        if number == 0 { isStarted.signal() }
      }
      isDone.signal()
    }
    isStarted.wait()
    var own: Set<Int> = []
    while let share = build.takeShare(.foreground) {
      own.insert(share)
      let seen = Set(build.unfinishedInBackground)
      #expect(seen.isSuperset(of: Set(0..<share).subtracting(own)))
    }
    isDone.wait()
    let others = build.unfinishedInBackground
    #expect(others.count + own.count == count)
    #expect(others.count >= 1 && own.count >= count / 2)
    for share in own { build.build(share) }
    for share in others { build.build(share) }
    build.waitForOthers()
  }

  @Test("who waits for others sees all that they have built")
  func others() throws {
    let build = try Self.build()
    let queue = IndexWriter.makeBuildQueue(threadCount: 2)
    for _ in 0..<2 { queue.async { build.help() } }
    build.waitForOthers()
    #expect(build.takeShare() == nil)
    #expect(Self.documentCount(try build.segments()) == 64)
  }

  @Test("threads that build segments nobody waits for leave the processors to others")
  func niceness() {
    let own = CurrentThread.niceness
    let found = Mutex<Int?>(nil)
    let done = DispatchSemaphore(value: 0)
    IndexWriter.makeBuildQueue(threadCount: 1).async {
      found.withLock { $0 = CurrentThread.niceness }
      done.signal()
    }
    done.wait()
    // Who is that nice already can't be nicer by much.
    #expect(found.withLock { $0 ?? 0 } >= max(own, 10))
  }
}

import FresnelModel
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("SegmentList")
struct SegmentListTests {
  private static func random(_ generator: inout SeededGenerator) -> SegmentList {
    let apps = ["org.example.notes", "org.example.mail", "é", ""]
    var list = SegmentList()
    list.nextNumber = UInt64.random(in: 100...(.max), using: &generator)
    for number in 1...UInt64.random(in: 1...6, using: &generator) {
      var scopes: Set<IndexScope> = []
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        scopes.insert(
          IndexScope(
            app: apps.randomElement(using: &generator) ?? "",
            index: Bool.random(using: &generator) ? "inbox" : ""))
      }
      let counts = scopes.sorted().map {
        SegmentList.ScopeCount(
          scope: $0, documentCount: UInt32.random(in: 1...100_000, using: &generator))
      }
      let documentCount = counts.reduce(0) { $0 + $1.documentCount }
      let hasLiveFile = Bool.random(using: &generator)
      list.segments.append(
        .init(
          number: number, byteCount: UInt64.random(in: 0...(.max), using: &generator),
          documentCount: documentCount,
          liveCount: hasLiveFile
            ? UInt32.random(in: 0...documentCount, using: &generator) : documentCount,
          liveFileNumber: hasLiveFile ? UInt64.random(in: 1...9, using: &generator) : 0,
          scopes: counts))
    }
    return list
  }

  @Test("a list is read as it was written", arguments: 0..<50 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let list = Self.random(&generator)
    #expect(try SegmentList(decoding: list.encode()) == list, "seed \(seed)")
  }

  @Test("no bytes are a list without segments, as stores had before there were any")
  func empty() throws {
    #expect(try SegmentList(decoding: []) == SegmentList())
    #expect(try SegmentList(decoding: SegmentList().encode()) == SegmentList())
  }

  @Test("a list of a newer version is refused by name")
  func newerVersion() throws {
    var bytes = SegmentList().encode()
    bytes[0] = 2
    #expect {
      try SegmentList(decoding: bytes)
    } throws: {
      ($0 as? StoreError)?.message.contains("newer version") == true
    }
  }

  @Test(
    "any bytes give a list or an error, and a cut is noticed", arguments: 0..<20 as Range<UInt64>)
  func fuzzed(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = Self.random(&generator).encode()
    for length in 1..<bytes.count {
      #expect(throws: StoreError.self, "seed \(seed), length \(length)") {
        try SegmentList(decoding: Array(bytes[..<length]))
      }
    }
    for _ in 0..<300 {
      guard let list = try? SegmentList(decoding: generator.mutate(bytes)) else { continue }
      // What is accepted is sound, so it is written and read again.
      #expect(try SegmentList(decoding: list.encode()) == list, "seed \(seed)")
      for segment in list.segments {
        #expect(segment.liveCount <= segment.documentCount, "seed \(seed)")
      }
    }
  }

  @Test("the bytes of the format's worked example")
  func example() throws {
    let list = SegmentList(
      nextNumber: 9,
      segments: [
        .init(
          number: 7, byteCount: 1_048_576, documentCount: 300, liveCount: 299, liveFileNumber: 2,
          scopes: [
            .init(scope: IndexScope(app: "a"), documentCount: 200),
            .init(scope: IndexScope(app: "a", index: "b"), documentCount: 100),
          ])
      ])
    let text = """
      01 00 00 00 | 02 00 00 00 | 01 00 00 00 | 00 00 00 00
      09 00 00 00 00 00 00 00
      01 00 00 00 61 | 00 00 00 00
      01 00 00 00 61 | 01 00 00 00 62
      07 00 00 00 00 00 00 00 | 00 00 10 00 00 00 00 00 | 02 00 00 00 00 00 00 00
      2c 01 00 00 | 2b 01 00 00 | 02 00 00 00 | 00 00 00 00
      00 00 00 00 | c8 00 00 00 | 01 00 00 00 | 64 00 00 00
      """
    let bytes = text.split { " \n|".contains($0) }.compactMap { UInt8($0, radix: 16) }
    #expect(list.encode() == bytes)
    #expect(try SegmentList(decoding: bytes) == list)
    #expect(list.fileNames == [.segment(7), .live(segment: 7, number: 2)])
  }

  @Test("file names are told from others by every character")
  func fileNames() {
    #expect(SegmentFileName.segment(0xAB).text == "segment-00000000000000ab")
    #expect(SegmentFileName.live(segment: 7, number: 12).text == "live-0000000000000007-12")
    for name in [SegmentFileName.segment(.max), .segment(1), .live(segment: 3, number: .max)] {
      #expect(SegmentFileName(name.text) == name)
    }
    for text in [
      "", "segment-", "segment-ab", "segment-00000000000000AB", "segment-00000000000000ab-1",
      "live-0000000000000007", "live-0000000000000007-", "live-0000000000000007-012",
      "live-0000000000000007-+1", "journal-0000000000000007", "segment-0000000000000007.new",
    ] {
      #expect(SegmentFileName(text) == nil, "\(text)")
    }
  }
}

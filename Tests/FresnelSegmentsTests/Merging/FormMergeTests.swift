import FresnelModel
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("Forms of merged segments")
struct FormMergeTests {
  private static func segment(
    _ entries: [SegmentModel.Entry], listsForms: Bool
  ) throws -> Segment {
    let builder = SegmentFixture.builder(entries)
    let image = try builder.finish(to: ByteSink.memory(), listsForms: listsForms)
    return try Segment.open(try #require(image))
  }

  private static func merge(_ segments: [Segment]) throws -> Segment {
    let parts = segments.map { SegmentMerge.Part($0, live: LiveDocuments(count: $0.documentCount)) }
    let result = try SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
    return try Segment.open(try #require(result?.image))
  }

  @Test("a segment has all forms if each of its parts had")
  func marker() throws {
    var items = SegmentItems(seed: 91)
    let first = try items.entries(20)
    let second = try items.entries(20, from: 20)
    let whole = [
      try Self.segment(first, listsForms: true), try Self.segment(second, listsForms: true),
    ]
    let old = try Self.segment(second, listsForms: false)
    #expect(try whole[0].hasAllForms())
    #expect(try !old.hasAllForms())
    #expect(try Self.merge(whole).hasAllForms())
    #expect(try !Self.merge([whole[0], old]).hasAllForms())
  }

  @Test("once the documents without forms are gone, a merge has all forms again")
  func healing() throws {
    var items = SegmentItems(seed: 92)
    let whole = try Self.segment(try items.entries(20), listsForms: true)
    let old = try Self.segment(try items.entries(5, from: 20), listsForms: false)
    var live = LiveDocuments(count: old.documentCount)
    for document in 0..<old.documentCount { _ = live.remove(document) }
    let parts = [
      SegmentMerge.Part(whole, live: LiveDocuments(count: whole.documentCount)),
      SegmentMerge.Part(old, live: live),
    ]
    let result = try SegmentMerge(parts, now: 0).write(to: ByteSink.memory())
    #expect(try Segment.open(try #require(result?.image)).hasAllForms())
  }

  @Test("a segment without documents lacks no form")
  func empty() throws {
    #expect(try Self.segment([], listsForms: true).hasAllForms())
  }
}

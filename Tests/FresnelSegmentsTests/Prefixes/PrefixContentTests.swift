import Testing

@testable import FresnelSegments

@Suite("PrefixContent")
struct PrefixContentTests {
  @Test(
    "more postings of texts than of other places are left to be united on the spot",
    arguments: [
      (100, 1024, 1024), (40_000, 1024, 1250), (116_433, 1024, 2048), (1_164_330, 9096, 9096),
    ] as [(Int, UInt64, UInt64)])
  func postings(documentCount: Int, most: UInt64, mostOfTexts: UInt64) {
    for group in PostingGroup.allCases {
      var content = PrefixContent()
      content.terms = 2
      content.groups[Int(group.rawValue)].terms = 2
      content.groups[Int(group.rawValue)].postings = group == .text ? mostOfTexts : most
      #expect(!content.needsLists(length: 6, documentCount: documentCount))
      content.groups[Int(group.rawValue)].postings += 1
      #expect(content.needsLists(length: 6, documentCount: documentCount))
      // One term's list needs no union.
      content.groups[Int(group.rawValue)].terms = 1
      #expect(!content.needsLists(length: 6, documentCount: documentCount))
    }
  }

  @Test("more than 128 terms are too many to walk past, for a short prefix more than 24")
  func terms() {
    for (length, most) in [(1, 24), (5, 24), (6, 128), (8, 128)] as [(Int, UInt32)] {
      var content = PrefixContent()
      content.terms = most
      #expect(!content.needsLists(length: length, documentCount: 10))
      content.terms += 1
      #expect(content.needsLists(length: length, documentCount: 10))
    }
  }
}

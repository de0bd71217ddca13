import FresnelSegments
import Testing

@Suite("PostingGroup")
struct PostingGroupTests {
  @Test("groups are numbered from 0 without gaps, best places first")
  func numbers() {
    #expect(PostingGroup.allCases.map(\.rawValue) == Array(0..<UInt8(PostingGroup.count)))
    #expect(PostingGroup.allCases.first == .titleStart)
  }
}

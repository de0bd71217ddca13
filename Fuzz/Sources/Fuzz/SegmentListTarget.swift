import FresnelModel

@testable import FresnelEngine

/// The list of segments that a manifest holds.
enum SegmentListTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let scopes = ["notes", "mail"].map { IndexScope(app: "app", index: $0) }
    var list = SegmentList()
    var seeds = [list.encode()]
    for number in 1...3 as ClosedRange<UInt64> {
      let counts = scopes.map { SegmentList.ScopeCount(scope: $0, documentCount: 20) }
      list.segments.append(
        SegmentList.Entry(
          number: number, byteCount: 4096 * number, documentCount: 40,
          liveCount: number == 1 ? 40 : 30, liveFileNumber: number == 1 ? 0 : 5, scopes: counts))
      list.nextNumber = number + 1
      seeds.append(list.encode())
    }
    return seeds
  }

  static func examine(_ input: [UInt8]) {
    guard let list = try? SegmentList(decoding: input) else { return }
    let again = try? SegmentList(decoding: list.encode())
    expect(again == list, "What was read is not read again as it was written.")
    _ = list.fileNames.count
  }
}

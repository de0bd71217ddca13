import FresnelModel
import FresnelTestSupport
import Testing

@testable import SpotlightClient
@testable import SpotlightWire

@Suite("BatchLimits")
struct BatchLimitsTests {
  private func encoded(_ identifier: String, byteCount: Int = 0) throws -> EncodedItem {
    try IndexChange.encode(item(identifier, title: String(repeating: "x", count: byteCount)))
  }

  /// One element after the other, with the operation that it belongs to.
  private func elements(_ batches: [ApplyBatch]) -> [String] {
    batches.flatMap { batch in
      batch.operations.flatMap { operation -> [String] in
        switch operation {
        case .put(let items): items.map { "put \($0.uniqueIdentifier)" }
        case .deleteIdentifiers(let names): names.map { "delete \($0)" }
        case .deleteDomains(let names): names.map { "domain \($0)" }
        case .deleteAll: ["all"]
        }
      }
    }
  }

  private func size(_ batch: ApplyBatch) -> (bytes: Int, parts: Int) {
    var writer = WireWriter()
    batch.write(to: &writer)
    let elements = elements([batch]).count { $0 != "all" }
    return (writer.bytes.count, batch.operations.count + elements)
  }

  @Test("what is within the limits stays one part")
  func one() throws {
    let batch = ApplyBatch(
      handle: 3, expected: .equal([1]), clientState: [2],
      operations: [
        .deleteAll, .put([]), .put([try encoded("1"), try encoded("2")]), .deleteDomains(["a"]),
      ])
    #expect(batch.parts(within: .message) == [batch])
    #expect(ApplyBatch(handle: 3, operations: []).parts(within: .message).count == 1)
  }

  @Test(
    "the parts are within the limits and are the batch in its order, as large as they can be",
    arguments: UInt64(1)...40)
  func parts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let names = try (0..<40).map { number in
      try encoded("\(number)", byteCount: Int.random(in: 0...200, using: &generator))
    }
    let operations = (0..<Int.random(in: 1...12, using: &generator)).map { _ -> WireOperation in
      let count = Int.random(in: 0...20, using: &generator)
      let some = (0..<count).map { _ in Int.random(in: 0..<40, using: &generator) }
      return switch Int.random(in: 0..<4, using: &generator) {
      case 0: .put(some.map { names[$0] })
      case 1: .deleteIdentifiers(some.map { "item \($0)" })
      case 2: .deleteDomains(some.map { "domain \($0)" })
      default: .deleteAll
      }
    }
    let limits = BatchLimits(
      byteCount: Int.random(in: 400...2000, using: &generator),
      partCount: Int.random(in: 2...30, using: &generator))
    let batch = ApplyBatch(
      handle: 9, expected: .absent, clientState: [7], operations: operations)
    let parts = batch.parts(within: limits)
    #expect(elements(parts) == elements([batch]), "seed \(seed)")
    for part in parts {
      // What a batch has besides its operations is little here.
      #expect(size(part).bytes <= limits.byteCount + 20, "seed \(seed)")
      #expect(size(part).parts <= limits.partCount, "seed \(seed)")
      #expect(part.handle == 9 && part.expected == .absent && !part.operations.isEmpty)
    }
    #expect(parts.dropLast().allSatisfy { $0.clientState == nil } && parts.last?.clientState == [7])
    // Two that follow on each other would not fit into one.
    for (left, right) in zip(parts, parts.dropFirst()) {
      let joined = ApplyBatch(handle: 9, operations: left.operations + right.operations)
      #expect(joined.parts(within: limits).count > 1, "seed \(seed)")
    }
  }

  @Test("a batch with an element that is too large alone stays whole, and fails as a whole")
  func tooLarge() throws {
    let limits = BatchLimits(byteCount: 1000, partCount: 100)
    let batch = ApplyBatch(
      handle: 1,
      operations: [
        .put([try encoded("1", byteCount: 500), try encoded("2", byteCount: 500)]),
        .put([try encoded("3", byteCount: 1000)]),
      ])
    #expect(batch.parts(within: limits) == [batch])
    var expecting = ApplyBatch(handle: 1, operations: [.deleteIdentifiers(["a", "b"])])
    expecting.expected = .equal([UInt8](repeating: 1, count: 2000))
    #expect(expecting.parts(within: limits) == [expecting])
  }
}

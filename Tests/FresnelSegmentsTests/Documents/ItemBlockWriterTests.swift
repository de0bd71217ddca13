import FresnelModel
import FresnelStorage
import Testing

@testable import FresnelSegments

@Suite("Lengths of item blocks")
struct ItemBlockWriterTests {
  /// The block of each of some documents whose attributes take so many bytes each.
  private func blocks(_ byteCounts: [Int], blockByteCount: Int?) throws -> [UInt32] {
    var sink = ByteSink.memory()
    var writer = ItemBlockWriter(nil, dictionary: [], blockByteCount: blockByteCount)
    var blocks: [UInt32] = []
    for (document, byteCount) in byteCounts.enumerated() {
      let attributes = [UInt8](repeating: 1, count: byteCount)
      blocks.append(try writer.add(attributes, document: UInt32(document), to: &sink))
    }
    return blocks
  }

  @Test("are those that were chosen, the usual one, or one document's")
  func lengths() throws {
    let documents = [Int](repeating: 900, count: 6)
    #expect(try blocks(documents, blockByteCount: 2 << 10) == [0, 0, 1, 1, 2, 2])
    #expect(try blocks(documents, blockByteCount: nil) == [0, 0, 0, 0, 0, 0])
    for shortest in [1, 0, -5, Int.min] {
      #expect(try blocks(documents, blockByteCount: shortest) == [0, 1, 2, 3, 4, 5])
    }
    #expect(try blocks([13 << 10, 13 << 10], blockByteCount: nil) == [0, 1])
  }

  @Test("are none that readers refuse", arguments: [ItemLimits.itemByteCount + 65, Int.max])
  func longest(blockByteCount: Int) throws {
    let half = ItemLimits.itemByteCount / 2
    #expect(try blocks([half, half, 100], blockByteCount: blockByteCount) == [0, 1, 1])
  }
}

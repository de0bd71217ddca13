import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import Testing

@Suite("PostingCursor on damaged bytes")
struct PostingCursorDamageTests {
  @Test(
    "any bytes give ascending documents of the segment, or an error",
    arguments: 0..<300 as Range<UInt64>)
  func anyBytesGiveAscendingDocumentsOrAnError(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sizes = [2, 5, 128, 129, 300, 600]
    let sample = PostingSample(count: sizes.randomElement(using: &random) ?? 2, &random)
    let (source, whole) = try sample.encoded()
    let pin = try source.pin(0, Int(source.byteCount))
    let damaged = random.mutate(Array(pin.bytes), changes: Int.random(in: 0...3, using: &random))
    var location = whole
    switch Int.random(in: 0..<5, using: &random) {
    case 0: location.offset = UInt64.random(in: 0...(.max), using: &random)
    case 1: location.offset = UInt64.random(in: 0..<source.byteCount, using: &random)
    case 2: location.byteCount = UInt32.random(in: 0...2 * whole.byteCount, using: &random)
    case 3: location.count = UInt32.random(in: 0...2 * whole.count, using: &random)
    default: break
    }
    try walk(ByteSource(memory: damaged), location, sample.documentCount, seed)
  }

  @Test("random bytes are survived", arguments: 0..<200 as Range<UInt64>)
  func randomBytesAreSurvived(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed ^ 0xABCD)
    let bytes = (0..<Int.random(in: 0..<3000, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let location = PostingListLocation(
      offset: UInt64.random(in: 0...64, using: &random) * 8,
      byteCount: UInt32.random(in: 0...3000, using: &random),
      count: UInt32.random(in: 0...1000, using: &random))
    try walk(ByteSource(memory: bytes), location, 1 << 20, seed)
  }

  /// Walks by all three ways and checks what every reader relies on.
  private func walk(
    _ source: ByteSource, _ location: PostingListLocation, _ documentCount: Int, _ seed: UInt64
  ) throws {
    for way in 0..<3 {
      do throws(StorageError) {
        var cursor = try PostingCursor(source, location, documentCount: documentCount)
        var last: Int64 = -1
        var steps = 0
        while cursor.document != .max {
          steps += 1
          try check(cursor.document, after: &last, documentCount, seed)
          switch way {
          case 0: try cursor.next()
          case 1: try cursor.advance(to: cursor.document + UInt32(steps % 200) + 1)
          default:
            last -= 1
            guard let block = try cursor.nextBlock() else { break }
            for document in block.documents {
              try check(document, after: &last, documentCount, seed)
            }
          }
          #expect(cursor.certainty <= 3, "seed \(seed)")
        }
      } catch {
        #expect(error.code == .corrupted, "seed \(seed)")
      }
    }
  }

  private func check(
    _ document: UInt32, after last: inout Int64, _ documentCount: Int, _ seed: UInt64
  ) throws(StorageError) {
    #expect(Int64(document) > last, "seed \(seed)")
    #expect(Int(document) < documentCount, "seed \(seed)")
    last = Int64(document)
  }
}

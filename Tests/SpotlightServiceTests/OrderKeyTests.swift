import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

@testable import SpotlightService

@Suite("Keys of an order")
struct OrderKeyTests {
  /// Values of all kinds, with those between which a wrong encoding would confuse.
  private static func values(_ generator: inout SeededGenerator) -> [SortValue] {
    let limit: Int64 = 1 << 53
    let integers: [Int64] = [
      .min, .max, .max - 1, 0, -1, 1, limit, limit + 1, -limit - 1, limit * 512 + 1023,
    ]
    let doubles: [Double] = [
      0, -0.0, 0.5, -0.5, 0x1p63, -0x1p63, .infinity, -.infinity, 0x1p53, .leastNonzeroMagnitude,
    ]
    var values = integers.map { SortValue.number(.integer($0)) }
    values += doubles.map { SortValue.number(.double($0)) }
    var order = TextOrder(TextLocale(identifier: "de"))
    for text in ["", "a", "A", "ä", "b", "chapter 9", "chapter 10", "z", "Z\u{301}"] {
      values.append(.text(order.key(of: text)))
    }
    for _ in 0..<60 {
      let bits = generator.next()
      let double = Double(bitPattern: generator.next())
      values.append(.number(.integer(Int64(bitPattern: bits) >> Int64(bits % 60))))
      if !double.isNaN {
        values.append(.number(.double(double)))
        values.append(.date(Timestamp(secondsSinceReferenceDate: double)))
      }
    }
    return values
  }

  @Test("Keys compare as the values do, whatever these are", arguments: 0..<4 as Range<UInt64>)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let values = Self.values(&generator)
    for left in values {
      for right in values {
        #expect(
          left.orderKey.lexicographicallyPrecedes(right.orderKey) == (left < right),
          "seed \(seed): \(left), \(right)")
        #expect((left.orderKey == right.orderKey) == (left == right), "seed \(seed)")
      }
    }
  }
}

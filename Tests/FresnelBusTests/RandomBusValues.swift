import FresnelBus
import FresnelTestSupport

/// Values of all types that can be compared after they travelled.
enum RandomBusValues {
  private static let texts = ["", "a", "Grüße", "日本語", String(repeating: "x", count: 300)]
  private static let paths = ["/", "/a", "/org/fresnel/Thing_1"]

  static func value(depth: Int, using generator: inout SeededGenerator) -> BusValue {
    let kinds = depth > 0 ? 17 : 13
    switch Int.random(in: 0..<kinds, using: &generator) {
    case 0: return .byte(.random(in: .min ... .max, using: &generator))
    case 1: return .bool(.random(using: &generator))
    case 2: return .int16(.random(in: .min ... .max, using: &generator))
    case 3: return .uint16(.random(in: .min ... .max, using: &generator))
    case 4: return .int32(.random(in: .min ... .max, using: &generator))
    case 5: return .uint32(.random(in: .min ... .max, using: &generator))
    case 6: return .int64(.random(in: .min ... .max, using: &generator))
    case 7: return .uint64(.random(in: .min ... .max, using: &generator))
    case 8: return .double(.random(in: -1e300...1e300, using: &generator))
    case 9: return .string(texts.randomElement(using: &generator) ?? "")
    case 10: return .objectPath(paths.randomElement(using: &generator) ?? "/")
    case 11: return .signature(["", "s", "a{sv}", "(ii)u"].randomElement(using: &generator) ?? "")
    case 12:
      let count = Int.random(in: 0...40, using: &generator)
      return .bytes((0..<count).map { _ in .random(in: .min ... .max, using: &generator) })
    case 13:
      let first = value(depth: depth - 1, using: &generator)
      // Elements of one type: the same value some times.
      let count = Int.random(in: 0...3, using: &generator)
      if case .byte = first { return .bytes([1, 2, 3]) }
      return .array(
        element: first.typeSignature, [BusValue](repeating: first, count: count))
    case 14:
      return .structure(
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          value(depth: depth - 1, using: &generator)
        })
    case 15: return .variant(value(depth: depth - 1, using: &generator))
    default:
      let keys = texts.shuffled(using: &generator).prefix(2)
      return .array(
        element: "{sv}",
        keys.map {
          .entry(.string($0), .variant(value(depth: depth - 1, using: &generator)))
        })
    }
  }
}

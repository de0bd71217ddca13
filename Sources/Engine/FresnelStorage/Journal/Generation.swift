internal import FresnelPlatform

/// What tells one journal file from all others: a rotation begins a new generation.
struct Generation: Equatable, Sendable {
  /// Counts up by at least one with each rotation.
  let number: UInt64
  /// Random, so that two files that bear the same number by accident still differ.
  let salt: UInt64
  /// The sequence number of the generation's first frame.
  let firstSequence: UInt64

  /// What every checksum in the generation's frames starts from. A frame left over from another
  /// generation fails, for CRC-32C maps different starts to different ends over the same bytes.
  var seed: UInt32 {
    var bytes: [UInt8] = []
    bytes.appendLittleEndian(number)
    bytes.appendLittleEndian(salt)
    return CRC32C.checksum(of: bytes)
  }

  /// The name of the generation's file in the store's directory.
  var fileName: String { Self.fileName(of: number) }

  static func fileName(of number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The generation number in a file's name, or `nil` when it is no journal's.
  static func number(inFileName name: String) -> UInt64? {
    guard let number = UInt64(name.dropFirst(prefix.count), radix: 16), number <= largestNumber,
      name == fileName(of: number)
    else { return nil }
    return number
  }

  /// Whether the numbers are such as a store can come to; those beyond leave no room to count on.
  var isPlausible: Bool {
    number <= Self.largestNumber && firstSequence > 0 && firstSequence <= Self.largestNumber
  }

  private static let largestNumber: UInt64 = 1 << 62

  private static let prefix = "journal-"

  /// A generation to follow others, whose seed differs from those of its predecessors given.
  static func following(
    _ number: UInt64, firstSequence: UInt64, seeds: [UInt32] = []
  ) -> Generation {
    while true {
      let next = Generation(
        number: number &+ 1, salt: SecureRandom.number(), firstSequence: firstSequence)
      if !seeds.contains(next.seed) { return next }
    }
  }
}

import FresnelText

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  /// The places of Unicode where folding and segmentation have most to do.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0x20...0x7E, 0x0...0x1F, 0xA0...0x24F, 0x250...0x2FF, 0x300...0x36F,
    0x370...0x52F, 0x591...0x6FF, 0x900...0x97F, 0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF,
    0x1780...0x17FF, 0x1E00...0x1FFF, 0x2000...0x206F, 0x20D0...0x20FF, 0x2100...0x218F,
    0x2C60...0x2C7F, 0x3040...0x30FF, 0x3130...0x318F, 0x4E00...0x4E40, 0xA640...0xA69F,
    0xA720...0xA7FF, 0xAC00...0xAC40, 0xE000...0xE010, 0xFB00...0xFDFF, 0xFE00...0xFEFF,
    0xFF00...0xFFEF, 0x10400...0x1044F, 0x1D150...0x1D170, 0x1F1E6...0x1F1FF, 0x1F466...0x1F469,
    0x0...0x10FFFF,
  ]

  /// A random text of at most `maximumCount` code points of any kind, unassigned ones included.
  mutating func text(maximumCount: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...maximumCount, using: &self) {
      let block = Self.blocks.randomElement(using: &self) ?? 0x20...0x7E
      let value = UInt32.random(in: block, using: &self)
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }

  /// A random text of signs that ASCII's word rules tell apart.
  mutating func asciiText(maximumCount: Int) -> String {
    let signs = Array("aBz09_.,;:' \"-\r\n\t\u{B}x@#")
    return String(
      (0..<Int.random(in: 0...maximumCount, using: &self)).map { _ in
        signs.randomElement(using: &self) ?? " "
      })
  }
}

/// Folds a text into a string.
func folded(_ text: String, _ options: FoldOptions, _ locale: String = "") -> String {
  let folder = TextFolder(options: options, locale: TextLocale(identifier: locale))
  return String(decoding: folder.foldedBytes(text), as: UTF8.self)
}

/// The parts of a text at UTF-8 ranges.
func parts(of text: String, _ ranges: [Range<Int>]) -> [String] {
  let bytes = Array(text.utf8)
  return ranges.map { String(decoding: bytes[$0], as: UTF8.self) }
}

/// The exact code points of a text, since strings compare by canonical equivalence.
func scalars(_ text: String) -> [UInt32] {
  text.unicodeScalars.map(\.value)
}

import CICU

/// What folding makes of one code point that stands alone, packed into 64 bits.
struct FoldEntry {
  // bits   content
  // 0–47   folded UTF-8, first byte lowest
  // 48–50  its length; 7 when it does not fit and the chunk folder must run
  // 51     the code point starts a chunk
  // 52     lower case
  // 53     upper or title case
  // 54     mark
  let rawValue: UInt64

  static let oversize = 7

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Works out the entry of a code point.
  init(_ scalar: UInt32, options: FoldOptions, letters: SeparateLetters, isTurkic: Bool) {
    let traits = ScalarTraits(of: scalar)
    var raw: UInt64 = 0
    let shown = options.contains(.caseInsensitive) ? fresnel_fold_width(scalar) : scalar
    if fresnel_has_boundary_before(shown), !traits.contains(.strippedMark) { raw |= 1 << 51 }
    if traits.contains(.lower) { raw |= 1 << 52 }
    if traits.contains(.upper) { raw |= 1 << 53 }
    if traits.contains(.mark) { raw |= 1 << 54 }

    var folder = ChunkFolder(options: options, letters: letters, isTurkic: isTurkic)
    folder.append(scalar)
    folder.fold()
    var packed: UInt64 = 0
    var count = 0
    for element in folder.scalars.elements {
      encodeScalar(element.scalar) { byte in
        if count < 6 { packed |= UInt64(byte) << UInt64(8 * count) }
        count += 1
      }
    }
    raw |= count <= 6 ? packed | UInt64(count) << 48 : UInt64(Self.oversize) << 48
    rawValue = raw
  }

  var byteCount: Int { Int(truncatingIfNeeded: rawValue >> 48 & 7) }
  var startsChunk: Bool { rawValue & 1 << 51 != 0 }
  var isLower: Bool { rawValue & 1 << 52 != 0 }
  var isUpper: Bool { rawValue & 1 << 53 != 0 }
  var isMark: Bool { rawValue & 1 << 54 != 0 }
}

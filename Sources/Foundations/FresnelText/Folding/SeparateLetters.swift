import CICU

/// The letters that a locale counts as letters of their own, such as `å`, `ä` and `ö` in Swedish.
///
/// These are the letters that the locale's collation (CLDR) orders in its own way, or that belong to
/// its alphabet as `й` does to the Russian one, and to which the collation gives another primary
/// weight than to the letter that would be left without the marks.
struct SeparateLetters: Hashable, Sendable {
  /// Letters without decomposition that stay as they are.
  private(set) var plain: Set<UInt32> = []
  /// The sequences of marks that make another letter of a base letter; longest first.
  private(set) var marks: [UInt32: [[UInt32]]] = [:]

  /// No letters.
  init() {}

  /// Finds the letters of a locale.
  init(locale: TextLocale) {
    guard let collator = fresnel_collator_open(locale.identifier) else { return }
    defer { fresnel_collator_close(collator) }
    for letter in Self.letters(collator, of: locale) {
      insert(letter, collator)
    }
    for base in marks.keys {
      marks[base]?.sort { $0.count > $1.count }
    }
  }

  private static func letters(
    _ collator: OpaquePointer, of locale: TextLocale
  ) -> Set<UInt32> {
    let tailored = codePoints { fresnel_collator_tailored(collator, $0, $1) }
    // People leave the hamza and the maddah of Arabic letters out when they type, so that belonging
    // to the alphabet does not keep those letters apart.
    let alphabet = codePoints { fresnel_alphabet(locale.identifier, $0, $1) }
      .filter { !(0x600...0x6FF).contains($0) }
    return Set(tailored).union(alphabet)
      .filter { ScalarTraits(of: $0).contains([.letter, .strippedScript]) }
  }

  private static func codePoints(
    _ copy: (UnsafeMutablePointer<UInt32>?, Int32) -> Int32
  ) -> [UInt32] {
    let count = copy(nil, 0)
    return [UInt32](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      initialized = Int(copy(buffer.baseAddress, count))
    }
  }

  private mutating func insert(_ letter: UInt32, _ collator: OpaquePointer) {
    var scalars = NormalizedScalars()
    scalars.appendDecomposed(letter)
    let decomposed = scalars.elements.map(\.scalar)
    if decomposed.count == 1 {
      let base = BaseLetters(of: letter).scalars
      guard !base.isEmpty, !Self.samePrimary(collator, decomposed, base) else { return }
      plain.insert(letter)
      return
    }
    // A letter that stays the same without one of its marks is that other letter with an accent.
    for index in decomposed.indices.dropFirst() {
      var lesser = decomposed
      lesser.remove(at: index)
      if Self.samePrimary(collator, decomposed, lesser) { return }
    }
    marks[decomposed[0], default: []].append(Array(decomposed.dropFirst()))
  }

  private static func samePrimary(
    _ collator: OpaquePointer, _ first: [UInt32], _ second: [UInt32]
  ) -> Bool {
    fresnel_collator_same_primary(
      collator, first, Int32(first.count), second, Int32(second.count))
  }
}

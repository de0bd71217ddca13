import FresnelQuery

/// The keys of a segment's third dictionary: lists of documents by what is not a word.
///
/// | first byte | then | lists |
/// |---|---|---|
/// | `c` | a code, at most 40 bytes | by group, the documents that have the code |
/// | `d` | scope number, 4 bytes big-endian; the domain's bytes | the documents of that domain |
/// | `g` | 1 or 2 bytes, a piece | by group, those of the documents of `w` whose runs hold the piece |
/// | `i` | initials, 3 to 8 letters | by group, the documents with a name of these initials |
/// | `k` | 1, then the first bytes of the kinds of forms | the documents whose forms are listed |
/// | `n` | a name, at most 24 bytes; 0 if that is all of it | by group, the documents of that name |
/// | `o` | the byte of ``DoubtedTerms`` | by group, the documents that ``Doubt/open`` is noted of |
/// | `r` | a byte for what it is in, and a spelling, 33 bytes at most | by group, the documents of a name spelt so |
/// | `s` | scope number, 4 bytes big-endian | the documents of that scope |
/// | `u` | | by group, the irregular documents: a run of theirs was not taken apart |
/// | `v` | as `o` | by group, those that ``Doubt/varying`` is noted of |
/// | `w` | | by group, those of the documents of `u` of which `g` lists all pieces of these runs |
///
/// A list that is not by group stands under ``listGroup``. Certainties say nothing here and are all
/// 3, which takes no room. A key is cut at ``TermScratch/maximumLength`` bytes, so that one of this
/// length stands for all domains that begin so: only the rows tell them apart.
package enum SegmentKeys {
  /// The group under which lists stand that are not by group.
  package static let listGroup = PostingGroup.titleStart
  /// What postings in these lists have as their certainty.
  package static let certainty: UInt8 = 3

  /// The key of the irregular documents.
  package static let irregular: [UInt8] = [UInt8(ascii: "u")]
  /// The key of the irregular documents whose runs are listed by their pieces.
  package static let listedIrregular: [UInt8] = [UInt8(ascii: "w")]

  /// The key of the irregular documents that hold a piece of one or two bytes in such a run.
  static func piece(_ bytes: [UInt8]) -> [UInt8] { [UInt8(ascii: "g")] + bytes }

  /// The key of the documents in which something is doubted of some terms.
  static func doubt(_ doubt: Doubt, of terms: DoubtedTerms) -> [UInt8] {
    switch doubt {
    case .open: [UInt8(ascii: "o"), terms.byte]
    case .varying: [UInt8(ascii: "v"), terms.byte]
    }
  }

  /// The key of the documents whose ``ItemForms`` are all among the keys. Another kind of form will have another
  /// marker, so that segments without the kind are told from others.
  package static let formMarker = formMarker(of: Set(ItemForms.Kind.allCases))
  /// The marker of programs that knew no spellings.
  static let olderFormMarker = formMarker(of: [.code, .initials, .name])

  /// The key of the documents whose forms of some kinds are all among the keys.
  static func formMarker(of kinds: Set<ItemForms.Kind>) -> [UInt8] {
    [UInt8(ascii: "k"), 1] + kinds.map(firstByte).sorted()
  }

  /// The most bytes of a name that its key holds.
  static let mostNameBytes = FormTest.mostNameBytes

  /// What the keys of a kind of form begin with.
  static func firstByte(of kind: ItemForms.Kind) -> UInt8 {
    switch kind {
    case .code: UInt8(ascii: "c")
    case .initials: UInt8(ascii: "i")
    case .name: UInt8(ascii: "n")
    case .reading: UInt8(ascii: "r")
    }
  }

  /// What the keys of spellings begin with.
  static let readings: [UInt8] = [firstByte(of: .reading)]

  /// Appends the key of a form. Of a longer name it is that of the beginning, up to the end of a character, and of a
  /// longer spelling the first bytes.
  ///
  /// - Parameters:
  ///   - kind: What the form is.
  ///   - form: Its bytes.
  ///   - key: Grows by the key.
  static func appendForm(_ kind: ItemForms.Kind, _ form: ArraySlice<UInt8>, to key: inout [UInt8]) {
    key.append(firstByte(of: kind))
    if kind == .reading {
      return key.append(contentsOf: form.prefix(FormTest.mostReadingBytes))
    }
    guard kind == .name else { return key.append(contentsOf: form) }
    guard form.count > mostNameBytes else {
      key.append(contentsOf: form)
      return key.append(0)
    }
    var end = form.startIndex + mostNameBytes
    while form[end] & 0xC0 == 0x80 { end -= 1 }
    key.append(contentsOf: form[..<end])
  }

  private static let scopeKind = UInt8(ascii: "s")
  private static let domainKind = UInt8(ascii: "d")
  /// The place of a scope number in a key of the kinds that have one.
  static let scopeRange = 1..<5

  /// The key of a scope's documents.
  package static func scope(_ number: UInt32) -> [UInt8] {
    key(scopeKind, number)
  }

  /// The key of a domain's documents; of the domains that begin with these bytes when the key is as
  /// long as keys get.
  package static func domain(_ domain: some Collection<UInt8>, scope number: UInt32) -> [UInt8] {
    var key = key(domainKind, number)
    key.append(contentsOf: domain.prefix(TermScratch.maximumLength - key.count))
    return key
  }

  /// Whether the key of a domain was cut, and its list may hold documents of other domains too.
  package static func mayBeCut(_ key: [UInt8]) -> Bool {
    key.count >= TermScratch.maximumLength
  }

  /// Replaces the scope number in a key that has one, which must be in range.
  static func mapScope(in key: inout [UInt8], _ numbers: [UInt32]) {
    guard let number = scopeNumber(of: key.span) else { return }
    withUnsafeBytes(of: numbers[Int(number)].bigEndian) { bytes in
      for (place, byte) in zip(scopeRange, bytes) { key[place] = byte }
    }
  }

  /// The scope number in a key; `nil` when the key has none.
  static func scopeNumber(of key: Span<UInt8>) -> UInt32? {
    guard key.count >= scopeRange.upperBound, key[0] == scopeKind || key[0] == domainKind else {
      return nil
    }
    var number: UInt32 = 0
    for place in scopeRange { number = number << 8 | UInt32(key[place]) }
    return number
  }

  private static func key(_ kind: UInt8, _ number: UInt32) -> [UInt8] {
    var key = [kind]
    withUnsafeBytes(of: number.bigEndian) { key.append(contentsOf: $0) }
    return key
  }
}

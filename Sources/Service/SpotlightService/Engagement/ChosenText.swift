internal import FresnelModel
internal import FresnelPlatform
internal import FresnelText
internal import SpotlightWire

/// What was typed, as records of choices know it: folded, with single spaces between its words and none
/// around it, and never more than its beginning.
struct ChosenText: Hashable, Sendable {
  /// The most characters that count.
  static let characterCount = 64
  /// The beginnings of so many characters and fewer are noted.
  static let longestBeginning = 8
  /// No more of a text is looked at, in bytes: it may be anything.
  private static let byteCount = 4 << 10
  static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  /// The whole text.
  let whole: String
  /// Where its beginnings end, in bytes, by their characters: as many as are noted.
  private let ends: [Int]

  /// Reads a text; `nil` for one that has nothing but white space.
  init?(_ text: String) {
    var text = text
    if text.utf8.count > Self.byteCount {
      text = String(decoding: text.utf8.prefix(Self.byteCount), as: UTF8.self)
    }
    let folded = String(decoding: Self.folder.foldedBytes(text), as: UTF8.self)
    var whole = ""
    var count = 0
    var ends: [Int] = []
    var isAfterSpace = false
    for character in folded {
      if character.isWhitespace {
        isAfterSpace = count > 0
        continue
      }
      for part in isAfterSpace ? [" ", character] : [character] where count < Self.characterCount {
        whole.append(part)
        count += 1
        // A text that ends with the space is the one without it.
        if count <= Self.longestBeginning, part != " " { ends.append(whole.utf8.count) }
      }
      isAfterSpace = false
      if count >= Self.characterCount { break }
    }
    if whole.last == " " { whole.removeLast() }
    if whole.isEmpty { return nil }
    self.whole = whole
    self.ends = ends
  }

  /// What is noted of it: its beginnings, the first letter before the others, then the whole.
  fileprivate var parts: [Substring.UTF8View] {
    var parts = ends.map { whole.utf8.prefix($0) }
    if ends.last != whole.utf8.count { parts.append(whole.utf8[...]) }
    return parts
  }

  /// The first letter.
  fileprivate var firstLetter: Substring.UTF8View { whole.utf8.prefix(ends.first ?? 0) }
}

/// The key of the hashes that stand for texts where choices order results. It is elsewhere than hashes that are kept
/// without encryption; the texts of recent searches lie beside those as they were typed (``SearchTexts``).
struct ChosenTextKey: Hashable, Sendable {
  static let byteCount = 16

  private let low: UInt64
  private let high: UInt64
  /// What tells the key from others without giving it away.
  let number: UInt32

  /// Reads a key; `nil` when it is none.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    (low, high) = bytes.withUnsafeBytes {
      (
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    let nothing = SipHash.hash(0, UnsafeRawBufferPointer(start: nil, count: 0), key: (low, high))
    number = UInt32(truncatingIfNeeded: nothing)
  }

  /// The hashes under which a choice is noted: that of the first letter, then those of the longer
  /// beginnings and of the whole text.
  func hashes(of text: ChosenText) -> [UInt64] { text.parts.map(digest) }

  /// The hashes that a search looks for.
  func question(_ text: ChosenText) -> TextQuestion {
    var names = NameBeginnings()
    names.insert(typed: text.whole)
    return TextQuestion(
      whole: digest(text.whole.utf8[...]), firstLetter: digest(text.firstLetter),
      keyNumber: number, names: names)
  }

  private func digest(_ bytes: Substring.UTF8View) -> UInt64 {
    let hash = bytes.withContiguousStorageIfAvailable {
      SipHash.hash(0, UnsafeRawBufferPointer($0), key: (low, high))
    }
    return hash ?? Array(bytes).withUnsafeBytes { SipHash.hash(0, $0, key: (low, high)) }
  }
}

/// What a search asks records of choices for.
struct TextQuestion: Hashable, Sendable {
  /// The hash of what was typed.
  let whole: UInt64
  /// The hash of its first letter.
  let firstLetter: UInt64
  /// The number of the key that both were made with.
  let keyNumber: UInt32
  /// What words of a name have to begin with.
  let names: NameBeginnings
}

extension NameBeginnings {
  /// Longer names, in bytes, do not count: few type what is in the middle of a text.
  private static let longestName = 512

  /// Those of the names of an item.
  init(of item: EncodedItem) {
    self.init()
    for id in [AttributeID.title, .displayName] {
      guard let name = item.text(of: id), name.utf8.count <= Self.longestName else { continue }
      insert(wordsOf: String(decoding: ChosenText.folder.foldedBytes(name), as: UTF8.self))
    }
  }
}

extension MetadataEntry {
  /// A key for hashes of texts that nobody knows yet.
  static var newTextKey: MetadataEntry {
    MetadataEntry(
      table: .texts, key: "", value: SecureRandom.bytes(count: ChosenTextKey.byteCount))
  }
}

extension MetadataState {
  /// The key of hashes of texts; `nil` where there is none yet.
  var textKey: ChosenTextKey? { self[.texts, ""].flatMap { ChosenTextKey($0) } }
}

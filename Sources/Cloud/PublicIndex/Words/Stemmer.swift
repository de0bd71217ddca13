internal import CStemmer

/// What words of a language have in common with their other forms, by the rules of Snowball.
struct Stemmer: ~Copyable {
  private let stemmer: OpaquePointer

  /// Makes a stemmer, unless there are no rules for the language.
  ///
  /// - Parameter language: A language tag, of which the first two letters count.
  init?(language: String) {
    guard let code = Self.code(of: language), let stemmer = fresnel_stemmer_create(code) else {
      return nil
    }
    self.stemmer = stemmer
  }

  /// What names the rules for a language: the two lowercase letters that its tag begins with; `nil` where it has no
  /// such.
  static func code(of language: String) -> String? {
    let code = language.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    return code.count == 2 ? String(Substring(code)).lowercased() : nil
  }

  deinit { fresnel_stemmer_destroy(stemmer) }

  /// Whether a word has a stem.
  func hasStem(_ stem: [UInt8], _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    var count = 0
    guard let start = fresnel_stemmer_stem(stemmer, word.baseAddress, word.count, &count) else {
      return false
    }
    return UnsafeBufferPointer(start: start, count: count).elementsEqual(stem)
  }

  /// The stem of a word.
  func stem(_ word: [UInt8]) -> [UInt8] {
    var count = 0
    guard let start = fresnel_stemmer_stem(stemmer, word, word.count, &count) else { return word }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}

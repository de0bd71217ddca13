/// The forms of an English word: of a noun one and many, of a verb what is done, was done and is being done.
///
/// They come from the endings of the word and from the list of known words, never from the words of a store: so they
/// are the same for all stores and processes, and tell an app nothing of what it may not see. Irregular forms
/// (`mice`) have no rule here.
enum WordForms {
  /// The other forms of a word, the nearest first: that of another number, then the others.
  ///
  /// - Parameter word: The word, in any case.
  /// - Returns: Words in small letters, without the word itself; none for what is not of ASCII letters alone.
  static func others(of word: String) -> [String] {
    let word = word.lowercased()
    guard word.utf8.count >= leastLetters, word.utf8.count <= mostLetters,
      word.utf8.allSatisfy({ $0 &- UInt8(ascii: "a") < 26 })
    else { return [] }
    var forms = otherNumber(of: word)
    for base in bases(of: word) {
      forms += ([base] + inflections(of: base)).filter { KnownWords.contains(Array($0.utf8)) }
    }
    var seen: Set = [word]
    return forms.filter { seen.insert($0).inserted }
  }

  /// The other forms of a word of a text, as many as are looked for.
  ///
  /// - Parameters:
  ///   - word: The word, in any case.
  ///   - goesOn: Whether it is still being typed. Then it is whole in another form, and its longer forms are left out:
  ///     it finds them as it stands.
  /// - Returns: Words in small letters, the nearest first.
  static func others(of word: String, goesOn: Bool) -> [String] {
    let word = word.lowercased()
    return Array(others(of: word).filter { !goesOn || !$0.hasPrefix(word) }.prefix(mostOthers))
  }

  private static let mostOthers = 8
  private static let leastLetters = 3
  private static let mostLetters = 64

  /// Many of one thing, and one of many, whether they are known or not: names of products have both.
  private static func otherNumber(of word: String) -> [String] {
    if let one = singular(of: word) { return one }
    let all = plurals(of: word)
    let known = all.filter { KnownWords.contains(Array($0.utf8)) }
    return known.isEmpty ? Array(all.prefix(1)) : known
  }

  /// The words of which a word may be the plural; `nil` for one that does not look so.
  private static func singular(of word: String) -> [String]? {
    guard word.hasSuffix("s"), word.utf8.count > leastLetters,
      !["ss", "us", "is"].contains(where: word.hasSuffix)
    else { return nil }
    var words: [String] = []
    if word.hasSuffix("ies"), word.utf8.count > 4 { words.append(word.dropLast(3) + "y") }
    let stem = String(word.dropLast(2))
    if word.hasSuffix("es"), needsVowel(stem) || stem.hasSuffix("o") { words.append(stem) }
    words.append(String(word.dropLast()))
    return words
  }

  private static func plurals(of word: String) -> [String] {
    if endsInConsonantAndY(word) { return [word.dropLast() + "ies"] }
    if needsVowel(word) { return [word + "es"] }
    return word.hasSuffix("o") ? [word + "s", word + "es"] : [word + "s"]
  }

  /// The known words of which a word may be a form, itself among them.
  private static func bases(of word: String) -> [String] {
    var bases = [word] + (singular(of: word) ?? [])
    if word.hasSuffix("ied"), word.utf8.count > 4 { bases.append(word.dropLast(3) + "y") }
    for ending in ["ed", "ing"] where word.hasSuffix(ending) && !word.hasSuffix("eed") {
      let stem = String(word.dropLast(ending.utf8.count))
      guard stem.contains(where: isVowel) else { continue }
      bases += [stem + "e", stem]
      // `plan` of `planned`.
      if endsInTwoOfOneConsonant(stem) { bases.append(String(stem.dropLast())) }
    }
    return bases.filter { $0.utf8.count >= leastLetters && KnownWords.contains(Array($0.utf8)) }
  }

  /// What a word becomes where it is a noun or a verb; not all are words.
  private static func inflections(of base: String) -> [String] {
    var stems = [base]
    if base.hasSuffix("e") {
      stems = [String(base.dropLast())]
    } else if let last = base.last, !isVowel(last) {
      stems.append(base + String(last))
    }
    let past = endsInConsonantAndY(base) ? [base.dropLast() + "ied"] : stems.map { $0 + "ed" }
    return plurals(of: base) + past + stems.map { $0 + "ing" }
  }

  /// Whether a word takes `es` to be told from the word itself.
  private static func needsVowel(_ word: String) -> Bool {
    ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix)
  }

  private static func endsInConsonantAndY(_ word: String) -> Bool {
    word.hasSuffix("y") && word.dropLast().last.map { !isVowel($0) } == true
  }

  private static func endsInTwoOfOneConsonant(_ word: String) -> Bool {
    guard let last = word.last, !isVowel(last) else { return false }
    return word.dropLast().last == last
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }
}

extension ConsonantSpelling {
  /// Arabic, with the letters of Persian and Urdu.
  package static let arabic = ConsonantSpelling(
    letters: [
      "ا": "A", "أ": "A", "إ": "A", "آ": "A", "ٱ": "A", "ى": "A", "ة": "A", "ء": "", "ع": "",
      "ـ": "",
      "و": "U",
      "ؤ": "U", "ي": "I", "ئ": "I", "ی": "I", "ے": "I", "ب": "b", "پ": "b", "ت": "t", "ط": "t",
      "ٹ": "t",
      "ث": "t|s", "ج": "g", "غ": "g", "گ": "g", "ح": "h", "خ": "h", "ه": "h", "ھ": "h", "ہ": "h",
      "د": "d",
      "ض": "d", "ڈ": "d", "ذ": "d|z", "ظ": "z|d", "ر": "r", "ڑ": "r", "ز": "z", "ژ": "z", "س": "s",
      "ص": "s", "ش": "c", "چ": "c", "ف": "f", "ڤ": "f", "ق": "k", "ك": "k", "ک": "k", "ل": "l",
      "م": "m",
      "ن": "n", "ں": "n",
    ],
    first: [
      "ا": "a", "أ": "a", "إ": "a", "آ": "a", "ٱ": "a", "ع": "a", "و": "w", "ي": "y", "ی": "y",
    ],
    last: ["ه": "|h", "ہ": "|h"],
    rules: SpellingRules(
      """
      tch:c sch:c sh:c ch:c kh:h gh:g dh:d th:t ph:f dj:g zh:z ck:k x:ks q:k c:k j:g p:b v:f
      """))

  /// Hebrew.
  package static let hebrew = ConsonantSpelling(
    letters: [
      "א": "A", "ב": "b", "ג": "g", "ד": "d", "ה": "h", "ו": "U|b", "ז": "z", "ח": "h", "ט": "t",
      "י": "I",
      "כ": "k|h", "ך": "h|k", "ל": "l", "מ": "m", "ם": "m", "נ": "n", "ן": "n", "ס": "s", "ע": "",
      "פ": "f",
      "ף": "f", "צ": "z", "ץ": "z", "ק": "k", "ר": "r", "ש": "c|s", "ת": "t|s",
    ],
    first: ["א": "a", "ו": "b", "י": "y|a", "ע": "a"],
    last: ["ה": "A|I"],
    rules: SpellingRules(
      """
      tsch:c sch:c sh:c ch:h kh:h gh:g dh:d th:t ph:f tz:z ts:z zh:z ck:k x:ks q:k c:k j:y p:f v:b w:b
      """))

  /// The article of Arabic, which is written as a part of the word behind it.
  package static let arabicArticle: [Unicode.Scalar] = ["ا", "ل"]
  /// The article of Hebrew, which is written so as well.
  package static let hebrewArticle: [Unicode.Scalar] = ["ה"]

  /// A word without its article.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - article: The article.
  /// - Returns: The rest; `nil` where there is no article, or too little behind it.
  package static func withoutArticle(
    _ word: [Unicode.Scalar], _ article: [Unicode.Scalar]
  ) -> [Unicode.Scalar]? {
    word.count >= article.count + 2 && word.count > 3 && word.starts(with: article)
      ? Array(word.dropFirst(article.count)) : nil
  }

  /// Whether letters in front of a hyphen are the article of Arabic, whose last letter many words change.
  ///
  /// - Parameter letters: Small Latin letters.
  /// - Returns: Whether they are.
  package static func isArticle(_ letters: some Collection<UInt8>) -> Bool {
    articles.contains(String(decoding: letters, as: UTF8.self))
  }

  private static let articles: Set<String> = [
    "al", "el", "ul", "ar", "er", "as", "es", "ash", "esh", "ad", "ed", "an", "en", "at", "et",
    "az", "ez", "adh",
    "ath", "ha",
  ]
}

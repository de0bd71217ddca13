import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelText

extension GrowthCase {
  /// Texts of one script, without spaces where it has none: cut into words, folded, and analysed for a segment.
  static var scripts: [GrowthCase] {
    [
      script("Hangul", "한국어문장"),
      script("Hangul in single letters", "\u{1112}\u{1161}\u{11AB}"),
      script("Hangul of initials alone", "\u{1100}"),
      script("compatibility letters of Hangul", "ㅎㅏㄴ"),
      script("Chinese", "北京天安门"),
      script("Japanese", "東京タワーへ行く"),
      script("half-width kana", "ｶﾞｷﾞ"),
      script("Thai", "ภาษาไทย"),
      script("Lao", "ພາສາລາວ"),
      script("Khmer", "ភាសាខ្មែរ"),
      script("Burmese", "မြန်မာဘာသာ"),
      script("Tibetan", "བོད་སྐད་"),
      script("Devanagari conjuncts", "क्ष्म"),
      script("Arabic with marks", "مُحَمَّد"),
      script("Hebrew with points", "שָׁלוֹם"),
      script("Cyrillic", "щёлкъя "),
      script("a Cyrillic word", "я"),
      script("Greek", "Ευβοιημπ "),
      script("Arabic words", "القاذذهرة "),
      script("an Arabic word", "ذ"),
      script("a Hebrew word", "כ"),
      script("flags", "🇩🇪"),
      script("joined emoji", "👩\u{200D}"),
      script("marks on one letter", "\u{301}\u{323}"),
      script("letters of two scripts", "aя"),
      script("ligatures", "ﷺﬃ"),
    ].flatMap { $0 } + [names("in Chinese", "北京行长"), names("in Hebrew", "כהן כהן")]
  }

  /// The forms of an item with ever more names.
  private static func names(_ script: String, _ name: String) -> GrowthCase {
    GrowthCase(name: "forms: names " + script, smallest: 64, doublings: 4) { count in
      var item = Item(uniqueIdentifier: "a")
      item.attributes[.alternateNames] = .array((0..<count).map { .string(name + "\($0)") })
      let encoded = try EncodedItem(validating: try ItemCodec.encode(item))
      return { use(ItemForms(of: encoded).forms.count) }
    }
  }

  private static func script(_ name: String, _ part: String) -> [GrowthCase] {
    [("", "words of a text of "), ("a", "segment: a text of ")].map { first, head in
      GrowthCase(name: head + name, smallest: 256, doublings: 4) { count in
        let text = "x" + String(repeating: part, count: count)
        guard !first.isEmpty else {
          return {
            use(WordSegmenter.words(in: text, locale: .root))
            let folder = TextFolder(
              options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
            use(folder.fold(text))
          }
        }
        var item = Item(uniqueIdentifier: "a")
        item.attributes[.title] = .string(text)
        item.attributes[.textContent] = .string(text)
        let encoded = try EncodedItem(validating: try ItemCodec.encode(item))
        return {
          var builder = SegmentBuilder()
          builder.add(encoded, scope: IndexScope(app: "app"))
          use(try? builder.finish(to: .memory()))
        }
      }
    }
  }
}

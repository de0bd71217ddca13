import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: names in Arabic and Hebrew by their Latin spelling", .timeLimit(.minutes(30)))
struct ConsonantReadingTests {
  private static func expectFound(
    _ typed: String, _ title: String, _ reading: Reading = .latinSpelling
  ) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra غزال צפרדע")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"], "“\(typed)”, “\(title)”")
    #expect(answer.readings == [reading])
    #expect(answer.matchCount == 1 && !answer.isPartial && !answer.isLimited)
  }

  @Test(
    "a name in Arabic is found by its consonants, whatever its vowels are",
    arguments: [
      ("muhammad", "محمد"), ("mohamed ", "محمد"), ("mohammed", "محمد"), ("mehmed ", "مُحَمَّد"),
      ("ahmad", "أحمد"), ("ahmed ", "احمد"), ("qahira", "القاهرة"), ("al-qahira", "القاهرة"),
      ("el-qahera ", "القاهرة"), ("al qahira", "القاهرة"), ("alqahira", "القاهرة"), ("ali ", "علي"),
      ("aly", "علي"), ("omar", "عمر"), ("umar ", "عمر"), ("dubai", "دبي"), ("baghdad", "بغداد"),
      ("bagdad ", "بغداد"), ("yusuf", "يوسف"), ("youssef ", "يوسف"), ("khalid", "خالد"),
      ("khaled ", "خالد"), ("jamal", "جمال"), ("gamal ", "جمال"), ("husayn", "حسين"),
      ("hussein ", "حسين"), ("said", "سعيد"), ("saeed ", "سعيد"), ("noor", "نور"), ("nour ", "نور"),
      ("fatima", "فاطمة"), ("fatimah ", "فاطمة"), ("shams", "الشمس"), ("ash-shams ", "الشمس"),
      ("abdullah", "عبد الله"), ("abdullah ", "عبدالله"), ("abdulrahman", "عبد الرحمن"),
      ("abdurrahman ", "عبد الرحمن"), ("kitab", "كتاب"), ("kitab ", "الكتاب الأول"),
      ("filastin", "فلسطين"), ("layla", "ليلى"), ("leila ", "ليلى"), ("nawal", "نوال"),
      ("ziad ", "زياد"), ("ibrahim", "إبراهيم"), ("ibraheem ", "ابراهيم"), ("tehran", "تهران"),
      ("islam", "الإسلام"), ("taqrir 2024", "تقرير 2024"),
      ("saleh", "صالح"), ("salah ", "صلاح"), ("farah", "فرح"), ("sabah ", "صباح"),
      ("fattah ", "الفتاح"), ("allah ", "الله"), ("allah", "الله"), ("shah ", "شاه"),
      ("abdullah ", "عبداله"), ("abdolah", "عبداله"), ("abdul rahman ", "عبد الرحمن"),
      ("abdel rahman ", "عبد الرحمن"), ("abdul rahman ", "عبدالرحمن"),
      ("abd al-rahman ", "عبدالرحمن"), ("abd allah ", "عبدالله"), ("mustas", "مستشفى"),
      ("mustash", "مستشفى"),
    ])
  func arabic(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title)
  }

  @Test(
    "a name in Hebrew is found by its consonants, whatever its vowels are",
    arguments: [
      ("shalom", "שלום"), ("shalom ", "שָׁלוֹם"), ("salom", "שלום"), ("yerushalayim", "ירושלים"),
      ("jerushalaim ", "ירושלים"), ("tel aviv", "תל אביב"), ("tel-aviv ", "תל־אביב"),
      ("aviv", "אביב"),
      ("haifa", "חיפה"), ("chaifa ", "חיפה"), ("haim", "חיים"), ("chaim ", "חיים"),
      ("david", "דוד"),
      ("dawid ", "דוד"), ("michael", "מיכאל"), ("mikhael ", "מיכאל"), ("israel", "ישראל"),
      ("yisrael ", "ישראל"), ("moshe", "משה"), ("mosheh ", "משה"), ("sarah", "שרה"),
      ("sara ", "שרה"),
      ("torah", "תורה"), ("tora ", "תורה"), ("hanukkah", "חנוכה"), ("chanuka ", "חנוכה"),
      ("sefer", "ספר"), ("sefer ", "הספר"), ("hasefer", "הספר"), ("shabbat", "שבת"),
      ("shabbos ", "שבת"), ("yitzhak", "יצחק"), ("itzhak ", "יצחק"), ("avraham", "אברהם"),
      ("abraham ", "אברהם"), ("yaakov", "יעקב"), ("yakov ", "יעקב"), ("rivka", "רבקה"),
      ("netanyahu", "נתניהו"), ("kibbutz", "קיבוץ"), ("kibuts ", "קיבוץ"), ("beit", "בית"),
      ("bayit ", "הבית"), ("tzipora", "ציפורה"), ("zipora ", "ציפורה"), ("yosef", "יוסף"),
      ("josef ", "יוסף"), ("cheshbon 2024", "חשבון 2024"), ("haaretz", "הארץ"), ("tikva ", "תקווה"),
      ("petah tikva ", "פתח תקווה"), ("george", "ג׳ורג׳"), ("gorg ", "ג׳ורג׳"),
    ])
  func hebrew(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title)
  }

  @Test(
    "other consonants, other written vowels, parts of words and quoted text are not found",
    arguments: [
      ("mansur ", "محمد"), ("hammad ", "محمد"), ("muham", "محمد"), ("\"muhammad\" ", "محمد"),
      ("man ", "من"), ("ad ", "يد"), ("omar ", "أمير"), ("adobe ", "دبي"), ("debug ", "دبي"),
      ("kutub ", "كاتب"), ("cairo ", "القاهرة"), ("ben ", "בן"), ("shalon ", "שלום"),
      ("al ", "القاهرة"),
      ("dod ", "דג"), ("report ", "محمد"), ("moses ", "משה"),
    ])
  func notFound(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: title)])
    #expect(try stage.answer(typed).rows.isEmpty, "“\(typed)”, “\(title)”")
  }

  @Test(
    "a word is found with and without its article and marks",
    arguments: [
      ("كتاب", "الكتاب", .scripts), ("كتاب ", "الكتاب الأول", .scripts),
      ("الكتاب ", "كتاب", .scripts),
      ("القاهر", "قاهرة", .scripts), ("بيت كبير", "البيت الكبير", .scripts),
      ("البيت الكبير ", "بيت كبير", .scripts), ("ספר", "הספר", .scripts),
      ("הספר ", "ספר", .oneEdit),
      ("בית ", "הבית הלבן", .scripts), ("הבית לבן", "בית לבן", .oneEdit),
      ("محمد", "مُحَمَّد", .asTyped), ("مُحَمَّد", "محمد", .asTyped), ("احمد ", "أحمد", .asTyped),
      ("كـتـاب", "كتاب", .scripts), ("שלום", "שָׁלוֹם", .asTyped), ("שָׁלוֹם ", "שלום", .asTyped),
      ("اَلْكِتَاب ", "كتاب", .scripts), ("ٱلكتاب ", "كتاب", .scripts),
    ] as [(String, String, Reading)])
  func articles(typed: String, title: String, reading: Reading) async throws {
    try await Self.expectFound(typed, title, reading)
  }

  @Test("an article is found in text as well, and told to who highlights")
  func articleInText() async throws {
    let stage = LadderStage()
    var wanted = item("wanted", title: "Notes")
    wanted.attributes[.textContent] = .string("قرأت الكتاب أمس")
    try await stage.put([wanted])
    let answer = try stage.answer("كتاب ")
    try #require(answer.identifiers == ["wanted"])
    let terms = answer.understandings[answer.rows[0].plan].terms
    #expect(terms == [.init(range: 0..<8, text: "الكتاب")])
  }

  @Test("few English words are the consonants of a name")
  func falseHits() async throws {
    let stage = LadderStage()
    let names = [
      "محمد", "أحمد", "القاهرة", "علي", "عمر", "دبي", "بغداد", "يوسف", "خالد", "جمال", "حسين",
      "سعيد", "نور",
      "فاطمة", "الشمس", "عبد الله", "كتاب", "فلسطين", "ليلى", "إبراهيم", "שלום", "ירושלים",
      "תל אביב", "חיפה",
      "דוד", "מיכאל", "ישראל", "משה", "שרה", "תורה", "חנוכה", "ספר", "שבת", "יצחק", "אברהם", "יעקב",
      "רבקה",
    ]
    try await stage.put(names.map { item($0, title: $0) })
    let words = KnownWordsTests.words
    var (asked, found) = (0, 0)
    for word in words.enumerated().filter({ $0.offset % 40 == 0 }).map(\.element) {
      asked += 1
      if try !stage.answer(word + " ", isSettled: true).rows.isEmpty { found += 1 }
    }
    #expect(asked > 1000 && found * 100 < asked, "\(found) of \(asked)")
  }
}

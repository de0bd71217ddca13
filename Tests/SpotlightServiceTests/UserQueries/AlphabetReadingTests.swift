import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: names in Cyrillic and Greek by their Latin spelling", .timeLimit(.minutes(30)))
struct AlphabetReadingTests {
  private static func expectFound(_ typed: String, _ title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra жук ζυγός")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"], "“\(typed)”, “\(title)”")
    #expect(answer.readings == [.latinSpelling])
    #expect(answer.matchCount == 1 && !answer.isPartial && !answer.isLimited)
    #expect(try stage.answer(typed, isExact: true).rows.isEmpty)
  }

  @Test(
    "a name in Cyrillic is found however its words are spelt in Latin letters",
    arguments: [
      ("moskva", "Москва"), ("moskva ", "Москва"), ("moskwa", "Москва"), ("mosk", "Москва"),
      ("Moskva", "улица Москва"), ("MOSKVA", "МОСКВА"), ("chaikovsky", "Чайковский"),
      ("tchaikovsky ", "Чайковский"), ("tschaikowski", "Чайковский"), ("čajkovskij ", "Чайковский"),
      ("chaykovskiy", "Чайковский. Времена года"), ("dostoyevsky", "Достоевский"),
      ("dostoevskii ", "Достоевский"), ("dostojewski", "Достоевский"), ("dostoy", "Достоевский"),
      ("khrushchev", "Хрущёв"), ("hrushchyov ", "Хрущёв"), ("shostakovich", "Шостакович"),
      ("Šostakovič", "Шостакович"), ("zhukov", "Жуков"), ("žukov ", "Жуков"),
      ("tsvetaeva", "Цветаева"), ("cvetaeva ", "Цветаева"), ("yeltsin", "Ельцин"),
      ("yuriy gagarin", "Юрий Гагарин"), ("gagarin yury ", "Юрий Гагарин"), ("juri", "Юрий"),
      ("alexandr ", "Александр"), ("aleksandr", "Александр Пушкин"), ("tatyana", "Татьяна"),
      ("tat'yana ", "Татьяна"), ("tatjana", "Татьяна"), ("soloviev", "Соловьёв"),
      ("solovyov ", "Соловьёв"), ("pyotr", "Пётр"), ("sofia ", "София"), ("maria", "Мария"),
      ("mariya ", "Мария"), ("mihail", "Михаил"), ("mikhail", "Михаил"), ("mik", "Михаил"),
      ("kyiv", "Київ"), ("kharkiv ", "Харків"), ("ukraina", "Україна"),
      ("balgariya ", "България"), ("beograd", "Београд"), ("djokovic", "Новак Ђоковић"),
      ("ljubljana", "Љубљана"), ("qazaqstan", "Қазақстан"), ("otchet 2024", "Отчёт за 2024 год"),
      ("sankt-peterburg", "Санкт-Петербург"), ("peterburg ", "Санкт-Петербург"),
      ("obyekt", "объект"), ("schastye", "счастье"), ("kino ", "кино"), ("foto", "Фото.jpg"),
      ("trockij", "Троцкий"), ("doneck ", "Донецк"), ("vysockij", "Высоцкий"),
      ("wysocki ", "Высоцкий"), ("Tatʹâna", "Татьяна"), ("Ûrij ", "Юрий"), ("Mariâ", "Мария"),
      ("lukyanenko", "Лук’яненко"), ("luk'yanenko ", "Лук'яненко"), ("viacheslav", "В’ячеслав"),
      ("vyacheslav ", "В\u{2BC}ячеслав"), ("zdorovia", "Здоров’я"),
    ])
  func cyrillic(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title)
  }

  @Test(
    "a name in Greek is found as passports, ears and classical names have it",
    arguments: [
      ("athina", "Αθήνα"), ("athena", "Αθήνα"), ("Athína ", "Αθήνα"), ("ath", "Αθήνα"),
      ("ATHINA", "ΑΘΗΝΑ"), ("thessaloniki", "Θεσσαλονίκη"), ("thesaloniki ", "Θεσσαλονίκη"),
      ("papadopoulos", "Παπαδόπουλος"), ("papadopulos ", "Παπαδόπουλος"),
      ("papadopo", "Παπαδόπουλος"),
      ("georgios", "Γεώργιος"), ("giorgos ", "Γιώργος"), ("eleftheria", "Ελευθερία"),
      ("eleutheria ", "Ελευθερία"), ("nafplio", "Ναύπλιο"), ("nauplio ", "Ναύπλιο"),
      ("christos", "Χρήστος"), ("hristos ", "Χρήστος"), ("khristos", "Χρήστος"),
      ("xenodocheio", "Ξενοδοχείο"), ("ksenodohio ", "Ξενοδοχείο"), ("babis", "Μπάμπης"),
      ("bampis", "Μπάμπης"), ("evia", "Εύβοια"), ("euboia ", "Εύβοια"), ("evvoia", "Εύβοια"),
      ("aigaio", "Αιγαίο"), ("egeo ", "Αιγαίο"), ("irini", "Ειρήνη"), ("eirini", "Ειρήνη"),
      ("eirene ", "Ειρήνη"), ("ekaterini", "Αικατερίνη"), ("aikaterini", "Αικατερίνη"),
      ("nikos", "Νίκος"), ("nicos ", "Νίκος"), ("konstantinos", "Κωνσταντίνος"),
      ("constantinos ", "Κωνσταντίνος"), ("kriti", "Κρήτη"), ("crete ", "Κρήτη"),
      ("peiraias", "Πειραιάς"), ("pireas", "Πειραιάς"), ("olympos", "Όλυμπος"), ("zeus ", "Ζεύς"),
      ("filippos", "Φίλιππος"), ("philippos ", "Φίλιππος"), ("psyche", "Ψυχή"), ("psychi ", "Ψυχή"),
      ("alexandros", "Αλέξανδρος"), ("aleksandros ", "Αλέξανδρος"), ("aggelos", "Άγγελος"),
      ("angelos ", "Άγγελος"), ("timologio 2024", "Τιμολόγιο 2024"), ("domata", "ντομάτα"),
    ])
  func greek(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title)
  }

  @Test(
    "other words, parts of words, names in other languages and quoted text are not found",
    arguments: [
      ("oskva", "Москва"), ("moskvax", "Москва"), ("\"moskva\" ", "Москва"), ("moscow ", "Москва"),
      ("mo", "Москва"), ("on ", "он"), ("my ", "мы"), ("mosk ", "Москва"), ("gorodok ", "город"),
      ("kiev ", "Київ"), ("alexander ", "Александр"), ("hryhorii ", "Григорій"),
      ("moskva berlin ", "Москва"), ("thina", "Αθήνα"), ("athens ", "Αθήνα"),
      ("yannis ", "Γιάννης"),
      ("saloniki ", "Θεσσαλονίκη"), ("ath ", "Αθήνα"), ("123 ", "один"),
    ])
  func notFound(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: title)])
    #expect(try stage.answer(typed).rows.isEmpty, "“\(typed)”, “\(title)”")
  }

  @Test("words that stand in Latin letters come before those that are spelt so")
  func order() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("spelled", title: "Москва"), item("latin", title: "Moskva"),
      item("inText", title: "Notes about moskva"),
    ])
    #expect(try stage.answer("moskva ").identifiers == ["latin", "inText", "spelled"])
    #expect(try stage.answer("moskva").readings == [.asTyped, .asTyped])
  }

  @Test("a spelling is no typing error of other words, and a word that is none is one")
  func noTypingError() async throws {
    let stage = LadderStage()
    try await stage.put(
      [item("wanted", title: "Привет и отчёт")]
        + (0..<20).map { item("\($0)", title: "private otchek report") })
    #expect(try stage.answer("otchet ").identifiers == ["wanted"])
    let corrected = try stage.answer("reprot ").readings
    #expect(corrected.count == 20 && corrected.allSatisfy { $0 == .oneEdit })
  }

  @Test("a word is found as a whole, however many names begin with it")
  func manyNames() async throws {
    let stage = LadderStage()
    let letters = Array("абвгдезиклмнопрсту")
    let endings = letters.flatMap { first in
      letters.flatMap { second in letters.prefix(5).map { "\(first)\(second)\($0)" } }
    }
    try await stage.put(
      [item("wanted", title: "Мир")] + endings.prefix(1500).map { item($0, title: "мир\($0)") })
    let answer = try stage.answer("mir")
    #expect(answer.identifiers.contains("wanted") && answer.isLimited == false)
  }

  @Test("a beginning is found while fewer names than are looked at begin so")
  func manyBeginnings() async throws {
    let stage = LadderStage()
    let letters = Array("абвгдезиклмнопрсту")
    let names = letters.flatMap { first in
      letters.flatMap { second in letters.prefix(3).map { "про\(first)\(second)\($0)" } }
    }
    try await stage.put(names.prefix(700).map { item($0, title: $0) })
    let answer = try stage.answer("pro")
    #expect(answer.rows.count >= 100 && !answer.isLimited)
  }

  @Test("an app finds its own names only, and others change none of its answers")
  func apps() async throws {
    let stage = LadderStage()
    try await stage.put([item("own", title: "Москва")])
    try await stage.put([item("other", title: "Москва")], of: notes)
    #expect(try stage.answer("moskva", of: mail).identifiers == ["own"])
    #expect(try stage.answer("moskva").identifiers.count == 2)
  }
}

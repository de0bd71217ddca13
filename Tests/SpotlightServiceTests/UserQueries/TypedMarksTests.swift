import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite(
  "Ladder: names in Latin letters that are typed without their marks", .timeLimit(.minutes(30)))
struct TypedMarksTests {
  @Test(
    "a Vietnamese name is found without marks, with some and with all",
    arguments: [
      ("tieng viet", "Tiếng Việt"), ("tiếng viet ", "Tiếng Việt"), ("Tiếng Việt", "Tieng Viet"),
      ("nguyen", "Nguyễn"), ("duong ", "Đường"), ("đuong", "Duong"), ("Da Nang", "Đà Nẵng"),
      ("ha noi", "Hà Nội"), ("ho chi minh ", "Hồ Chí Minh"), ("truong hoc", "Trường học"),
      ("Thương ", "thuong"), ("pho", "Phở"), ("bun cha ", "Bún chả"), ("hóa đơn", "hoá đơn"),
      ("tie", "Tiê\u{301}ng"),
    ])
  func vietnamese(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title, in: ["en", "vi"])
  }

  @Test(
    "a Turkish name is found with either i",
    arguments: [
      ("istanbul", "İstanbul"), ("İstanbul ", "istanbul"), ("ISTANBUL", "İSTANBUL"),
      ("diyarbakir", "Diyarbakır"), ("diyarbakır ", "DİYARBAKIR"), ("isparta", "Isparta"),
      ("ısparta ", "ISPARTA"), ("izmir", "İzmir"), ("IZMIR ", "izmir"), ("cagri", "Çağrı"),
      ("şahin", "Sahin"), ("gumus ", "Gümüş"),
    ])
  func turkish(typed: String, title: String) async throws {
    try await Self.expectFound(typed, title, in: ["en", "tr"])
  }

  @Test(
    "a filter means what it means in the language of the search, in all readings",
    arguments: ["tr", "az", "vi"])
  func filters(language: String) async throws {
    let stage = LadderStage()
    func tagged(_ identifier: String, _ keyword: String) -> Item {
      var item = item(identifier, title: "Çağrı Đường")
      item.attributes[.keywords] = .array([.string(keyword)])
      return item
    }
    let keywords = language == "vi" ? ["do", "đo"] : ["ilik", "ILIK"]
    try await stage.put([tagged("wanted", keywords[0]), tagged("other", keywords[1])])
    let filter = "keywords == \"\(keywords[0])\"cd"
    let typed = language == "vi" ? "duong " : "cagri "
    let answer = try stage.answer(typed, filters: [filter], language: language)
    #expect(answer.identifiers == ["wanted"])
    #expect(answer.readings == [.scripts])
  }

  private static func expectFound(
    _ typed: String, _ title: String, in languages: [String]
  ) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra")])
    for language in languages {
      let answer = try stage.answer(typed, language: language)
      #expect(answer.identifiers == ["wanted"], "“\(typed)”, “\(title)”, \(language)")
    }
  }
}

import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: words joined and taken apart", .timeLimit(.minutes(30)))
struct JoinedOrSplitTests {
  @Test(
    "what was typed with other spaces is found",
    arguments: [
      ("blue tooth", "Bluetooth headset"), ("blue tooth ", "Bluetooth headset"),
      ("blue too", "Bluetooth headset"), ("Blue  Tooth ", "BLUETOOTH"),
      ("my blue tooth headset ", "My Bluetooth headset"), ("base ball ", "Baseball cards"),
      ("web site ", "My website"), ("data base ", "Database dump"),
      ("screen shot ", "Screenshot 2024.png"), ("konto auszug ", "Kontoauszug März"),
      ("Tür schloss ", "Türschloss"), ("видео карта ", "Видеокарта"), ("한국 음식 ", "한국음식 요리"),
      ("ipadpro", "iPad Pro case"), ("ipadpro ", "iPad Pro case"), ("ipadpr", "iPad Pro case"),
      ("ipadpro || ", "iPad Pro"), ("ipadpro case ", "Case for iPad Pro"),
      ("ipadpro cas", "Case for iPad Pro"), ("notebook", "Note book for school"),
      ("notebook ", "Note book for school"), ("screenshot ", "Screen shot of the bug"),
      ("taxreturn ", "Tax return 2023"), ("kontoauszug ", "Konto Auszug März"),
      ("Türschloss", "Tür Schloss kaputt"), ("Türschloss ", "Tür Schloss kaputt"),
      ("видеокарта ", "Видео карта"), ("한국음식 ", "한국 음식"), ("iphone5 ", "iPhone 5 box"),
      ("donaudampfschiff ", "Donau Dampf Schiff"), ("newyorktimes", "The New York Times"),
      ("wincon", "MyWindowController"), ("wincon ", "MyWindowController"),
      ("ipadpro ", "iPad profile"),
      ("wincontroller ", "MyWindowController"), ("wincon test", "MyWindowControllerTests"),
      ("invoice2024 ", "invoice_2024-03_final.pdf"), ("finalpdf ", "invoice_2024-03_final.pdf"),
      ("苹果手机", "手机和苹果"), ("苹果手机 ", "手机和苹果"), ("京都タクシー", "タクシー、京都"), ("iPhone手机", "手机：iPhone"),
      ("ภาษาไทย", "ไทย ภาษา"), ("សៀវភៅថ្មី", "ថ្មី សៀវភៅ"),
      ("မြန်မာစာအုပ်", "စာအုပ် မြန်မာ"), ("ພາສາລາວ", "ລາວ ພາສາ"),
    ])
  func found(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"])
    #expect(answer.readings == [.joinedOrSplit])
    #expect(answer.matchCount == 1 && !answer.isPartial && !answer.isLimited)
    #expect(try stage.answer(typed, isExact: true).rows.isEmpty)
  }

  @Test(
    "what other readings find before, they keep",
    arguments: [
      ("windowcon", "MyWindowController", Reading.asTyped), ("notebook", "Notebook", .asTyped),
      ("invoice2024", "invoice_2024-03_final.pdf", .asTyped), ("wifi ", "Wi-Fi", .asTyped),
      ("tshirt ", "T shirt sizes", .oneEdit), ("notebooks ", "Notebook", .stems),
      ("mywincon", "MyWindowController", .twoEdits),
      ("winco", "MyWindowController", .oneEdit),
      ("blue too", "Blue tooth", .asTyped),
    ])
  func readings(typed: String, title: String, reading: Reading) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title)])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"] && answer.readings == [reading])
  }

  @Test(
    "what stands in quotes, has signs, is short, or has other words between is as it was meant",
    arguments: [
      ("\"blue tooth\" ", "Bluetooth headset"), ("blue-tooth ", "Bluetooth"),
      ("blue, tooth ", "Bluetooth"), ("\"ipadpro\" ", "iPad Pro"),
      ("ipadpro ", "iPad and Pro"), ("ipadpro ", "Pro iPad"), ("wincon ", "Window and controller"),
      ("wincon ", "Controller of a window"), ("conwin ", "MyWindowController"),
      ("dowcon ", "MyWindowController"), ("abc ", "A bc"), ("12 34 ", "1234"), ("12345 ", "123 45"),
      ("80's ", "s 80"),
      ("abcdefghijklmnopqrstuvwxyz ", "abcdefghijklm nopqrstuvwxyz"),
    ])
  func notFound(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: title)])
    #expect(try stage.answer(typed).rows.isEmpty)
  }

  @Test("a word with an apostrophe is not taken apart at it")
  func apostrophes() async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: "Tom's 1990 music")])
    #expect(try !stage.answer("1990's music ").readings.contains(.joinedOrSplit))
  }

  @Test("an answer says what stood for what was typed")
  func understanding() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("tablet", title: "iPad Pro"), item("class", title: "MyWindowController"),
      item("radio", title: "Bluetooth radio"),
    ])
    func terms(_ typed: String) throws -> [Understanding.Term] {
      let answer = try stage.answer(typed)
      try #require(answer.rows.count == 1)
      return answer.understandings[answer.rows[0].plan].terms
    }
    #expect(
      try terms("ipadpro ")
        == [.init(range: 0..<4, text: "ipad"), .init(range: 4..<7, text: "pro")])
    #expect(
      try terms("ipadpr")
        == [
          .init(range: 0..<4, text: "ipad", traits: .isPrefix),
          .init(range: 4..<6, text: "pr", traits: .isPrefix),
        ])
    #expect(
      try terms("wincon ")
        == [
          .init(range: 0..<3, text: "win", traits: .isPrefix),
          .init(range: 3..<6, text: "con", traits: .isPrefix),
        ])
    #expect(
      try terms("radio blue tooth")
        == [
          .init(range: 0..<5, text: "radio"),
          .init(range: 6..<16, text: "bluetooth", traits: .isPrefix),
        ])
    #expect(try stage.answer("ipadpro ").understandings.allSatisfy { $0.correctedText == nil })
  }

  @Test("what was found as typed stands first, and a name before all")
  func order() async throws {
    let stage = LadderStage()
    var split = item("split", title: "Note book")
    split.attributes[.rankingHint] = .integer(100)
    try await stage.put([split, item("word", title: "My old notebook")])
    try await stage.put([item("name", title: "Notebook")], .firstUnlock)
    let answer = try stage.answer("notebook ")
    #expect(answer.identifiers == ["name", "word", "split"])
    #expect(answer.readings == [.asTyped, .asTyped, .joinedOrSplit])
    // What still grows is only taken apart where nothing was found.
    #expect(try stage.answer("notebook").identifiers == ["name", "word"])
    #expect(try stage.answer("note book ").identifiers.first == "split")
  }

  @Test("words are joined and taken apart where there are fewer than ten rows")
  func thresholds() async throws {
    for count in 9...10 {
      let stage = LadderStage()
      try await stage.put((0..<count).map { item("\($0)", title: "Notebook \($0)") })
      try await stage.put([item("split", title: "Note book")], .firstUnlock)
      #expect(try stage.answer("notebook ").identifiers.contains("split") == (count == 9))
    }
  }

  @Test("parts and words of several stores stand for the same")
  func stores() async throws {
    let stage = LadderStage()
    try await stage.put([item("one", title: "iPad Pro"), item("pad", title: "iPad")])
    try await stage.put(
      [item("two", title: "The iPad Pro"), item("pro", title: "Pro")], .firstUnlock)
    #expect(try Set(stage.answer("ipadpro ").identifiers) == ["one", "two"])
    try await stage.put([item("three", title: "Bluetooth")], .firstUnlock)
    #expect(try stage.answer("blue tooth ").identifiers == ["three"])
  }

  @Test("words of other apps stand for nothing, and no filter is passed by")
  func hidden() async throws {
    let stage = LadderStage()
    try await stage.put(
      [item("theirs", title: "iPad Pro"), item("radio", title: "Bluetooth")], of: notes)
    try await stage.put([item("own", title: "iPad case")])
    for typed in ["ipadpro ", "blue tooth ", "ipadcas"] {
      let rows = try stage.answer(typed, of: mail).rows
      #expect(rows.map(\.hit.item.uniqueIdentifier) == (typed == "ipadcas" ? ["own"] : []))
    }
    #expect(try stage.answer("ipadpro ", of: notes).identifiers == ["theirs"])
    #expect(try stage.answer("ipadpro ", filters: [#"title == "*case"c"#]).rows.isEmpty)
  }

  @Test("a row of a live list stays when its text arrives as it was typed")
  func liveRows() async throws {
    let stage = LadderStage()
    var state = LadderState()
    try await stage.put([item("split", title: "iPad Pro")])
    #expect(try stage.answer("ipadpro", &state).identifiers == ["split"])
    try await stage.put([item("word", title: "ipadpro")])
    let answer = try stage.answer("ipadpro", &state)
    #expect(answer.identifiers == ["word", "split"])
    #expect(answer.readings == [.asTyped, .joinedOrSplit] && answer.matchCount == 2)
  }
}

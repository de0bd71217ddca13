import FresnelModel
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: names in kana and Hangul by their spelling", .timeLimit(.minutes(30)))
struct KanaReadingTests {
  @Test(
    "a name in kana is found in Latin letters and in other kana",
    arguments: [
      ("sakura", "サクラ"), ("sakura ", "サクラの花"), ("さくら", "サクラ"), ("サクラ", "さくら"), ("sakura", "ｻｸﾗ"),
      ("saku", "サクラ"), ("sa", "サクラ"), ("ｻｸﾗ", "さくら"), ("shinbun", "しんぶん"), ("shimbun", "シンブン"),
      ("sinbun", "しんぶん"), ("tsunami", "ツナミ"), ("tunami", "ツナミ"), ("fuji", "フジ"), ("huzi", "フジ"),
      ("ocha", "おちゃ"), ("tokyo", "トーキョー"), ("toukyou", "とうきょう"), ("tōkyō", "とうきょう"),
      ("tookyoo", "トウキョウ"), ("gakkou", "がっこう"), ("gakko", "ガッコウ"), ("matcha", "まっちゃ"),
      ("fairu", "ファイル"), ("ふぁいる", "ファイル一覧"), ("konpyuta", "コンピューター"),
      ("kompyu-ta-", "コンピュータ"), ("tawa", "東京タワー"), ("tawaa", "東京タワー"), ("wiki", "ウィキ"),
      ("chesu", "チェス"), ("jetto", "ジェット"), ("supotto", "スポット検索"), ("ramen", "ラーメン"),
      ("らーめん", "ラーメン屋"), ("sushi", "スシ"), ("susi", "スシ"), ("shin'ichi", "シンイチ"),
      ("merumaga", "メルマガ.txt"), ("vaiorin", "ヴァイオリン"), ("nippon", "ニッポン"), ("yu-za-", "ユーザー"),
      ("みっきーまうす", "ミッキーマウス"), ("mikkii", "ミッキーマウス"),
    ])
  func kana(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"] && answer.readings == [.scripts])
    #expect(answer.matchCount == 1 && !answer.isPartial && !answer.isLimited)
  }

  @Test(
    "a name in Hangul is found by a syllable on the way, and by the consonants of syllables",
    arguments: [
      ("ㅎㄱ", "한국"), ("ㅎㄱ", "한국 음식"), ("ㅎㄱㅇㅅ", "한국 음식"), ("ㅎㄱㅇ", "한국음식"), ("ㅇㅅ", "한국 음식"),
      ("하", "한국"), ("한ㄱ", "한국"), ("한구", "한국"), ("한국ㅇ", "한국 음식"), ("한국으", "한국음식"), ("달", "닭"),
      ("다", "닭"), ("고", "과일"), ("광", "과일"), ("ㄱㅇ", "과일"), ("ㄷㅎㅁㄱ", "대한민국"), ("대하", "대한민국"),
      ("대한미", "대한민국"), ("서우", "서울"), ("ㅅㅇ", "서울"), ("ㅅㅇㄷㅎㄱ", "서울 대학교"), ("대학ㄱ", "서울 대학교"),
      ("ㅂㅅ", "부산"), ("부사", "부산"), ("ㄲㅊ", "까치"), ("까ㅊ", "까치"), ("깣", "까치"), ("ㅊㄱ", "친구 목록.txt"),
      ("치", "친구"), ("친굼", "친구목록"), ("ㅁㄹ", "친구 목록"), ("모", "목록"), ("목ㄹ", "목록"), ("의ㅈ", "의자"),
      ("읮", "의자"), ("ㅎㄱ", "Mac 한글"), ("하글", "하그림"), ("ㅅㅈ", "사진"), ("사지", "사진첩"), ("ㅇㅇ", "음악"),
      ("으", "음악"), ("음아", "음악"), ("ㄳ", "감사"), ("ㄳㅎ", "감사합니다"),
    ])
  func hangul(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"] && answer.readings == [.scripts])
  }

  @Test(
    "other spellings, parts of words and quoted text are not found",
    arguments: [
      ("kura", "サクラ"), ("sakuro", "サクラ"), ("\"sakura\" ", "サクラ"), ("s", "サクラ"), ("tokyo", "東京"),
      ("ㅎ", "한국"), ("ㄱㅎ", "한국"), ("구", "한국"), ("한군", "한국"), ("\"하\" ", "한국"), ("gr", "한국"),
      ("gks", "한국"),
    ])
  func notFound(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: title)])
    #expect(try !stage.answer(typed).readings.contains(.scripts))
  }
}

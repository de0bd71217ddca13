import FresnelModel
import FresnelTestSupport
import FresnelText
import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("Ladder: Chinese names by their spelling and in other characters", .timeLimit(.minutes(30)))
struct ScriptReadingTests {
  @Test(
    "a name is found by what is typed of its reading",
    arguments: [
      ("beijing", "北京大学"), ("beijing ", "北京大学"), ("beijingdaxue", "北京大学"), ("bj", "北京大学"),
      ("bjdx", "北京大学"), ("bjd", "北京大学"), ("bei jing", "北京大学"), ("Bei Jing ", "北京大学"),
      ("běijīng", "北京大学"), ("bei3jing1", "北京大学"), ("bei3 jing1 da4 xue2", "北京大学"),
      ("be", "北京大学"), ("beij", "北京大学"), ("bei-jing", "北京大学"),
      ("beijing", "去北京旅行"), ("lvxing", "去北京旅行"), ("luxing", "去北京旅行"), ("lǚxíng", "去北京旅行"),
      ("yinhang", "银行"), ("yinhang", "中国银行"), ("zhongguoyinhang", "中国银行"), ("zgyh", "中国银行"),
      ("yinhang", "我的银行卡.pdf"), ("changcheng", "长城"), ("changcheng ", "万里长城"),
      ("yinyue", "音乐"), ("wodeyinyue", "我的音乐"), ("chongfu", "重复"), ("chongqing", "重庆火锅"),
      ("cq", "重庆火锅"), ("huoguo", "重庆火锅"), ("xi'an", "西安"), ("xian", "西安"),
      ("shouji", "iPhone手机壳"), ("iphoneshouji", "iPhone手机壳"), ("pythonbiancheng", "Python编程"),
      ("biancheng", "Python编程"), ("nver", "女儿"), ("nuer", "女儿"), ("zhangsan", "张三"),
      ("zs", "张三"), ("kuaiji", "会计"), ("yinyue", "音樂"), ("taiwan", "臺灣"), ("chongxin", "重新开始"),
      ("zhongwen", "「中文」"), ("beijing 2024", "北京2024年报告"), ("weixin", "微信 WeChat"),
      ("vpnshezhi", "VPN设置"), ("videoshezhi", "Video设置"), ("vsz", "VPN设置"), ("di3zhang", "第3章"),
      ("d3z", "第3章"), ("iphone5shouji", "iPhone5手机壳"),
      ("360anquan", "360安全卫士"), ("3aq", "360安全卫士"), ("2024nianbao", "2024年报告"), ("xie4xie", "谢谢"),
      ("ertong", "儿童"), ("nüer", "女儿"),
    ])
  func found(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "Zebra")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"])
    #expect(answer.readings == [.scripts])
    #expect(answer.matchCount == 1 && !answer.isPartial && !answer.isLimited)
    #expect(try stage.answer(typed, isExact: true).rows.isEmpty)
  }

  @Test(
    "what is not the beginning of a word, too short, quoted, or no reading is not found",
    arguments: [
      ("b", "北京大学"), ("jing", "北京大学"), ("\"beijing\" ", "北京大学"), ("beiing", "北京大学"),
      ("beijingx", "北京大学"), ("yingxing", "银行"), ("tokyo", "東京"), ("shi", "食べる"),
      ("nihon", "日本"), ("12", "北京"), ("beijing daxue zhongwen", "北京大学"), ("xx", "北京"),
      ("jb", "北京"), ("mp3 ", "名片"), ("iphone5", "iPhone手机壳"), ("2024 ", "二千年"),
    ])
  func notFound(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: title)])
    #expect(try stage.answer(typed).rows.isEmpty)
  }

  @Test(
    "simplified characters find traditional ones and the other way round",
    arguments: [
      ("北京大学", "北京大學"), ("北京大學", "北京大学"), ("北京大學 ", "我在北京大学"), ("台湾", "臺灣"), ("台湾", "台灣"),
      ("臺灣 ", "台湾旅行"), ("理发", "理髮"), ("发展", "發展"), ("头发 ", "頭髮"), ("國家圖書館", "国家图书馆"),
      ("国家图书馆", "國家圖書館"), ("音乐", "音樂會"), ("银行 账单 ", "銀行的帳單與賬單"), ("后来", "後來"),
      ("电脑 ", "我的電腦"), ("馬", "马来西亚"), ("龙", "龍"), ("干杯", "乾杯"), ("干部", "幹部"), ("面条", "麵條"),
      ("臺灣", "台灣"), ("國家 台北", "国家 台北"), ("北京大學 银行", "北京大学 银行"), ("国家 台北", "國家 台北"),
      ("北京大学 后来", "北京大學 後來"),
    ])
  func variants(typed: String, title: String) async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: title), item("other", title: "中文")])
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"] && answer.readings == [.scripts])
  }

  @Test("other characters are found in text as well, and told to who highlights")
  func variantsInText() async throws {
    let stage = LadderStage()
    var wanted = item("wanted", title: "Notes")
    wanted.attributes[.textContent] = .string("他在國家圖書館工作")
    try await stage.put([wanted])
    let answer = try stage.answer("国家图书馆")
    try #require(answer.identifiers == ["wanted"])
    let terms = answer.understandings[answer.rows[0].plan].terms
    #expect(terms == [.init(range: 0..<15, text: "國家圖書館", traits: .isPrefix)])
  }

  @Test("an item that has the characters as typed comes before one that has others")
  func order() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("traditional", title: "音樂"), item("simplified", title: "我的音乐"),
      item("latin", title: "Yinyue"),
    ])
    #expect(try stage.answer("音乐 ").identifiers == ["simplified", "traditional"])
    #expect(try stage.answer("yinyue ").readings == [.asTyped, .scripts, .scripts])
    #expect(try stage.answer("yinyue").identifiers == ["latin"])
  }

  @Test(
    "a spelling is no typing error of other words",
    arguments: ["zhang", "zhang ", "zhangs", "shouj"])
  func noTypingError(typed: String) async throws {
    let stage = LadderStage()
    let titles = ["change and hang", "should"]
    try await stage.put(
      [item("wanted", title: "张三的手机")]
        + (0..<20).map { item("\($0)", title: titles[$0 % 2]) })
    let answer = try stage.answer(typed)
    #expect(answer.identifiers == ["wanted"] && answer.readings == [.scripts])
    #expect(try stage.answer("chagne ").readings.allSatisfy { $0 == .oneEdit })
  }

  @Test("a name of another app leaves typing errors what they are")
  func hiddenSpelling() async throws {
    let stage = LadderStage()
    try await stage.put([item("other", title: "张三")], of: notes)
    try await stage.put([item("own", title: "change")], of: mail)
    #expect(try stage.answer("zhang", of: mail).identifiers == ["own"])
  }

  @Test("first letters of syllables are found among more names than may be looked at")
  func initialsOfMany() async throws {
    let stage = LadderStage()
    let characters = (0x4E00..<0x9FA5).compactMap { Unicode.Scalar($0) }
    let names = characters.filter { HanReadings.readings(of: $0.value).first?.first == 0x73 }
    try await stage.put(
      [item("wanted", title: "上海")]
        + (0..<1500).map { item("\($0)", title: "时\(names[$0 % 40])\(names[$0 / 40])") })
    #expect(try stage.answer("sh").identifiers.contains("wanted"))
  }

  @Test("in one place of a name, a whole word comes before what only begins so")
  func wholeWords() async throws {
    let stage = LadderStage()
    try await stage.put([item("begins", title: "香港"), item("word", title: "西安")])
    #expect(try stage.answer("xian ").identifiers == ["word", "begins"])
  }

  @Test("however many names begin with a word, it is found as a whole")
  func manyNames() async throws {
    let stage = LadderStage()
    try await stage.put((0..<600).map { item("\($0)", title: "北京 长城\(1000 + $0)号") })
    let answer = try stage.answer("beijing", limit: 20)
    #expect(answer.identifiers.count == 20 && !answer.isPartial)
    #expect(try stage.answer("beijing", limit: 1000).rows.count == 600)
  }

  @Test("a long spelling is compared with the item")
  func longSpelling() async throws {
    let stage = LadderStage()
    try await stage.put([
      item("republic", title: "中华人民共和国国务院办公厅"), item("other", title: "中华人民共和国国务院总理"),
    ])
    let typed = "zhonghuarenmingongheguoguowuyuan"
    #expect(try stage.answer(typed).identifiers.count == 2)
    #expect(try stage.answer(typed + "bangong").identifiers == ["republic"])
    #expect(try stage.answer(typed + "zongli").identifiers == ["other"])
    #expect(try stage.answer(String(repeating: "zhong", count: 100)).rows.isEmpty)
  }

  @Test("an understanding tells which part of the text was a spelling")
  func understanding() async throws {
    let stage = LadderStage()
    try await stage.put([item("wanted", title: "北京大学")])
    let answer = try stage.answer("bei jing")
    let terms = answer.understandings[answer.rows[0].plan].terms
    #expect(terms.map(\.range) == [0..<3, 4..<8] && terms.map(\.text) == ["bei", "jing"])
  }

  @Test("an app finds its own names only")
  func apps() async throws {
    let stage = LadderStage()
    try await stage.put([item("own", title: "北京")])
    try await stage.put([item("other", title: "北京")], of: notes)
    #expect(try stage.answer("beijing", of: mail).identifiers == ["own"])
    #expect(try stage.answer("beijing").identifiers.count == 2)
  }
}

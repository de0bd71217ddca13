import Testing

@testable import FresnelText

@Suite struct TermRunsTests {
  /// The runs of a text, folded as the index folds it.
  static func runs(_ text: String) -> (bytes: [UInt8], changes: [Int], runs: [TermRun]) {
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
    var bytes: [UInt8] = []
    var changes: [Int] = []
    Array(text.utf8).withUnsafeBufferPointer {
      folder.appendFolded(utf8: $0, to: &bytes, caseChanges: &changes)
    }
    return (bytes, changes, runs(bytes, changes))
  }

  static func runs(_ bytes: [UInt8], _ changes: [Int] = []) -> [TermRun] {
    bytes.withUnsafeBufferPointer { folded in
      changes.withUnsafeBufferPointer { Array(TermRuns(folded: folded, caseChanges: $0)) }
    }
  }

  /// Writes runs as text: dirty ones with `~`, dictionary scripts with `#`, case changes as `|`.
  static func picture(_ text: String) -> String {
    let (bytes, changes, runs) = runs(text)
    return runs.map { run in
      var word = ""
      for (index, part) in splits(run, changes).enumerated() {
        word += (index > 0 ? "|" : "") + String(decoding: bytes[part], as: UTF8.self)
      }
      return (run.isClean ? "" : "~") + (run.containsDictionaryScript ? "#" : "") + word
    }.joined(separator: " ")
  }

  private static func splits(_ run: TermRun, _ changes: [Int]) -> [Range<Int>] {
    let ends = changes[run.caseChanges] + [run.range.upperBound]
    return zip([run.range.lowerBound] + ends.dropLast(), ends).map { $0..<$1 }
  }

  static let pictures: [(String, String)] = [
    ("Hello (World)", "hello world"), ("MyWindowClass nsWindow", "my|window|class ns|window"),
    ("don't a.b x_y 1,5 a:b", "~don ~t ~a ~b ~x ~y ~1 ~5 ~a ~b"), ("end.", "~end"),
    ("a-b/c+d=e", "a b c d e"), ("\"quoted\" \"été\"", "quoted ete"), ("צה\"ל", "~צה ~ל"),
    ("LG전자 전자 ㅋㅋ가", "~lg전자 전자 ㅋㅋ가"), ("", ""), ("...", ""),
    ("Été ÉtéÉté", "ete ete|ete"), ("東京Tower", "#東京tower"), ("สวัสดี ok", "#สวัสดี ok"),
    ("x² y½", "~x² ~y½"), ("a\u{AD}b", "~a ~b"), ("l’été", "~l ~ete"),
    ("❤️love 1️⃣", "love 1\u{FE0F}\u{20E3}"),
    ("한국어", "한국어"), ("пряМой", "пря|мои"), ("a👍b", "a b"), ("x\u{301}.y", "~x ~y"),
    (".\u{316}y", "~y"), ("ラーメン", "#ラーメン"), ("Straße", "strasse"), ("ⓐb", "~b"),
  ]

  @Test(arguments: pictures)
  func `runs are letters, digits and marks`(text: String, expected: String) {
    #expect(Self.picture(text) == expected)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a clean run is a word of the original`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      let text =
        seed % 2 == 0 ? generator.text(maximumCount: 30) : generator.asciiText(maximumCount: 30)
      let (bytes, changes, runs) = Self.runs(text)
      let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
      let folded = folder.fold(text)
      let note = Comment(rawValue: "seed \(seed): \(scalars(text).map { String($0, radix: 16) })")
      try #require(folded.bytes == bytes, note)
      let isBoundary = Set((0...bytes.count).filter(folded.isWordBoundary))
      try #require(isBoundary.isSuperset(of: changes), note)
      for run in runs where run.isClean {
        try #require(isBoundary.contains(run.range.lowerBound), note)
        try #require(isBoundary.contains(run.range.upperBound), note)
        if run.containsDictionaryScript { continue }
        let inner = (run.range.lowerBound + 1..<run.range.upperBound).filter(isBoundary.contains)
        try #require(inner == Array(changes[run.caseChanges]), note)
      }
    }
  }

  @Test func `any bytes give ordered runs that do not touch`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let count = Int.random(in: 0...40, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      var last = -1
      for run in Self.runs(bytes, [1, 2, 30, 500]) {
        #expect(run.range.lowerBound > last && !run.range.isEmpty)
        #expect(run.range.upperBound <= count && run.caseChanges.upperBound <= 4)
        last = run.range.upperBound
      }
    }
  }
}

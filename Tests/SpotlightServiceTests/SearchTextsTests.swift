import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire
import Testing

@Suite("Texts of choices")
struct SearchTextsTests {
  private func time(_ seconds: Double) -> Timestamp {
    Timestamp(secondsSinceReferenceDate: 800_000_000 + seconds)
  }

  @Test("texts are kept as typed, with single spaces, and long ones or those with controls are not")
  func kept() {
    let long = String(repeating: "é", count: SearchTexts.characterCount)
    for (typed, kept) in [
      ("nap", "nap"), ("  Náp \n time ", "Náp time"), (long, long), (long + "a", nil), ("", nil),
      (" \t", nil), ("a\u{1B}b", nil), ("a\u{0}", nil),
      (String(repeating: "a", count: 100_000), nil),
    ] as [(String, String?)] {
      #expect(SearchTexts.kept(typed) == kept, "\(typed.prefix(80))")
    }
  }

  @Test("the latest come first, one for each place and spelling, and old ones go")
  func noting() {
    var texts = SearchTexts()
    texts.note("nap", from: .surface, at: time(1))
    texts.note("Náp", from: .app, at: time(2))
    texts.note("NAP", from: .surface, at: time(3))
    #expect(texts.entries.map(\.text) == ["NAP", "Náp"])
    for number in 0..<9 { texts.note("t\(number)", from: .surface, at: time(4 + Double(number))) }
    #expect(texts.entries.map(\.text) == ["t8", "t7", "t6", "t5", "Náp"])
    texts.note("late", from: .surface, at: time(11 + ChoiceRecords.lifetime))
    #expect(texts.entries.map(\.text) == ["late", "t8"])
    #expect(texts.remove { $0.text == "t8" } == 1 && texts.entries.count == 1)
  }

  @Test("records survive their encoding; other bytes give an error, and count as none")
  func encoding() throws {
    var texts = SearchTexts()
    for (place, text) in ["nap", "a long Book", "日本"].enumerated() {
      texts.note(text, from: place == 1 ? .app : .surface, at: time(Double(place)))
    }
    #expect(try SearchTexts(encoded: texts.encoded) == texts)
    #expect(throws: WireError.self) { try SearchTexts(encoded: []) }
    #expect(throws: WireError.self) { try SearchTexts(encoded: [2, 0]) }
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      let bytes = generator.mutate(texts.encoded)
      if let read = try? SearchTexts(encoded: bytes) {
        #expect(read.entries.count <= SearchTexts.limit, "seed \(seed)")
        #expect(read.entries.allSatisfy { SearchTexts.kept($0.text) == $0.text }, "seed \(seed)")
      }
    }
  }

  @Test("a record without texts, as older versions wrote it, and a damaged one are read")
  func olderRecords() throws {
    var records = try #require(ChoiceRecords.noting(nil, for: nil, nil, at: time(0)))
    let expiration = records.expiration
    let plain = try #require(EncodedItem(records, key: "ia\0b", expiration: expiration))
    #expect((try? plain.decodedValue(for: .builtIn(.searchTexts))) == nil)
    #expect(plain.choiceRecords == records)
    records.searches.note("nap", from: .surface, at: time(5))
    #expect(records.expiration == time(5 + ChoiceRecords.lifetime))
    let item = try #require(EncodedItem(records, key: "ia\0b", expiration: records.expiration))
    #expect(item.choiceRecords == records)
    var damaged = Attributes()
    damaged[.engagementRecord] = .data(records.counts.encoded)
    damaged[.memoryRecord] = .data(records.memory.encoded)
    damaged[.searchTexts] = .data([9])
    let bytes = try ItemCodec.encode(
      Item(uniqueIdentifier: "ia\0b", expiration: expiration, attributes: damaged))
    let read = try #require(try EncodedItem(opening: bytes).choiceRecords)
    #expect(read.searches.isEmpty && read.counts == records.counts)
  }
}

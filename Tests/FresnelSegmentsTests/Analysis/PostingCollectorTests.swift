import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelTestSupport
import Testing

@Suite("PostingCollector")
struct PostingCollectorTests {
  /// What one document's postings are, by term.
  private static func postings(_ attributes: Attributes) throws -> [String: Occurrences] {
    let item = Item(uniqueIdentifier: "id", attributes: attributes)
    let encoded = try EncodedItem(validating: ItemCodec.encode(item))
    var collector = PostingCollector()
    var forms = ItemForms()
    collector.beginDocument()
    _ = ItemAnalyzer.add(encoded, to: &collector, forms: &forms)
    var result: [String: Occurrences] = [:]
    for posting in 0..<collector.postingTerms.count {
      let entry = collector.terms.entries[Int(collector.postingTerms[posting])]
      let bytes = UnsafeRawBufferPointer(
        start: collector.terms.arena.base + Int(entry.offset), count: Int(entry.length))
      result[String(decoding: bytes, as: UTF8.self)] = collector.occurrences[posting]
    }
    return result
  }

  private static func certainty(
    of term: String, in group: PostingGroup, _ attributes: Attributes
  ) throws -> Certainty? {
    guard let found = try postings(attributes)[term], found.contains(group) else { return nil }
    return Certainty(rawValue: found.certainty(in: group))
  }

  private static func titled(_ title: String) -> Attributes {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    return attributes
  }

  @Test("terms are numbered in the order of their bytes", arguments: [3, 100, 5000])
  func sortedTerms(count: Int) throws {
    var attributes = Attributes()
    // Many share their first eight bytes, and some are the beginnings of others.
    let words = (0..<count).map { "word\(String($0 &* 7919 % 65_521, radix: 36))x\($0 % 3)" }
    attributes[.title] = .string((words + words.map { $0.prefix(6) + "" }).joined(separator: " "))
    let item = Item(uniqueIdentifier: "id", attributes: attributes)
    var collector = PostingCollector()
    var forms = ItemForms()
    collector.beginDocument()
    _ = ItemAnalyzer.add(
      try EncodedItem(validating: ItemCodec.encode(item)), to: &collector, forms: &forms)
    let sorted = collector.terms.sortedNumbers().map { number in
      let entry = collector.terms.entries[Int(number)]
      return Array(
        UnsafeRawBufferPointer(
          start: collector.terms.arena.base + Int(entry.offset), count: Int(entry.length)))
    }
    #expect(sorted.count == collector.terms.count && Set(sorted).count == sorted.count)
    #expect(sorted == sorted.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(
    "the terms of ASCII text are its runs of letters and digits and what lies between changes of case"
  )
  func asciiRuns() throws {
    let separators = Array(" /@[`{\u{7f}.-".utf8)
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var expected: Set<String> = []
      var text: [UInt8] = []
      // Runs begin and end anywhere in the eight bytes that are looked at together, and at the end of the text.
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        var run: [UInt8] = []
        var starts = [0]
        for place in 0..<Int.random(in: 1...20, using: &generator) {
          let isCapital = generator.once(in: 6)
          let letter = generator.once(in: 4) ? UInt8(ascii: "z") : UInt8(ascii: "a")
          let byte = generator.once(in: 5) ? UInt8(ascii: "9") : isCapital ? letter & ~0x20 : letter
          if let last = run.last, last >= UInt8(ascii: "a"), byte & 0x60 == 0x40 {
            starts.append(place)
          }
          run.append(byte)
        }
        let folded = run.map { $0 & 0x40 != 0 ? $0 | 0x20 : $0 }
        let ends = starts.dropFirst() + [run.count]
        for start in starts {
          for end in ends where end > start {
            expected.insert(String(decoding: folded[start..<end], as: UTF8.self))
          }
        }
        text += run
        if generator.once(in: 8) { break }
        text.append(separators[Int.random(in: 0..<separators.count, using: &generator)])
      }
      let found = try Self.postings(Self.titled(String(decoding: text, as: UTF8.self)))
      #expect(Set(found.keys) == expected, "seed \(seed)")
    }
  }

  @Test("the first word of a title and the later ones have groups of their own")
  func titleGroups() throws {
    let postings = try Self.postings(Self.titled("new york new"))
    #expect(postings["new"]?.contains(.titleStart) == true)
    #expect(postings["new"]?.contains(.titleRest) == true)
    #expect(postings["york"]?.contains(.titleStart) == false)
    #expect(postings["york"]?.contains(.titleRest) == true)
  }

  @Test(
    "certainty tells what the neighbours of a word let one know",
    arguments: [
      ("one two", "two", Certainty.clean), ("one_two", "two", .ends),
      ("one's", "one", .starts), ("one's", "s", .ends), ("a.b.c", "b", .inside),
      ("one café", "one", .clean), ("one café", "cafe", .clean), ("one-café", "one", .clean),
      ("café’s", "cafe", .starts), ("café's", "s", .ends), ("cafe\u{301}'s", "cafe", .starts),
      ("“one” – two", "one", .clean), ("x oneTwo's", "one", .clean), ("x oneTwo's", "two", .starts),
      ("x éTude's", "tude", .starts), ("x ab漢字", "ab", .inside), ("one:two", "two", .clean),
    ])
  func certainties(title: String, term: String, expected: Certainty) throws {
    let found = try Self.postings(Self.titled(title))
    let group: PostingGroup = found[term]?.contains(.titleStart) == true ? .titleStart : .titleRest
    #expect(try Self.certainty(of: term, in: group, Self.titled(title)) == expected)
  }

  @Test("each group keeps the certainty of its own surest occurrence")
  func groupsAreApart() throws {
    var attributes = Self.titled("one_two")
    attributes[.textContent] = .string("one_two two two's")
    #expect(try Self.certainty(of: "two", in: .titleRest, attributes) == .ends)
    #expect(try Self.certainty(of: "two", in: .text, attributes) == .clean)
    #expect(try Self.certainty(of: "two", in: .metadata, attributes) == nil)
  }

  @Test("terms of attributes that a query must name prove nothing")
  func namedGroup() throws {
    var attributes = Attributes()
    attributes[.path] = .string("/usr/share")
    #expect(try Self.certainty(of: "usr", in: .named, attributes) == .inside)
  }

  @Test("a run that is cut marks its document and does not claim to end")
  func cutRun() throws {
    let run = String(repeating: "a", count: TermScratch.maximumLength + 1)
    let attributes = Self.titled(run)
    let kept = String(run.dropLast())
    #expect(try Self.certainty(of: kept, in: .titleStart, attributes) == .starts)
    #expect(try Self.postings(attributes)[""]?.contains(.titleStart) == true)
  }
}

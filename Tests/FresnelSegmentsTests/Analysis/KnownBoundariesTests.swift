import FresnelModel
import FresnelQuery
import FresnelTestSupport
import FresnelText
import Testing

@testable import FresnelSegments

/// What is known of word boundaries without ICU is what the evaluator finds with it.
@Suite("Known word boundaries")
struct KnownBoundariesTests {
  /// What a title's postings tell, and what the evaluator makes of it.
  private struct Sample {
    let item: Item
    private var terms: [String: [Certainty]] = [:]
    private var doubts: Set<[UInt8]> = []

    init(_ title: String) throws {
      var attributes = Attributes()
      attributes[.title] = .string(title)
      item = Item(uniqueIdentifier: "id", attributes: attributes)
      var collector = PostingCollector()
      var forms = ItemForms()
      collector.beginDocument()
      let encoded = try EncodedItem(validating: ItemCodec.encode(item))
      _ = ItemAnalyzer.add(encoded, to: &collector, forms: &forms)
      for posting in 0..<collector.postingTerms.count {
        let term = collector.terms.term(collector.postingTerms[posting])
        let found = collector.occurrences[posting]
        terms[String(decoding: term, as: UTF8.self)] = PostingGroup.allCases.compactMap {
          found.contains($0) ? Certainty(rawValue: found.certainty(in: $0)) : nil
        }
      }
      for list in collector.doubts.lists(documentOrder: [0]) { doubts.insert(list.key) }
    }

    /// The terms that queries of ASCII can ask for.
    var asciiTerms: [String] { terms.keys.filter { $0.utf8.allSatisfy { $0 < 0x80 } && $0 != "" } }

    func isDoubted(_ doubt: Doubt, _ demand: TermProof.Demand, _ text: String) -> Bool {
      let pattern = TermPattern(
        bytes: Array(text.utf8), isAtStart: demand == .begins || demand == .isWhole,
        isAtEnd: demand == .ends || demand == .isWhole)
      return doubts.contains(SegmentKeys.doubt(doubt, of: DoubtedTerms(pattern)))
    }

    /// The terms of any kind.
    var allTerms: [String] { terms.keys.filter { $0 != "" } }

    /// Whether a word of a user query is found, which may go on if it is no whole one.
    func matchesRun(_ text: String, isWhole: Bool, _ locale: String) throws -> Bool {
      let pattern = Pattern(isWhole ? [.text(text)] : [.text(text), .anySequence])
      let context = EvaluationContext(
        now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
      return try CompiledQuery(.comparison(Comparison(run: pattern)), context: context)
        .matches(item)
    }

    /// Whether a posting proves that a pattern matches.
    func proves(_ demand: TermProof.Demand, _ text: String) -> Bool {
      let proof = TermProof(demand: demand, isOfRoot: true).certainties(.exact)
      return terms.contains { term, found in
        let isOfPattern =
          switch demand {
          case .occurs: term.contains(text)
          case .begins: term.hasPrefix(text)
          case .ends: term.hasSuffix(text)
          case .isWhole: term == text
          }
        return isOfPattern && found.contains { proof >> $0.rawValue & 1 != 0 }
      }
    }

    func matches(_ demand: TermProof.Demand, _ text: String, _ locale: String) throws -> Bool {
      let pattern =
        switch demand {
        case .occurs: "*\(text)*"
        case .begins: "\(text)*"
        case .ends: "*\(text)"
        case .isWhole: text
        }
      let context = EvaluationContext(
        now: Timestamp(secondsSinceReferenceDate: 0), locale: TextLocale(identifier: locale))
      return try CompiledQuery(try parseQuery("** == \"\(pattern)\"cdw"), context: context)
        .matches(item)
    }
  }

  private static func check(_ title: String, locales: [String]) throws {
    let sample = try Sample(title)
    for term in sample.asciiTerms {
      for demand in [TermProof.Demand.occurs, .begins, .ends, .isWhole] {
        let isOpen = sample.isDoubted(.open, demand, term)
        for locale in locales {
          let isProven = sample.proves(demand, term)
          let matches = try sample.matches(demand, term, locale)
          let isSure = locale.isEmpty || !sample.isDoubted(.varying, demand, term)
          let label: Comment = "\(demand) \(term) in \(title.debugDescription), \(locale)"
          if isProven, isSure { #expect(matches, label) }
          if !isProven, !isOpen { #expect(!matches, label) }
          if demand == .occurs { #expect(isProven, label) }
        }
      }
    }
  }

  /// Compares the terms of a title with the runs that the evaluator finds in it.
  private static func checkRuns(_ title: String, locales: [String]) throws {
    let sample = try Sample(title)
    let terms = Set(sample.allTerms)
    for term in terms {
      let isASCII = term.utf8.allSatisfy { $0 < 0x80 }
      for locale in locales where locale.isEmpty || isASCII {
        for isWhole in [true, false] {
          let demand: TermProof.Demand = isWhole ? .isWhole : .begins
          if !locale.isEmpty, sample.isDoubted(.varying, demand, term) { continue }
          let label: Comment = "\(term) in \(title.debugDescription), \(locale)"
          #expect(try sample.matchesRun(term, isWhole: isWhole, locale), label)
        }
      }
    }
    // Of what is no term nothing is found.
    let folded = Array(folder.foldedBytes(title))
    let scalars = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
    for start in scalars.indices {
      for end in start + 1..<min(start + 6, scalars.count + 1) {
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[start..<end])
        let text = String(part)
        // Cut off from what precedes them, some characters compose otherwise.
        guard folder.foldedBytes(text) == Array(text.utf8), isOneRun(text) else { continue }
        let label: Comment = "\(text) in \(title.debugDescription)"
        #expect(try sample.matchesRun(text, isWhole: true, "") == terms.contains(text), label)
      }
    }
  }

  private static let folder = TextFolder(
    options: [.caseInsensitive, .diacriticInsensitive], locale: .root)

  private static func isOneRun(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      var runs = FoldedRuns(bytes)
      return runs.next()?.range == bytes.indices
    }
  }

  @Test("each known character folds to runs as it stands, and ends words where ICU says so")
  func everyCharacter() throws {
    for value in UInt32(0x80)...0x2600 where BreakClass.of(value) != .unknown {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let c = Character(scalar)
      try Self.checkEdges(
        BreakClass.of(value) == .mark
          ? "ka\(c)kb kc\(c) 3\(c)4 ke\(c)'kf kg'h\(c) ki\(c).kj\(c)\(c), kk\(c)_ kl\(c)·ß\(c)"
          : "ka\(c)kb kc\(c) \(c)kd 3\(c)4 ke'\(c)kf kg\(c)'kh ki’\(c)ko kp\(c).kj kk\(c)_ km\u{301}\(c)kn"
      )
    }
  }

  /// Compares the runs of a text, all of whose characters are known, with those of the folded text, and their edges
  /// with the evaluator's word boundaries.
  private static func checkEdges(_ text: String) throws {
    let folded = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
      .fold(text)
    var text = text
    text.withUTF8 { utf8 in
      var originals = OriginalRuns()
      originals.find(in: utf8, 0..<utf8.count)
      folded.bytes.withUnsafeBufferPointer { bytes in
        var runs = FoldedRuns(bytes)
        var number = 0
        while let run = runs.next() {
          defer { number += 1 }
          guard number < originals.count else { continue }
          let original = originals[number]
          let label: Comment =
            "run \(number) of \(String(decoding: utf8, as: UTF8.self).debugDescription)"
          let start = WordEdge.before(original.start, utf8)
          let end = WordEdge.after(original.end, utf8)
          #expect(start != .open && end != .open, label)
          #expect(start.isBoundary == folded.isWordBoundary(at: run.range.lowerBound), label)
          #expect(end.isBoundary == folded.isWordBoundary(at: run.range.upperBound), label)
        }
        #expect(
          number == originals.count, "\(String(decoding: utf8, as: UTF8.self).debugDescription)")
      }
    }
  }

  @Test("random texts of what is known and unknown", arguments: 0..<8 as Range<UInt64>)
  func randomTexts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b", "s", "Ab", "é", "ñ", "Ö", "ß", "x", "12", "7", "'", "’", "‘", ".", ":", ",", ";",
      "_", "-",
      " ", " ", "·", "–", "“", "\u{301}", "\u{308}", "ж", "Й", "λ", "東", "ก", "한", "\u{AD}",
      "\u{200B}", "א", "@",
      "/", "\r\n", "\u{A0}", "²", "½", "ǆ", "ǅ", "नः", "ｶﾞ", "\u{212A}", "🎉", "ŉ", "İ", "ﬁ", "µ", "º",
    ]
    for _ in 0..<20 {
      var title = ""
      for _ in 0..<random.below(12) { title += pieces.randomElement(using: &random) ?? "a" }
      try Self.check(title, locales: ["", "sv", "es"])
      try Self.checkRuns(title, locales: ["", "sv", "es", "ru"])
    }
  }
}

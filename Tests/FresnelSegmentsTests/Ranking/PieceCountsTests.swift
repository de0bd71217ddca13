import FresnelModel
import FresnelQuery
import FresnelSegments
import FresnelStorage
import FresnelTestSupport
import FresnelText
import Testing

@Suite("Counts of the pieces of a question", .timeLimit(.minutes(30)))
struct PieceCountsTests {
  private static let words = ["map", "maps", "sea", "seal", "old", "flow"]
  private static let pieces = [["map", "maps"], ["sea"], ["old"], ["flow"], ["orogeny"]]
  private static let now = 1000.0

  private static func item(_ identifier: String, _ random: inout SeededGenerator) -> Item {
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random))
        .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    var attributes = Attributes()
    attributes[.title] = .string(text(1...2))
    attributes[.textContent] = .string(text(0...3))
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }

  /// A question of some pieces, in which one word goes on.
  private static func question(
    _ pieces: [[String]] = Self.pieces, growing: String = "sea"
  ) throws -> LeftOutQuestion {
    let context = EvaluationContext(
      now: Timestamp(secondsSinceReferenceDate: now), locale: TextLocale(identifier: "en"))
    var budget = SearchBudget()
    let pieces = pieces.map { forms in
      (
        forms: forms.map { word in
          Query.comparison(UserQuery.comparison(with: word, goesOn: word == growing))
        }, weight: 1
      )
    }
    let question = try LeftOutQuestion.planned(
      pieces, filter: nil, tiers: [1, 1, 1, 1, 1], areInTitles: false, context: context, &budget)
    return try #require(question)
  }

  /// Whether an item has a piece.
  private static func has(_ piece: [String], _ item: Item) -> Bool {
    [AttributeKey.builtIn(.title), .builtIn(.textContent)].contains { key in
      guard case .string(let text)? = item.attributes[key] else { return false }
      return text.split(separator: " ").contains { word in
        piece == ["sea"] ? word.hasPrefix("sea") : piece.contains(String(word))
      }
    }
  }

  @Test(
    "count documents that are shown, and neither deleted ones nor those that have expired",
    arguments: SearchSample.Medium.allCases, 0..<6 as Range<UInt64>)
  func shownOnes(medium: SearchSample.Medium, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = try SearchSample(medium, itemCount: 300, &random, item: Self.item)
    var views = sample.views
    var shown: [SearchSample.Document] = []
    for document in sample.documents {
      var isShown = document.isShown
      // A renewal decides when a document expires, whatever its segment says.
      let isLive = views[document.segment].live[Int(document.number)]
      if isLive, Int.random(in: 0..<8, using: &random) == 0 {
        let end = Self.now + Double(Int.random(in: -1...1, using: &random))
        views[document.segment].patch(
          document.number,
          DocumentPatch(
            expiration: Timestamp(secondsSinceReferenceDate: end), itemByteCount: 100))
        let view = views[document.segment]
        let scope = try view.scopeNumbers[Int(view.segment.documents.scope(document.number))]
        isShown = end > Self.now && (sample.visibility.isScopeShown?[Int(scope)] ?? true)
      }
      if isShown { shown.append(document) }
    }
    let question = try Self.question()
    var budget = SearchBudget()
    var counts = PieceCounts(of: question)
    try counts.add(question, in: views, sample.visibility, &budget)
    #expect(counts.documentCount == shown.count, "seed \(seed)")
    let expected: [Int?] = Self.pieces.map { piece in shown.count { Self.has(piece, $0.item) } }
    #expect(counts.countsOfPieces == expected, "seed \(seed)")
    #expect(budget.evaluatedItemCount == 0)
    // One segment after the other gives the same as all at once.
    var parts = PieceCounts(of: question)
    for view in views { try parts.add(question, in: [view], sample.visibility, &budget) }
    #expect(parts == counts)
  }

  @Test("count no more documents of a piece than make a difference")
  func most() throws {
    var builder = SegmentBuilder()
    for number in 0..<PieceCounts.most + 100 {
      var attributes = Attributes()
      attributes[.title] = .string(number % 2 == 0 ? "old map" : "old")
      let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "a"))
    }
    let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
    let question = try Self.question()
    var budget = SearchBudget()
    var counts = PieceCounts(of: question)
    try counts.add(
      question, in: [SegmentView(segment, scopeNumbers: [0])],
      SearchVisibility(isScopeShown: nil, now: Self.now), &budget)
    #expect(counts.documentCount == PieceCounts.most + 100)
    let expected: [Int?] = [PieceCounts.most / 2 + 50, 0, PieceCounts.most, 0, 0]
    #expect(counts.countsOfPieces == expected)
  }

  @Test("a piece that very many hidden documents have is not counted, and others are")
  func hidden() throws {
    for hiddenCount in [PieceCounts.mostVisits - 10, PieceCounts.mostVisits] {
      var builder = SegmentBuilder()
      for number in 0..<hiddenCount + 10 {
        var attributes = Attributes()
        attributes[.title] = .string(number % 1000 == 0 ? "old map" : "old")
        let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
        builder.add(
          try EncodedItem(opening: try ItemCodec.encode(item)),
          scope: IndexScope(app: number < hiddenCount ? "hidden" : "shown"))
      }
      let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
      let question = try Self.question()
      var budget = SearchBudget()
      var counts = PieceCounts(of: question)
      try counts.add(
        question, in: [SegmentView(segment, scopeNumbers: [0, 1])],
        SearchVisibility(
          isScopeShown: segment.scopes.map { $0.scope.app == "shown" }, now: Self.now),
        &budget)
      #expect(counts.documentCount == 10)
      let isGivenUp = hiddenCount == PieceCounts.mostVisits
      let expected: [Int?] = [0, 0, isGivenUp ? nil : 10, 0, 0]
      #expect(counts.countsOfPieces == expected)
    }
  }

  @Test("counts of a word that begins very many others do not depend on how segments are cut")
  func growingWord() throws {
    let itemCount = PieceCounts.most - 96
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    func views(cutInto segmentCount: Int) throws -> [SegmentView] {
      try (0..<segmentCount).map { part in
        var builder = SegmentBuilder()
        for number in 0..<itemCount where number % segmentCount == part {
          var attributes = Attributes()
          let words = (0..<5).map { place in
            let end = (number * 7 + place * 11) % 509
            return "seafarers\(letters[end / 26])\(letters[end % 26])"
          }
          attributes[.textContent] = .string(words.joined(separator: " "))
          let item = Item(uniqueIdentifier: "\(number)", attributes: attributes)
          builder.add(
            try EncodedItem(opening: try ItemCodec.encode(item)), scope: IndexScope(app: "a"))
        }
        let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
        return SegmentView(segment, scopeNumbers: [0])
      }
    }
    let question = try Self.question([["seafarer"], ["seafarers"]], growing: "seafarer")
    for segmentCount in [1, 4] {
      var budget = SearchBudget()
      var counts = PieceCounts(of: question)
      try counts.add(
        question, in: try views(cutInto: segmentCount),
        SearchVisibility(isScopeShown: nil, now: Self.now), &budget)
      #expect(counts.countsOfPieces == [itemCount, 0] as [Int?])
    }
  }

  @Test("a look at many deleted documents ends when it is called off")
  func calledOff() throws {
    var builder = SegmentBuilder()
    let itemCount = 10_000
    for number in 0..<itemCount {
      let item = Item(uniqueIdentifier: "\(number)", attributes: Attributes())
      builder.add(
        try EncodedItem(opening: try ItemCodec.encode(item)),
        scope: IndexScope(app: number == 0 ? "hidden" : "shown"))
    }
    let segment = try Segment.open(try #require(try builder.finish(to: ByteSink.memory())))
    var view = SegmentView(segment, scopeNumbers: [0, 1])
    for number in 1..<UInt32(itemCount) where number % 100 > 0 { _ = view.remove(number) }
    let question = try Self.question()
    let visibility = SearchVisibility(
      isScopeShown: segment.scopes.map { $0.scope.app == "shown" }, now: Self.now)
    var whole = PieceCounts(of: question)
    var budget = SearchBudget()
    try whole.add(question, in: [view], visibility, &budget)
    #expect(whole.documentCount == itemCount / 100 - 1)
    var counts = PieceCounts(of: question)
    var calledOff = SearchBudget(isCancelled: { true })
    try counts.add(question, in: [view], visibility, &calledOff)
    #expect(calledOff.isExhausted)
    // It did not go on to the last one that is deleted.
    #expect(counts.documentCount > whole.documentCount)
  }
}

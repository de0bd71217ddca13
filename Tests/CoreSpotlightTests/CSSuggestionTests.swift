import Foundation
import SpotlightClient
import Testing

@testable import CoreSpotlight

@Suite("CSSuggestion and CSUserQueryContext", .timeLimit(.minutes(30)))
struct CSSuggestionTests {
  private func suggestions(
    _ text: String, of titles: [String], _ context: CSUserQueryContext? = nil
  ) async throws -> [CSSuggestion] {
    var found: [CSSuggestion] = []
    try await withConnection { (_) async throws in
      try await CSSearchableIndex.default().indexSearchableItems(
        titles.enumerated().map { item("\($0)", $1) })
      found = try await responses(text, context).suggestions.map(\.suggestion)
    }
    return found
  }

  private func texts(_ suggestions: [CSSuggestion]) -> [String] {
    suggestions.map { String($0.localizedAttributedSuggestion.characters) }
  }

  @Test("the last word is completed, what leads to more items first, one for each meaning")
  func completion() async throws {
    let titles = ["Parking ticket", "Paris", "paris in spring", "PARIS", "Lens"]
    let found = try await suggestions("par", of: titles)
    #expect(texts(found).first?.lowercased() == "paris")
    #expect(texts(found).contains("Parking"))
    #expect(texts(found).count { $0.lowercased() == "paris" } == 1)
    #expect(!texts(found).contains { $0.hasPrefix("Lens") })
    #expect(found.allSatisfy { $0.suggestionKind == .default })
    #expect(found[0].compare(byRank: found[1]) == .orderedAscending)
    #expect(found[1].compare(byRank: found[0]) == .orderedDescending)
    #expect(found[0].compare(byRank: found[0]) == .orderedSame)
  }

  @Test("after a word the next one is suggested, and what was typed before stays")
  func nextWord() async throws {
    let titles = ["Paris hotel", "Paris hotel booking", "The hotel"]
    #expect(texts(try await suggestions("paris ", of: titles)).contains("Paris hotel"))
    #expect(texts(try await suggestions("my paris ho", of: titles)).isEmpty)
    #expect(texts(try await suggestions("booking ho", of: titles)) == ["booking hotel"])
  }

  @Test("what was typed is marked")
  func marks() async throws {
    let found = try await suggestions("booking ho", of: ["Hotel booking"])
    let text = try #require(found.first?.localizedAttributedSuggestion)
    let marked = text.runs.filter { $0.suggestionHighlight == true }.map {
      String(text[$0.range].characters)
    }
    #expect(marked == ["booking", "Ho"])
    #expect(String(text.characters) == "booking Hotel")
    let name = AttributeScopes.CoreSpotlightAttributes.SuggestionHighlight.name
    #expect(name == NSAttributedString.Key.suggestionHighlight.rawValue)
  }

  @Test("where nothing has what was typed, the corrected text goes on, unmarked")
  func correction() async throws {
    let found = try await suggestions("balcnoy", of: ["Balcony plants"])
    #expect(texts(found) == ["Balcony", "Balcony plants"])
    #expect(found.first?.localizedAttributedSuggestion.runs.count == 1)
  }

  @Test("words that name a filter are suggested as one, which narrows once a query goes on from it")
  func filter() async throws {
    var kinds: [CSSuggestion.SuggestionKind] = []
    var suggested = ""
    var found: [String] = []
    var changed: [String] = []
    var grown: [String] = []
    try await withConnection { (_) async throws in
      let picture = item("1", "Beach")
      picture.attributeSet.contentType = "public.jpeg"
      let words = item("2", "Beach photos")
      let longer = item("3", "Beach Photosynthesis")
      try await CSSearchableIndex.default().indexSearchableItems([picture, words, longer])
      let suggestions = try await responses("beach photos", nil).suggestions.map(\.suggestion)
      kinds = suggestions.map(\.suggestionKind)
      let filter = try #require(suggestions.last)
      suggested = String(filter.localizedAttributedSuggestion.characters)
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: CSUserQueryContext(currentSuggestion: filter), requiringSecureCoding: true)
      let context = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: CSUserQueryContext.self, from: archive))
      found = try await responses(suggested, context).items.map(\.item.uniqueIdentifier)
      // The person erased a letter of it: its words are words again.
      changed = try await responses("beach photo", context).items.map(\.item.uniqueIdentifier)
      // The person typed on, and the name of the filter became another word.
      grown = try await responses("beach photosynthesis", context).items.map(
        \.item.uniqueIdentifier)
    }
    #expect(kinds.last == .custom && suggested == "beach photos")
    #expect(found == ["1"] && changed.sorted() == ["2", "3"])
    #expect(grown == ["3"])
  }

  @Test(
    "what was typed before an item was chosen is suggested where nothing is typed",
    .enabled(if: !TestIndex.isInProcess, "An index in the app's process keeps no texts."))
  func recentSearches() async throws {
    var found: [String] = []
    var items: [CSUserQuery.Item] = []
    var kinds: [CSSuggestion.SuggestionKind] = []
    try await withConnection { (_) async throws in
      try await CSSearchableIndex.default().indexSearchableItems([item("1", "Lens cap")])
      for (text, interaction) in [
        ("lens", CSUserQuery.UserInteractionKind.focus), ("cap", .select),
      ] {
        let query = CSUserQuery(userQueryString: text, userQueryContext: nil)
        var lens: CSUserQuery.Item?
        for try await response in query.responses {
          if case .item(let item) = response { lens = item }
        }
        query.userEngaged(
          try #require(lens), visibleItems: [], interaction: interaction)
      }
      // It is kept soon, and nobody is told when.
      while found.isEmpty {
        let answer = try await responses("", nil)
        (found, items) = (texts(answer.suggestions.map(\.suggestion)), answer.items)
        kinds = answer.suggestions.map(\.suggestion.suggestionKind)
      }
    }
    #expect(found == ["cap"] && items.isEmpty && kinds == [.default])
  }

  @Test(
    "no more are given than are wanted, and none where none is", arguments: [-1, 0, 1, 3, 1000])
  func count(limit: Int) async throws {
    let titles = (0..<30).map { "Lens\($0) cap" }
    let context = CSUserQueryContext()
    #expect(context.maxSuggestionCount == 10)
    #expect(try await suggestions("len", of: titles, context).count == 10)
    context.maxSuggestionCount = limit
    let found = try await suggestions("len", of: titles, context)
    #expect(found.count == (limit > 100 ? 60 : max(0, limit)))
  }

  @Test("what was typed itself, long names and control characters are not suggested")
  func unfit() async throws {
    let long = "Lens " + String(repeating: "x", count: 80)
    #expect(texts(try await suggestions("lens", of: ["Lens", "LENS", long])).isEmpty)
    let strange = try await suggestions("lens", of: ["Lens\u{7}cap", "Lens\n\ncap"])
    #expect(texts(strange) == ["Lens cap"])
  }

  @Test("a suggestion survives copying and archiving, alone and in a context")
  func archiving() async throws {
    let suggestion = try #require(try await suggestions("len", of: ["Lens"]).first)
    let context = CSUserQueryContext(currentSuggestion: suggestion)
    context.enableRankedResults = false
    context.maxResultCount = 7
    context.maxSuggestionCount = 3
    context.maxRankedResultCount = 5
    context.disableSemanticSearch = true
    context.filterQueries = ["title == \"*\""]
    context.fetchAttributes = ["title"]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: context, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CSUserQueryContext.self, from: data))
    let copy = try #require(context.copy() as? CSUserQueryContext)
    for other in [read, copy] {
      #expect(!other.enableRankedResults && other.maxResultCount == 7)
      #expect(other.maxSuggestionCount == 3 && other.maxRankedResultCount == 5)
      #expect(other.disableSemanticSearch && other.fetchAttributes == ["title"])
      #expect(other.filterQueries == context.filterQueries)
      #expect(other.userSnapshot.currentSuggestion == suggestion.suggestion)
    }
    let copied = try #require(suggestion.copy() as? CSSuggestion)
    let archived = try NSKeyedArchiver.archivedData(
      withRootObject: suggestion, requiringSecureCoding: true)
    let unarchived = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CSSuggestion.self, from: archived)
    #expect(copied == suggestion && unarchived == suggestion && copied.hash == suggestion.hash)
    #expect(suggestion.compare(copied) == .orderedSame)
    let plain = CSUserQueryContext()
    #expect(plain.enableRankedResults && plain.maxResultCount == 0)
    #expect(plain.maxRankedResultCount == 0 && !plain.disableSemanticSearch)
  }

  @Test("a query that goes on from a suggestion finds what its text finds")
  func goingOn() async throws {
    try await withConnection { (_) async throws in
      try await CSSearchableIndex.default().indexSearchableItems([
        item("1", "Lens cap"), item("2", "Lantern"),
      ])
      let first = try #require(try await responses("le").suggestions.first)
      let context = CSUserQueryContext(currentSuggestion: first.suggestion)
      #expect(try await responses(first.id, context).items.map(\.id) == ["1"])
    }
  }
}

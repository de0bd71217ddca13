import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("Which words documents have")
struct WordPresenceTests {
  private static let documentCount = 50_000

  /// Has documents be in half of the lists each, at random, and goes through them.
  ///
  /// - Parameters:
  ///   - entry: What is kept of a document.
  ///   - listCount: How many lists there are, each of a word of its own.
  ///   - budget: May end that.
  ///   - isSeen: Is called with each document.
  /// - Throws: ``StorageError``, where a list can't be read.
  private static func forEachDocument<Entry: PresenceEntry>(
    _ entry: Entry.Type, listCount: Int, _ budget: inout SearchBudget, isSeen: (UInt32) -> Void
  ) throws {
    var random = SeededGenerator(seed: 7)
    var presence = WordPresence<Entry>(documentCapacity: documentCount)
    presence.begin(documentCount: documentCount)
    var cursor = PostingCursor(ByteSource(memory: []), documentCount: documentCount)
    for number in 0..<listCount {
      let documents = (0..<UInt32(documentCount)).filter { _ in random.below(2) == 0 }
      let union = PostingUnion(of: documents)
      var all = SearchBudget()
      let list = WordLists.List(
        word: number, term: nil, group: .text,
        documents: .union(UnsafeBufferPointer(union.entries)))
      let newCount = try presence.add(
        list, number: number, worth: 1, isTelling: true, &cursor, &all)
      #expect(newCount == documents.count)
    }
    try presence.forEach(listCount, &budget) { document, score, _, lists throws(StorageError) in
      if Int(score) != lists.nonzeroBitCount { Issue.record("\(document) has \(score)") }
      isSeen(document)
    }
  }

  @Test("going through documents of many sets of lists ends when it is called off")
  func endsWhenCalledOff() throws {
    for listCount in [20, 40] {
      var seen = 0
      var lookCount = 0
      var budget = SearchBudget(isCancelled: {
        lookCount += 1
        return lookCount == 3
      })
      if listCount > 32 {
        try Self.forEachDocument(ListSet<UInt64>.self, listCount: listCount, &budget) { _ in
          seen += 1
        }
      } else {
        try Self.forEachDocument(ListSet<UInt32>.self, listCount: listCount, &budget) { _ in
          seen += 1
        }
      }
      #expect(budget.isExhausted)
      // Most documents have a set of their own, of half of the lists.
      #expect((1...2 * 3 * 4_096 / (listCount / 2)).contains(seen), "\(listCount) lists")
    }
  }

  @Test("what was found before a search was called off counts")
  func countsWhatWasFound() throws {
    var budget = SearchBudget(isCancelled: { true })
    while budget.spend(steps: 1_000) {}
    var seen = 0
    try Self.forEachDocument(ListSet<UInt32>.self, listCount: 20, &budget) { _ in seen += 1 }
    #expect(seen > Self.documentCount * 9 / 10)
  }
}

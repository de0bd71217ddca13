import FresnelTestSupport
import Testing

@testable import FresnelSegments

@Suite("What is kept of a document's lists")
struct PresenceEntryTests {
  /// Lists of some words, those of a word behind each other, each with a bit as long as there are bits; first those that
  /// tell documents apart.
  private static func lists(_ count: Int, _ random: inout SeededGenerator) -> [PresenceList] {
    var lists: [PresenceList] = []
    var word: UInt8 = 1
    for number in 0..<count {
      if random.below(3) == 0 { word += 1 }
      let bit: UInt64 = number < 64 ? 1 << UInt64(number) : 0
      let before = lists.last.map { $0.word == word ? $0.bitsOfWord : 0 } ?? 0
      lists.append(
        PresenceList(
          word: word, worth: Float.random(in: 0.01...20, using: &random),
          isTelling: word % 2 == 1, bit: bit, bitsOfWord: before | bit))
    }
    return lists.filter(\.isTelling) + lists.filter { !$0.isTelling }
  }

  /// Has documents take some of the lists, and compares what is kept of them with a look at these lists.
  private static func compare<Entry: PresenceEntry>(
    _ entry: Entry.Type, _ count: Int, _ random: inout SeededGenerator, _ comment: Comment
  ) {
    let lists = lists(count, &random)
    var totals = PresenceTotals()
    // What the segment before had is not taken for what this one has.
    for list in Self.lists(min(count, 32), &random) { totals.add(list) }
    _ = totals[1]
    totals.begin()
    for list in lists { totals.add(list) }
    for _ in 0..<1_000 {
      // Few sets come often, others once.
      let share = random.below(2) == 0 ? 2 : 10
      var chosen = lists.filter { _ in random.below(share) == 0 }
      if chosen.isEmpty { chosen = [lists[0]] }
      var kept = Entry(chosen[0])
      var (words, score): (Set<UInt8>, Float) = ([chosen[0].word], chosen[0].worth)
      for list in chosen.dropFirst() {
        let isNew = words.insert(list.word).inserted
        score += isNew ? list.worth : list.worth * 0.1
        #expect(kept.add(list) == isNew, comment)
      }
      let total = kept.total(&totals)
      #expect(total.score == score, comment)
      #expect(Int(total.wordCount) == words.count, comment)
      #expect(total.isTold == chosen.contains { $0.isTelling }, comment)
      #expect(total.lists == chosen.reduce(0) { $0 | $1.bit }, comment)
    }
  }

  @Test("comes to what its lists say, with bits for 32, for 64 and for some of the lists")
  func totals() {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededGenerator(seed: seed)
    for count in [1, 2, 9, 32] {
      Self.compare(ListSet<UInt32>.self, count, &random, "seed \(seed), \(count) lists")
    }
    for count in [1, 33, 64] {
      Self.compare(ListSet<UInt64>.self, count, &random, "seed \(seed), \(count) lists")
    }
    for count in [1, 40, 64, 80] {
      Self.compare(SummedLists.self, count, &random, "seed \(seed), \(count) lists")
    }
  }
}

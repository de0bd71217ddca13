import FresnelModel
import FresnelQuery
import FresnelStorage
import FresnelTestSupport
import Testing

@testable import FresnelEngine

@Suite("Finding and reading items whose numbers and dates were changed")
struct PatchedSearchTests {
  private let fixture = PatchFixture()

  @Test("a renewed item vanishes at its new time, in files and in memory", arguments: [1, 1 << 24])
  func expiry(flushByteCount: Int) async throws {
    let store = try fixture.open(flushByteCount: flushByteCount)
    func item(_ number: Int, expiring seconds: Double?) -> Item {
      var item = PatchFixture.item(number)
      item.expiration = seconds.map { Timestamp(secondsSinceReferenceDate: $0) }
      return item
    }
    try await store.put([
      item(0, expiring: 10), item(1, expiring: 10), item(2, expiring: nil), item(3, expiring: 30),
    ])
    await PatchFixture.settle(store)
    try await store.put([
      item(0, expiring: 40), item(1, expiring: nil), item(2, expiring: 20), item(3, expiring: 5),
    ])
    #expect(PatchFixture.counts(store) == (0, 4))
    let early = store.snapshot()
    for (time, expected) in [
      (4.0, ["0", "1", "2", "3"]), (6, ["0", "1", "2"]), (15, ["0", "1", "2"]), (25, ["0", "1"]),
      (45, ["1"]),
    ] {
      fixture.clock.advance(by: time - fixture.clock.now.secondsSinceReferenceDate)
      let snapshot = store.snapshot()
      #expect(snapshot.identifiers() == expected, "at \(time)")
      #expect(try snapshot.matches(#"title == "Note*""#) == expected, "at \(time)")
      #expect(try snapshot.typed("note").sorted() == expected, "at \(time)")
      #expect(snapshot.scopes().map(\.itemCount) == [expected.count], "at \(time)")
      let all = expected.filter { $0 != "1" }
      #expect(try snapshot.matches("expirationDate > $time.now") == all, "at \(time)")
    }
    #expect(early.identifiers() == ["0", "1", "2", "3"])
    try store.compact()
    #expect(store.snapshot().identifiers() == ["1"])
    #expect(store.statistics().segments.map(\.documentCount) == [1])
    store.close()
  }

  @Test(
    "ranges, filters and words find patched items as the evaluator does", arguments: [1, 1 << 24])
  func searches(flushByteCount: Int) async throws {
    let store = try fixture.open(flushByteCount: flushByteCount)
    try await store.put((0..<700).map(PatchFixture.item))
    await PatchFixture.settle(store)
    var generator = SeededGenerator(seed: 3)
    var model = (0..<700).map(PatchFixture.item)
    for _ in 0..<3 {
      var updates: [Item] = []
      for number in (0..<700).shuffled(using: &generator).prefix(25) {
        let update = PatchFixture.update("\(number)") {
          $0.attributes[.pageCount] =
            generator.once(in: 5) ? .null : .integer(Int64(generator.below(700)))
          if generator.once(in: 3) {
            $0.attributes[.contentCreationDate] = .date(
              Timestamp(secondsSinceReferenceDate: Double(generator.below(700))))
          }
          if generator.once(in: 3) {
            $0.expiration = Timestamp(secondsSinceReferenceDate: Double(1 + generator.below(700)))
          }
        }
        updates.append(update)
        model[number] = model[number].merged(with: update)
      }
      try await store.put(updates)
      let snapshot = store.snapshot()
      for _ in 0..<20 {
        let (low, high) = (generator.below(700), generator.below(700))
        let queries: [(String, (Item) -> Bool)] = [
          ("pageCount >= \(low)", { $0.number(.pageCount).map { $0 >= low } ?? false }),
          ("pageCount != \(low)", { $0.number(.pageCount) != low }),
          (
            "InRange(pageCount, \(min(low, high)), \(max(low, high)))",
            { $0.number(.pageCount).map { $0 >= min(low, high) && $0 <= max(low, high) } ?? false }
          ),
          (
            #"title == "note*"cd && pageCount < \#(low)"#,
            { $0.number(.pageCount).map { $0 < low } ?? false }
          ),
          (
            #"textContent == "\#(low)"cdw || pageCount == \#(high)"#,
            { $0.uniqueIdentifier == "\(low)" || $0.number(.pageCount) == high }
          ),
          (
            "!(pageCount >= \(low) && contentCreationDate < $time.now(\(high)))",
            {
              !(($0.number(.pageCount) ?? -1) >= low
                && ($0.number(.contentCreationDate) ?? 900) < high)
            }
          ),
          (
            "expirationDate < $time.now(\(high))",
            { $0.expiration.map { Int($0.secondsSinceReferenceDate) < high } ?? false }
          ),
        ]
        for (query, isMatch) in queries {
          let expected = model.filter(isMatch).map(\.uniqueIdentifier).sorted()
          #expect(try snapshot.matches(query) == expected, "\(query)")
        }
      }
    }
    #expect(PatchFixture.counts(store).patched > 50)
    store.close()
  }

  @Test("a snapshot and a reader see what was there when they looked")
  func snapshots() async throws {
    let store = try fixture.open()
    try await store.put((0..<9).map(PatchFixture.item))
    await PatchFixture.settle(store)
    let reader = try fixture.open(mode: .readOnly)
    let before = store.snapshot()
    try await store.put([PatchFixture.pages("1", 50)])
    #expect(try before.matches("pageCount == 50") == [])
    #expect(try store.snapshot().matches("pageCount == 50") == ["1"])
    #expect(try reader.snapshot().matches("pageCount == 50") == [])
    try reader.refresh()
    #expect(try reader.snapshot().matches("pageCount == 50") == ["1"])
    reader.close()
    store.close()
  }

  @Test("rows and attributes of patched items are those of the item")
  func rows() async throws {
    let store = try fixture.open()
    try await store.put((0..<9).map(PatchFixture.item))
    await PatchFixture.settle(store)
    try await store.put([
      PatchFixture.update("4") {
        $0.attributes[.pageCount] = .integer(44)
        $0.expiration = Timestamp(secondsSinceReferenceDate: 99)
      }
    ])
    let expiration = Timestamp(secondsSinceReferenceDate: 99)
    let snapshot = store.snapshot()
    for detail in [
      SearchRequest.Detail.items, .rows, .attributes([.builtIn(.title)]),
      .attributes([.builtIn(.pageCount)]),
    ] {
      let results = try snapshot.search(
        SearchRequest(
          query: try parseQuery(#"title == "note 4"cd"#), context: .init(now: fixture.clock.now),
          detail: detail))
      #expect(results.hits.map(\.item.uniqueIdentifier) == ["4"])
      #expect(results.hits.first?.item.expiration == expiration)
      let pages = try results.hits.first?.item.decodedValue(for: .builtIn(.pageCount))
      let isWhole = detail != .rows && detail != .attributes([.builtIn(.title)])
      #expect(pages == (isWhole ? .integer(44) : nil))
    }
    store.close()
  }

  @Test(
    "renewals of a quarter of the items do not slow down a disjunction", .timeLimit(.minutes(30)))
  func disjunction() async throws {
    let store = try fixture.open()
    try await store.put((0..<8000).map(PatchFixture.item))
    await PatchFixture.settle(store)
    try await store.put(
      (0..<2000).map { number in
        PatchFixture.update("\(number)") {
          $0.expiration = Timestamp(secondsSinceReferenceDate: 1e6)
        }
      })
    #expect(PatchFixture.counts(store).patched == 2000)
    let query = #"title == "note*"cd || pageCount == -1"#
    #expect(try store.snapshot().matches(query).count == 8000)
    store.close()
  }

  @Test("a renewed item is sorted by columns")
  func sortedRenewals() async throws {
    let store = try fixture.open()
    try await store.put((0..<50).map(PatchFixture.item))
    await PatchFixture.settle(store)
    try await store.put(
      (0..<40).map { number in
        PatchFixture.update("\(number)") {
          $0.expiration = Timestamp(secondsSinceReferenceDate: 1e6)
        }
      })
    let snapshot = store.snapshot()
    func results(by name: String) throws -> SearchResults {
      try snapshot.search(
        SearchRequest(
          query: try parseQuery("pageCount >= 0"), order: .descending(name),
          context: EvaluationContext(now: snapshot.time)))
    }
    #expect(try results(by: "pageCount").work.evaluatedItemCount == 0)
    #expect(try results(by: "pageCount").hits.map(\.item.uniqueIdentifier).first == "49")
    #expect(try results(by: "expirationDate").work.evaluatedItemCount == 40)
    store.close()
  }
}

extension Item {
  fileprivate func number(_ key: AttributeID) -> Int? {
    switch attributes[key] {
    case .integer(let integer)?: Int(integer)
    case .date(let date)?: Int(date.secondsSinceReferenceDate)
    default: nil
    }
  }
}

import FresnelEngine
import FresnelModel
import FresnelQuery
import FresnelTestSupport
import Testing

/// Searches that ask for a part of the items.
@Suite("Attribute reads")
struct AttributeReadTests {
  private static let keys: [AttributeKey] = [
    .builtIn(.title), .builtIn(.displayName), .builtIn(.contentDescription),
  ]

  /// A store in a file, whose items have a text beside what rows hold; one has a long description, too
  /// long for a row.
  private func filledStore() async throws -> Store {
    var items = (0..<300).map { number in
      Item("\(number)", title: "note \(number)", text: "some text that rows do not hold \(number)")
    }
    items[7].attributes[.contentDescription] = .string(String(repeating: "wordy ", count: 200))
    items[8].attributes[.contentDescription] = .string("short")
    let store = try Store.open(at: "/store", storage: FaultyStorage())
    try await store.put(items)
    try store.compact()
    return store
  }

  private func request(
    _ text: String, _ detail: SearchRequest.Detail, _ snapshot: Snapshot
  ) throws -> SearchRequest {
    SearchRequest(
      query: try parseQuery(text), limit: 400, context: EvaluationContext(now: snapshot.time),
      detail: detail)
  }

  @Test("what rows hold is answered without decompressing an item, and alike")
  func rows() async throws {
    let store = try await filledStore()
    let snapshot = store.snapshot()
    let query = #"title == "note*"cdw"#
    let whole = try snapshot.search(request(query, .items, snapshot))
    let part = try snapshot.search(request(query, .attributes(Self.keys), snapshot))
    #expect(whole.hits.count == 300)
    #expect(whole.work.compressedHitCount == 300)
    // Some item lacks its description, and the row of a long one cannot tell it from that.
    #expect(part.work.compressedHitCount == 1)
    #expect(part.hits.map(\.item.uniqueIdentifier) == whole.hits.map(\.item.uniqueIdentifier))
    #expect(part.hits.map(\.score) == whole.hits.map(\.score))
    for (left, right) in zip(part.hits, whole.hits) {
      for key in Self.keys {
        #expect(try left.item.decodedValue(for: key) == right.item.decodedValue(for: key))
      }
    }
    store.close()
  }

  @Test("a long value of another attribute does not matter")
  func otherLongValue() async throws {
    let store = try await filledStore()
    let snapshot = store.snapshot()
    let query = #"title == "note*"cdw"#
    let titles = try snapshot.search(request(query, .attributes([.builtIn(.title)]), snapshot))
    #expect(titles.work.compressedHitCount == 0)
    #expect(titles.hits.count == 300)
    store.close()
  }

  @Test("attributes that rows never hold are read with the items")
  func others() async throws {
    let store = try await filledStore()
    let snapshot = store.snapshot()
    let keys: [AttributeKey] = [.builtIn(.title), .builtIn(.textContent)]
    let found = try snapshot.search(
      request(#"title == "note 3*"cdw"#, .attributes(keys), snapshot))
    #expect(!found.hits.isEmpty)
    #expect(found.work.compressedHitCount == found.hits.count)
    for hit in found.hits {
      #expect(try hit.item.decodedValue(for: .builtIn(.textContent)) != nil)
    }
    store.close()
  }

  @Test("going through all matches hands out the same parts")
  func forEach() async throws {
    let store = try await filledStore()
    let snapshot = store.snapshot()
    let query = try parseQuery(#"title == "note*"cdw"#)
    let context = EvaluationContext(now: snapshot.time)
    var whole: [[AttributeValue?]] = []
    var part: [[AttributeValue?]] = []
    try snapshot.forEachMatch(of: query, context: context) { hit in
      whole.append(Self.keys.map { try? hit.item.decodedValue(for: $0) })
      return true
    }
    try snapshot.forEachMatch(of: query, context: context, detail: .attributes(Self.keys)) { hit in
      part.append(Self.keys.map { try? hit.item.decodedValue(for: $0) })
      #expect(hit.item.value(for: .builtIn(.textContent)) == nil || part.count == 8)
      return true
    }
    #expect(part == whole)
    #expect(part.count == 300)
    store.close()
  }
}

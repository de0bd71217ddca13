import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelQuery
import FresnelText
import Testing

// The code of the article, letter for letter; a test compares the two.

private struct Film {
  var title: String
  var minutes: Int

  var item: [UInt8] {
    get throws {
      var attributes = Attributes()
      attributes[.title] = .string(title)
      attributes[.duration] = .double(Double(minutes * 60))
      return try ItemCodec.encode(Item(uniqueIdentifier: title, attributes: attributes))
    }
  }
}

extension Store {
  fileprivate func put(_ films: [Film]) async throws {
    let batch = Batch(
      scope: IndexScope(app: "org.example.films"),
      operations: [.put(try films.map { try $0.item })])
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }
}

extension Store {
  fileprivate func titles(typed: String, order: SearchOrder = .relevance) throws -> [String] {
    guard let query = UserQuery.query(for: typed, locale: .session) else { return [] }
    let snapshot = snapshot()
    let request = SearchRequest(
      query: query, order: order, context: EvaluationContext(now: snapshot.time), detail: .rows)
    return try snapshot.search(request).hits.map(\.item.uniqueIdentifier)
  }
}

private struct Films {
  static func main(_ path: String, _ print: ([String]) -> Void) async throws {
    let store = try Store.open(at: path)
    try await store.put([
      Film(title: "The Third Man", minutes: 104), Film(title: "Three Colours: Blue", minutes: 98),
      Film(title: "Metropolis", minutes: 153),
    ])
    print(try store.titles(typed: "th"))
    print(try store.titles(typed: "th", order: .ascending("duration")))
    print(try store.titles(typed: "blue thr"))
    store.close()
  }
}

@Suite("The article about the engine")
struct ArticleTests {
  @Test("its program prints what it should")
  func films() async throws {
    try await withTemporaryStore { path in
      var printed: [[String]] = []
      try await Films.main(path) { printed.append($0) }
      #expect(printed.count == 3)
      #expect(Set(printed[0]) == ["The Third Man", "Three Colours: Blue"])
      #expect(printed[1] == ["Three Colours: Blue", "The Third Man"])
      #expect(printed[2] == ["Three Colours: Blue"])
    }
  }

  @Test("its code is the code of this file")
  func articleCode() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let article = try FileSystem.contents(
      of: root + "/Sources/Engine/FresnelEngine/FresnelEngine.docc/FillingAndSearchingAStore.md")
    let source = try FileSystem.contents(of: #filePath)
    func lines(_ bytes: [UInt8]) -> [String] {
      String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }
    }
    let compiled = Set(
      lines(source).map { line in
        ["private ", "fileprivate "].first { line.hasPrefix($0) }
          .map { String(line.dropFirst($0.count)) } ?? line
      })
    // Inside a test, the program's entry is an ordinary function that is told where the store is.
    let entry = [
      "@main struct Films {", "static func main() async throws {",
      "let store = try Store.open(at: \"films.store\")",
    ]
    var isCode = false
    var count = 0
    for line in lines(article) {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if isCode, !entry.contains(line) {
        count += 1
        #expect(compiled.contains(line), "not compiled: \(line)")
      }
    }
    #expect(count > 40)
  }
}

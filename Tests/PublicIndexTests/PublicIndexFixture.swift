import FresnelEngine
import FresnelModel
import FresnelTestSupport
import Foundation

@testable import PublicIndex

/// A store of pages in a directory of its own.
final class PublicIndexFixture {
  let directory = FileManager.default.temporaryDirectory.appending(
    path: "public-index-\(UUID().uuidString)")
  let store: Store

  /// Makes an empty store; blocks of its items have the usual length unless one is given.
  init(itemBlockByteCount: Int? = nil) throws {
    var options = StoreOptions()
    options.itemBlockByteCount = itemBlockByteCount
    store = try Store.open(at: directory.path, options: options)
  }

  /// Makes an empty store in a storage that can fail.
  init(storage: FaultyStorage) throws {
    store = try Store.open(
      at: "/index", storage: storage, options: StoreOptions(mergesInBackground: false))
  }

  /// The names of the files of segments.
  var files: Set<String> {
    get throws {
      Set(try FileManager.default.contentsOfDirectory(atPath: directory.path))
    }
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Puts pages.
  func put(_ pages: [Item]) async throws {
    let batch = Batch(
      scope: PublicPages.scope, operations: [.put(try pages.map { try ItemCodec.encode($0) })])
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      store.submit(batch) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }

  /// The identifiers that answer a question, best first.
  func answers(_ question: Question, weights: RankingFeatures = .weights) throws -> [String] {
    try PublicSearch(store.snapshot(), weights: weights).results(for: question).map(
      \.page.identifier)
  }

  /// A page of a title and a text.
  static func page(
    _ identifier: String, title: String, text: String = "", facts: PageFacts = PageFacts()
  ) -> Item {
    var attributes = Attributes()
    attributes[.title] = .string(title)
    if !text.isEmpty { attributes[.textContent] = .string(text) }
    facts.write(to: &attributes)
    return Item(uniqueIdentifier: identifier, attributes: attributes)
  }
}

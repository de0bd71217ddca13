import Dispatch
import FresnelModel
import SpotlightClient
import SpotlightWire
import Testing
import WireTestSupport

@Suite("Searches over several processes", .timeLimit(.minutes(30)))
struct OrderedSearchTests {
  @Test("An order by an attribute holds over all classes, for texts, numbers and rows")
  func order() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      let app = AppIdentity(identifier: "com.example.tests")
      let connection = ServiceConnection(daemonAt: daemon.socketPath, claiming: app)
      defer { connection.close() }
      for (name, protection, numbers) in [
        ("plain", ProtectionClass.none, [1, 4, 10]), ("default", .firstUnlock, [2, 5, 8]),
        ("secret", .complete, [3, 6, 9]), ("sealed", .completeUnlessOpen, [7]),
      ] {
        let items = numbers.map { number in
          var item = Item(uniqueIdentifier: "\(number)")
          item.attributes[.title] = .string("Chapter \(number)")
          item.attributes[.pageCount] = .integer(Int64(number))
          return item
        }
        let isDone = DispatchSemaphore(value: 0)
        connection.index(named: name, protection: protection)
          .apply(.success(.addItems(items))) { error in
            #expect(error == nil)
            isDone.signal()
          }
        #expect(isDone.wait(timeout: .now() + 600) == .success)
      }
      func search(
        _ order: ResultOrder, _ detail: SearchRequest.Detail = .items
      ) throws -> [String] {
        let found = AwaitedResult<SearchRevision>()
        let request = SearchRequest(
          form: .query, text: "title == \"Chapter*\"", limit: 7, detail: detail, order: order)
        connection.find(.search(request), found.settle)
        return try found.take().hits.map(\.item.uniqueIdentifier)
      }
      let first = (1...7).map(String.init)
      let last = (4...10).reversed().map(String.init)
      #expect(try search(.ascending("title")) == first)
      #expect(try search(.descending("title")) == last)
      #expect(try search(.ascending("pageCount"), .rows) == first)
      #expect(try search(.descending("pageCount"), .rows) == last)
    }
  }
}

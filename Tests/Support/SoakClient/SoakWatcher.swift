import FresnelModel
import SpotlightWire
import WireTestSupport

/// Looks at its app's items in every way, while another process writes them: each look must show the index as
/// it was after some batch, never an older one than the look before, and never an item of another app.
struct SoakWatcher {
  let life: SoakLife

  func run() throws {
    let client = try life.enter()
    let handle = try client.open(NumberedIndex.name)
    var least = NumberedIndex.number(in: try client.clientState(of: handle))
    while !life.isOver {
      let found = try hits(client, .query(QueryRequest(query: "title == \"*\"")))
      least = try check(found, "a query", atLeast: least)
      let listed = try hits(client, .list(ItemList()))
      least = try check(listed, "the list", atLeast: least)
      let typed = SearchRequest(form: .typed, text: "org.example", limit: 100)
      for hit in try hits(client, .search(typed)) { try checkOwner(hit, "a search") }
      let state = NumberedIndex.number(in: try client.clientState(of: handle))
      guard state >= least else {
        throw SoakLife.Violation(description: "the state is \(state) after \(least) was seen")
      }
      least = state
      try askForOthers(client)
    }
  }

  /// Whatever is asked about other apps gives nothing.
  private func askForOthers(_ client: RawClient) throws {
    let others = ["org.example.one", "org.example.two", "org.example.three"].filter {
      $0 != life.app
    }
    let query = QueryRequest(query: "title == \"*\"", reach: .apps(others))
    let search = SearchRequest(form: .typed, text: "org", reach: .system, limit: 10)
    let requests: [ClientMessage] = [
      .query(query), .search(search), .list(ItemList(app: others[0])),
      .item(ItemLookup(app: others[0], index: NumberedIndex.name, identifier: "0.1")),
    ]
    for request in requests {
      switch try client.ask(request) {
      case .failed, .itemFound(nil): continue
      case .results(let hits) where hits.isEmpty: continue
      case .found(let results) where results.hits.isEmpty: continue
      case let answer:
        throw SoakLife.Violation(description: "\(request.kind) was answered with \(answer)")
      }
    }
  }

  private func hits(_ client: RawClient, _ message: ClientMessage) throws -> [WireHit] {
    let request = try client.request(message)
    var hits: [WireHit] = []
    while true {
      let envelope = try client.receive()
      guard envelope.request == request else { continue }
      switch envelope.message {
      case .results(let found): hits += found
      case .found(let results): hits += results.hits
      case .failed(let error) where !error.isRetryable && error.code != .connectionLost:
        throw SoakLife.Violation(description: "\(message.kind) failed: \(error.message)")
      case .failed(let error): throw error
      case .refused(let refusal): throw RawClient.Failure.refused(refusal)
      default: throw RawClient.Failure.unexpected(envelope.message.kind)
      }
      if envelope.isLast { return hits }
    }
  }

  private func checkOwner(_ hit: WireHit, _ what: String) throws {
    guard hit.scope.app == life.app else {
      throw SoakLife.Violation(
        description: "\(what) gave \(hit.item.uniqueIdentifier) of \(hit.scope.app)")
    }
  }

  /// - Returns: The number of the batch after which the index was so.
  private func check(_ hits: [WireHit], _ what: String, atLeast least: Int) throws -> Int {
    for hit in hits { try checkOwner(hit, what) }
    let found = hits.filter { $0.scope.index == NumberedIndex.name }
      .map { $0.item.uniqueIdentifier }.sorted()
    let number = found.compactMap { Int($0.prefix { $0 != "." }) }.max() ?? -1
    guard found == NumberedIndex.identifiers(after: number) else {
      throw SoakLife.Violation(description: "\(what) shows no whole batch: \(found)")
    }
    guard number >= least else {
      throw SoakLife.Violation(description: "\(what) shows \(number) after \(least) was seen")
    }
    return number
  }
}

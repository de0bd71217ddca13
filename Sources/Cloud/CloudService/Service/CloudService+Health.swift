internal import WebServing

extension CloudService {
  /// Adds what tells those who run the service how it is.
  mutating func addHealth() {
    let index = index
    let metrics = metrics
    on("GET", "/healthz", cost: 0, isForPrograms: true) { _ in
      index.state.search == nil
        ? .plain("There is no index.", status: 503) : .plain("ok", status: 200)
    }
    on("GET", "/metrics", cost: 0, isForPrograms: true) { request in
      // What a proxy hands on comes from outside, and is no concern of theirs.
      guard !request.isForwarded else { return .plain("There is nothing here.", status: 404) }
      return HTTPResponse(metrics.text(of: index.state), type: "text/plain; version=0.0.4")
    }
  }
}

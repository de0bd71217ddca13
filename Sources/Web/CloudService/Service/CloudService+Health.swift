internal import WebServing

extension CloudService {
  /// Adds what tells those who run the service how it is.
  mutating func addHealth() {
    let index = index
    let metrics = metrics
    on("GET", "/healthz", cost: 0, isForPrograms: true) { _ in
      let state = index.state
      return .plain(
        state.search == nil ? state.problem ?? "There is no index." : "ok",
        status: state.search == nil ? 503 : 200)
    }
    on("GET", "/metrics", cost: 0, isForPrograms: true) { request in
      // What a proxy hands on comes from outside, and is no concern of theirs.
      let isForwarded = ["X-Forwarded-For", "Forwarded", "Via"].contains {
        request.header($0) != nil
      }
      guard !isForwarded else { return .plain("There is nothing here.", status: 404) }
      return HTTPResponse(metrics.text(of: index.state), type: "text/plain; version=0.0.4")
    }
  }
}

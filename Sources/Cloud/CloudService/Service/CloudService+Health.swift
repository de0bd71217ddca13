internal import WebServing

extension CloudService {
  /// Adds what tells those who run the service how it is.
  ///
  /// Both are answered in microseconds however many searches there are: they read nothing from a disk, and take no lock
  /// that is held while one is read or a search goes on.
  mutating func addHealth() {
    let index = index
    let metrics = metrics
    on("GET", "/healthz", cost: 0, isForPrograms: true, effort: .negligible) { _ in
      let state = index.state
      guard state.search != nil else {
        return APIProblem(
          status: 503, title: "There is no index", detail: "There is no index to search in yet."
        ).response
      }
      // What the service examined itself decides, and not what a question met with.
      guard state.damages.isEmpty else {
        let count = state.damages.count
        return APIProblem(
          status: 503, title: "The index is damaged",
          detail: "\(count) \(count == 1 ? "file" : "files") of the index can't be read whole."
        ).response
      }
      return .plain("ok", status: 200)
    }
    on("GET", "/metrics", cost: 0, isForPrograms: true, effort: .negligible) { request in
      // What a proxy hands on comes from outside, and is no concern of theirs.
      guard !request.isForwarded else { return .plain("There is nothing here.", status: 404) }
      return HTTPResponse(metrics.text(of: index.state), type: "text/plain; version=0.0.4")
    }
  }
}

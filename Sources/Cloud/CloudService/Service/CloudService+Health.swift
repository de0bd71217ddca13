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
      if state.isDamaged {
        return APIProblem(
          status: 503, title: "The index is damaged", detail: "A search could not read the index."
        ).response
      }
      return state.search == nil
        ? APIProblem(
          status: 503, title: "There is no index", detail: "There is no index to search in yet."
        ).response
        : .plain("ok", status: 200)
    }
    on("GET", "/metrics", cost: 0, isForPrograms: true, effort: .negligible) { request in
      // What a proxy hands on comes from outside, and is no concern of theirs.
      guard !request.isForwarded else { return .plain("There is nothing here.", status: 404) }
      return HTTPResponse(metrics.text(of: index.state), type: "text/plain; version=0.0.4")
    }
  }
}

internal import CommandKit
internal import WebResults

/// A single search of the web, behind that of the stores.
struct WebAsk {
  /// What is searched for.
  let words: String
  /// Whom to ask.
  let choice: WebSearchChoice
  /// Whether the person asked for it with this search, and so is told why nothing comes of it.
  let isExplicit: Bool

  /// Asks, and waits as long as the person allowed.
  ///
  /// - Parameters:
  ///   - found: What stands above already.
  ///   - stores: Where that was found.
  ///   - context: Where to tell of what went wrong.
  /// - Returns: What the web has besides, best first.
  func results(
    besides found: [StoreSet.Found], in stores: StoreSet, _ context: CommandContext
  ) -> [WebResult] {
    do throws(WebSearchError) {
      let results = try WebSearchClient(choice.server, worker: context.fetchWorker)
        .wait(for: WebQuestion(words), within: choice.patience)
      guard !results.isEmpty else { return [] }
      return KnownEntities(found, in: stores)
        .unknown(of: results, atMost: ResultDescription.webCount)
    } catch {
      if isExplicit { context.warn(error.message) }
      return []
    }
  }
}

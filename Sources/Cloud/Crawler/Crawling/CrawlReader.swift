package import WebFetching

/// How what was fetched is read.
package struct CrawlReader: Sendable {
  /// Reads an answer with status 200: a page, a list of addresses, a redirection that a page makes, or something else.
  /// May be called on several threads at once.
  package var read: @Sendable (FetchResponse, PageRecord.Kind) -> CrawlResult.Content

  /// Makes a reader.
  package init(
    read: @escaping @Sendable (FetchResponse, PageRecord.Kind) -> CrawlResult.Content
  ) {
    self.read = read
  }
}

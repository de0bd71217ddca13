internal import WebDocuments
internal import WebMarkup

/// Titles that many pages of a site share.
enum RepeatedTitles {
  /// How many pages may have one title.
  static let allowed = 2

  /// Reports pages whose title more than two of the pages have.
  static func report(in documents: inout [SiteDocument]) {
    var counts: [String: Int] = [:]
    for document in documents {
      if let page = document.page { counts[page.card.title, default: 0] += 1 }
    }
    for index in documents.indices {
      guard let title = documents[index].page?.card.title, let count = counts[title],
        count > allowed
      else { continue }
      documents[index].add([
        Diagnostic(
          .titleGeneric, "\(count) pages have the title “\(Diagnostic.excerpt(title))”.",
          subject: "title")
      ])
    }
  }
}

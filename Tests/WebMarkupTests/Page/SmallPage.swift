import WebAddresses
import WebDocuments

@testable import WebMarkup

/// A page of a few elements.
enum SmallPage {
  /// Where small pages are served.
  static let url: WebURL = {
    guard let url = WebURL("https://www.example.com/items/42") else {
      fatalError("the address of small pages is none")
    }
    return url
  }()

  /// A page with some elements in its head and its body.
  static func document(head: String = "", body: String = "") -> HTMLDocument {
    HTMLDocument.parse(
      DecodedPage(
        "<!DOCTYPE html><html lang=en><head><title>Title</title>\(head)</head><body>\(body)</body></html>"
      ))
  }

  /// What is collected of a page with some elements in its head and its body.
  static func elements(head: String = "", body: String = "") -> PageElements {
    PageWalk.elements(of: document(head: head, body: body))
  }
}

extension Array<Diagnostic> {
  /// The codes, in order.
  var codes: [String] { map(\.code) }
}

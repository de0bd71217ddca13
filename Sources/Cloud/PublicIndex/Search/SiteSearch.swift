internal import WebAddresses

/// A search on a site itself, offered beside the results.
package struct SiteSearch: Hashable, Sendable {
  /// The name of the site where its domain bears it out, else its host.
  package let site: String
  /// The host that the search leads to.
  package let host: String
  /// The address of its results, with the variable in braces.
  package let template: String
  /// The address of its results for what was asked.
  package let url: String
}

extension PublicSearch {
  /// The search of the first site among results that begins one: one that the question names, else the first.
  ///
  /// Where the question names the site, the rest of it is searched for there.
  package static func siteSearch(for question: Question, in results: [Result]) -> SiteSearch? {
    let landings = results.filter(\.isSearchLanding)
    let best = landings.first { $0.features[.searchLanding] > 0 } ?? landings.first
    guard let page = best?.page else { return nil }
    let card = page.card
    let naming = SiteNaming(question)
    guard let search = card.search,
      let url = WebURL(
        search.template.replacing(
          "{\(search.variable)}", with: escaped(naming.rest(besidesSiteOf: page)))),
      url.isHTTP, let host = url.host
    else { return nil }
    let name = naming.nameBorneOutByDomain(of: page) ?? host
    return SiteSearch(site: name, host: host, template: search.template, url: url.href)
  }

  /// A text as a value in an address.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: PercentEncoding.append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

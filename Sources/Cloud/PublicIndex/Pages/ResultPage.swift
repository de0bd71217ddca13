package import FresnelModel
internal import WebAddresses

/// What results show of a page, read once from its item.
///
/// A class, because pages are kept in memory and shared by answers: to copy some twenty texts for each answer would
/// cost more than to find the page.
package final class ResultPage: Sendable {
  /// What names the page in the index.
  package let identifier: String
  /// Its address.
  package let url: String
  /// Its title; its address where it has none.
  package let title: String
  /// Its description; `nil` where it has none.
  package let description: String?
  /// The host of its address; empty where the address is none of the web.
  package let host: String
  /// When it was published; `nil` where the page doesn't say.
  package let published: Timestamp?
  /// When what it is about begins; `nil` where the page doesn't say.
  package let start: Timestamp?
  /// When that ends; `nil` where the page doesn't say.
  package let end: Timestamp?
  /// The picture, rating, price, buttons and links of its card.
  package let card: PageCard
  /// What it tells of its thing in fields that are searched.
  package let details: PageDetails
  /// The members that each result for programs has of it, as the text of a JSON object without its braces: the same
  /// for all answers, so that it is written once.
  package let json: [UInt8]
  /// About how many bytes of memory it takes.
  package let byteCount: Int

  /// Reads what results show of an item; what can't be read is missing.
  package init(of item: EncodedItem) {
    func text(_ id: AttributeID) -> String? {
      switch try? item.decodedValue(for: .builtIn(id)) {
      case .string(let text), .url(let text): text
      default: nil
      }
    }
    func date(_ id: AttributeID) -> Timestamp? {
      if case .date(let date) = try? item.decodedValue(for: .builtIn(id)) { date } else { nil }
    }
    identifier = item.uniqueIdentifier
    let address = text(.url) ?? identifier
    url = address
    host = WebURL(address)?.host ?? ""
    title = text(.title) ?? address
    description = text(.contentDescription)
    published = date(.contentCreationDate)
    start = date(.startDate)
    end = date(.endDate)
    card = PageCard(of: item)
    details = PageDetails(of: item)
    json = Self.members(
      url: url, title: title, description: description, host: host, date: published ?? start, card,
      details)
    // What the JSON has is there as texts too, some is there as texts alone, and each text has a place.
    let unwritten = [
      identifier, identifier, card.search?.template, card.search?.variable, card.app?.storeID,
      card.app?.name, card.price?.line,
    ]
    let listed = details.types.count + details.ingredients.count + 2 * card.actions.count
    byteCount = unwritten.reduce(1_024 + 2 * json.count + 48 * listed) {
      $0 + ($1?.utf8.count ?? 0)
    }
  }
}

import FresnelQuery

/// Which matches of a search come first.
public enum SearchOrder: Hashable, Sendable {
  /// The best answers to the query.
  case relevance
  /// Those with the least value of an attribute, named as in a query; those without a value come last.
  ///
  /// Numbers and truth values come before dates, dates before texts, and texts are in the order of the
  /// request's locale, with digits compared as numbers. Of an attribute with several values the first
  /// number counts, else the first date, else the first text.
  case ascending(String)
  /// Those with the greatest value of an attribute; those without a value come last all the same.
  case descending(String)

  /// The attribute and its direction; `nil` for ``relevance``.
  var attribute: (name: String, isDescending: Bool)? {
    switch self {
    case .relevance: nil
    case .ascending(let name): (name, false)
    case .descending(let name): (name, true)
    }
  }

  /// Whether a hit comes before another because of their values; `nil` when these are equal, or values
  /// do not matter. It orders the hits of several stores.
  public func puts(_ left: Hit, before right: Hit) -> Bool? {
    guard let attribute, left.sortValue != right.sortValue else { return nil }
    return SortValue.precedes(
      left.sortValue, right.sortValue, isDescending: attribute.isDescending)
  }
}

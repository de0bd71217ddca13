/// A name and a value of a query that is written as forms are (`application/x-www-form-urlencoded`).
public struct QueryItem: Hashable, Sendable {
  /// The name, without escapes.
  public let name: String
  /// The value, without escapes; empty when there is none.
  public let value: String

  /// Makes an item.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// Reads a query.
  ///
  /// - Parameter query: The query without its question mark.
  /// - Returns: The items in their order. Empty ones between two `&` are left out; bytes that aren't UTF-8
  ///   become U+FFFD.
  public static func items(of query: String) -> [QueryItem] {
    Array(query.utf8).split(separator: UInt8(ascii: "&")).map { item in
      let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      return QueryItem(name: text(item[..<equals]), value: text(item[equals...].dropFirst()))
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: PercentEncoding.decode(spaced), as: UTF8.self)
  }
}

extension WebURL {
  /// The names and values of the query; empty when there is none.
  public var queryItems: [QueryItem] { query.map(QueryItem.items) ?? [] }
}

internal import FresnelModel

/// The domains of an index that its app has deleted, numbered in the order in which they were first deleted.
struct DeletedDomains: Equatable {
  private var numbers: [[UInt8]: Int] = [:]

  /// Adds a domain, in UTF-8.
  mutating func insert(_ domain: [UInt8], _ number: Int) { numbers[domain] = number }

  /// The number of the first deletion that concerned a domain: of it or of one above it; `nil` where there was none.
  ///
  /// - Complexity: O(*n* · *m*) in the length of the name and the number of its parts, however many domains there are.
  func first(_ domain: String) -> Int? {
    if numbers.isEmpty { return nil }
    return Self.names(of: domain).compactMap { numbers[$0] }.min()
  }

  /// A domain and those above it, in UTF-8.
  fileprivate static func names(of domain: String) -> [[UInt8]] {
    let name = Array(domain.utf8)
    return [name]
      + name.indices.filter { name[$0] == UInt8(ascii: ".") }.map { Array(name[..<$0]) }
  }
}

/// Names of domains, in UTF-8.
typealias DomainNames = Set<[UInt8]>

extension DomainNames {
  /// Whether a domain is one of these, or lies below one.
  ///
  /// - Complexity: As that of ``DeletedDomains/first(_:)``.
  func contain(_ domain: String) -> Bool {
    !isEmpty && DeletedDomains.names(of: domain).contains { contains($0) }
  }
}

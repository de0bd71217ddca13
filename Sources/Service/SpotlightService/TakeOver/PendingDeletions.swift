internal import FresnelModel

/// What an app has deleted from an index while its own store was still to be taken over.
enum PendingDeletions {
  /// Everything, or more than is noted, so that nobody knows what is left.
  case all(isEmptied: Bool)
  /// Items by their identifiers, and all items of domains.
  case some(identifiers: Set<String>, domains: DeletedDomains)

  /// Whether an item of which the core has nothing may be among it.
  ///
  /// - Parameter item: The item, as the app's own store has it.
  /// - Returns: Whether it may be.
  func contains(_ item: EncodedItem) -> Bool { fate(of: item, nil) != .completed }

  /// Tells what is left of an item that the app may have updated.
  ///
  /// - Parameters:
  ///   - item: The item, as the app's own store has it.
  ///   - note: What is noted of its updates; `nil` where nothing is.
  /// - Returns: What is left.
  func fate(of item: EncodedItem, _ note: UpdateNote?) -> UpdateNote.Fate {
    switch self {
    case .all: return .asInCore
    case .some(let identifiers, let domains):
      if identifiers.contains(item.uniqueIdentifier) { return .asInCore }
      guard let number = item.domainIdentifier.flatMap(domains.first) else { return .completed }
      return note?.fate(afterDeletion: number) ?? .asInCore
    }
  }
}

/// The domains of an index that its app has deleted, numbered in the order in which they were first deleted.
struct DeletedDomains: Equatable {
  private var numbers: [[UInt8]: Int] = [:]

  /// Whether none was deleted.
  var isEmpty: Bool { numbers.isEmpty }

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

internal import Foundation

extension CSSearchQuery {
  /// The items that a query finds, one after another.
  public struct Results: AsyncSequence, Sendable {
    let run: SearchRun

    /// Starts the query.
    ///
    /// A query runs once: a second iterator ends at once, one of a cancelled query throws
    /// ``CSSearchQueryError/Code/cancelled``.
    public func makeAsyncIterator() -> Iterator {
      Iterator(reading: run)
    }

    /// An item found.
    public struct Item: Identifiable, Hashable, Comparable, @unchecked Sendable {
      // Sendable: the item guards its own state.

      /// The item's unique identifier.
      public let id: String
      /// The item.
      public var item: CSSearchableItem

      init(_ item: CSSearchableItem) {
        id = item.uniqueIdentifier
        self.item = item
      }

      private var place: Int { item.rank ?? Int.max }

      /// Whether two results stand for one item in one place of the results.
      public static func == (left: Item, right: Item) -> Bool {
        left.id == right.id && left.place == right.place
      }

      /// Hashes the identifier.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
      }

      /// Orders by the place in the results, the better one first.
      public static func < (left: Item, right: Item) -> Bool {
        (left.place, left.id) < (right.place, right.id)
      }
    }

    /// Reads the items of a query.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      private let reading: BufferReading

      init(reading run: SearchRun) {
        reading = BufferReading(run, for: .items)
      }

      /// Gives the next item; `nil` at the end.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Item? {
        guard case .item(let item) = try await reading.next() else { return nil }
        return Item(item)
      }
    }
  }
}

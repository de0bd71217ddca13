internal import Foundation
internal import SpotlightWire

extension CSUserQuery {
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

  /// A text that the person may go on with.
  public struct Suggestion: Identifiable, Hashable, Comparable, @unchecked Sendable {
    // Sendable: the suggestion is constant.

    /// The text, with the name of the filter in one of a filter: no two suggestions of a query have it in common.
    public let id: String
    /// The suggestion.
    public var suggestion: CSSuggestion
    private let place: Int

    init(_ suggestion: CSSuggestion, place: Int) {
      let text = suggestion.suggestion.text
      id = suggestion.suggestion.token.map { "\($0.shown): \(text)" } ?? text
      self.suggestion = suggestion
      self.place = place
    }

    /// Whether two stand for one text in one place.
    public static func == (left: Suggestion, right: Suggestion) -> Bool {
      left.id == right.id && left.place == right.place
    }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(id)
    }

    /// Orders by the place among the suggestions, the better one first.
    public static func < (left: Suggestion, right: Suggestion) -> Bool {
      (left.place, left.id) < (right.place, right.id)
    }
  }

  /// The items and suggestions of a query, one after another.
  public struct Responses: AsyncSequence, Sendable {
    let run: SearchRun

    /// An item or a suggestion.
    public enum Response: Identifiable, Hashable, Sendable {
      /// An item that was found.
      case item(CSUserQuery.Item)
      /// A text that the person may go on with.
      case suggestion(CSUserQuery.Suggestion)

      /// Tells it from all others of the query.
      public var id: String {
        switch self {
        case .item(let item): "item " + item.id
        case .suggestion(let suggestion): "suggestion " + suggestion.id
        }
      }
    }

    /// Starts the query, which runs once, as with ``CSSearchQuery/Results``.
    public func makeAsyncIterator() -> Iterator {
      Iterator(reading: BufferReading(run, for: .everything))
    }

    /// Reads what a query finds.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      let reading: BufferReading

      /// Gives the next item or suggestion; `nil` at the end.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Response? {
        switch try await reading.next() {
        case .item(let item): .item(Item(item))
        case .suggestion(let suggestion, let place):
          .suggestion(Suggestion(suggestion, place: place))
        case nil: nil
        }
      }
    }
  }

  /// The suggestions of a query, one after another.
  public struct Suggestions: AsyncSequence, Sendable {
    let run: SearchRun

    /// Starts the query, which runs once, as with ``CSSearchQuery/Results``.
    public func makeAsyncIterator() -> Iterator {
      Iterator(reading: BufferReading(run, for: .suggestions))
    }

    /// Reads the suggestions of a query.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      let reading: BufferReading

      /// Gives the next suggestion; `nil` at the end.
      ///
      /// - Throws: ``CSSearchQueryError``.
      public mutating func next() async throws -> Suggestion? {
        guard case .suggestion(let suggestion, let place) = try await reading.next() else {
          return nil
        }
        return Suggestion(suggestion, place: place)
      }
    }
  }
}

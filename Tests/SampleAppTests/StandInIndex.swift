import CoreSpotlight

/// What an app's indexer needs of an index, so that tests can put another in its place.
protocol ItemIndexing: Sendable {
  func indexSearchableItems(_ items: [CSSearchableItem]) async throws
  func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws
  func deleteAllSearchableItems(completionHandler: (@Sendable (Error?) -> Void)?)
}

extension CSSearchableIndex: ItemIndexing {}

/// An index that makes up its own name, and one that takes any.
final class StandInIndex: CSSearchableIndex, @unchecked Sendable {
  let purpose: String

  override init() {
    purpose = "nothing"
    super.init(name: "stand-in")
  }

  override init(name: String) {
    purpose = name
    super.init(name: "stand-in." + name)
  }

  init(purpose: String) {
    self.purpose = purpose
    super.init(name: purpose, protectionClass: .complete)
  }
}

/// An activity as the system would hand it to the app.
final class StandInActivity: NSUserActivity {
  private let kind: String

  init(kind: String, info: [AnyHashable: Any]) {
    self.kind = kind
    super.init(activityType: "stand-in")
    userInfo = info
  }

  override var activityType: String { kind }
}

/// Takes acknowledgement handlers to another task, as code in Swift 6 mode does.
final class ReindexingDelegate: NSObject, CSSearchableIndexDelegate, Sendable {
  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    Task {
      try? await searchableIndex.deleteAllSearchableItems()
      acknowledgementHandler()
    }
  }

  func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    Task { @MainActor in
      acknowledgementHandler()
    }
  }
}

/// The same in an extension.
final class ReindexingHandler: CSIndexExtensionRequestHandler {
  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler:
      @escaping @Sendable () -> Void
  ) {
    Task { @MainActor in
      try? await searchableIndex.indexSearchableItems([])
      acknowledgementHandler()
    }
  }

  override func searchableIndex(
    _ searchableIndex: CSSearchableIndex,
    reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler: @escaping @Sendable () -> Void
  ) {
    searchableIndex.deleteSearchableItems(withIdentifiers: identifiers) { _ in
      acknowledgementHandler()
    }
  }
}

package import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// Answers what the service asks of an app about one of its indexes.
///
/// Methods are called on ``IndexHandle/callbacks``, one at a time. Each calls its completion once, on any
/// thread, now or later. ``ServiceError/Code/unsupported`` says that nobody in this process answers
/// such requests, so that another may be asked.
package protocol CallbackTarget: AnyObject, Sendable {
  /// To index everything again; complete when it has been handed over.
  func reindexAll(_ completion: @escaping @Sendable (ServiceError?) -> Void)

  /// To index some items again, or to delete those that are gone.
  func reindexItems(
    _ identifiers: [String], _ completion: @escaping @Sendable (ServiceError?) -> Void)

  /// To provide an item's data.
  func provideData(
    of item: String, as contentType: String,
    _ completion: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void)

  /// To provide the path of an item's file.
  func provideFile(
    of item: String, as contentType: String, inPlace: Bool,
    _ completion: @escaping @Sendable (Result<String, ServiceError>) -> Void)

  /// To provide items by their identifiers, as far as they exist.
  func provideItems(
    _ identifiers: [String],
    _ completion: @escaping @Sendable (Result<[Item], ServiceError>) -> Void)

  /// Indexing is slowed down, or no longer.
  func throttle(isBeginning: Bool)
}

/// Answers what the service asks of an extension, besides what it asks about an index.
package protocol ExtensionTarget: AnyObject, Sendable {
  /// Who answers requests about an index.
  func target(forIndex name: String) -> any CallbackTarget

  /// To read a file for search; completes with the item, or with `nil` when there is nothing to index.
  func importFile(
    _ file: SharedDescriptor, request: ImportRequest,
    _ completion: @escaping @Sendable (Result<Item?, ServiceError>) -> Void)

  /// To bring the app's items up to date.
  func refresh(reason: String, _ completion: @escaping @Sendable (ServiceError?) -> Void)

  /// The service wants nothing more; the process is to end.
  func finish()
}

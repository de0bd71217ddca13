internal import FresnelModel
internal import SpotlightWire

/// One state of an app as history keeps it: an item whose unique identifier is the key of the state.
///
/// `Documentation/formats/history.md` describes it.
struct StateEntry {
  let item: EncodedItem
  let record: StateRecord

  /// How long a state is kept after the last visit when its app does not say, in seconds.
  static let lifetime = 30.0 * 24 * 60 * 60
  /// The longest encoding of an entry, in bytes.
  static let byteCount = 512 << 10
  /// Entries are found by their expiry, so each has one before this.
  private static let latestExpiration = Timestamp(
    secondsSinceReferenceDate: Timestamp.distantFuture.secondsSinceReferenceDate - 1)

  /// Reads an entry; `nil` when its record is of another version or damaged.
  init?(_ item: EncodedItem) {
    guard case .data(let bytes) = try? item.decodedValue(for: .builtIn(.stateRecord)),
      let record = try? StateRecord(encoded: bytes)
    else { return nil }
    self.item = item
    self.record = record
  }

  /// The key of the state.
  var key: String { item.uniqueIdentifier }

  /// Makes the item of a state.
  ///
  /// - Parameters:
  ///   - key: The key of the state.
  ///   - record: What is kept besides the attributes.
  ///   - attributes: Those that came with the activity.
  /// - Returns: The item, whole.
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/tooLarge`` or
  ///   ``ServiceError/Code/invalidItem``.
  static func item(
    _ key: String, _ record: StateRecord, _ attributes: EncodedItem?
  ) throws(ServiceError) -> EncodedItem {
    let bytes: [UInt8]
    do throws(ModelError) {
      bytes = try encoded(key, record, attributes)
    } catch {
      throw ServiceError(.invalidItem, error.message, attribute: error.attribute)
    }
    guard bytes.count <= byteCount else {
      throw ServiceError(
        .tooLarge,
        "An activity with its attributes may have \(byteCount) bytes, not \(bytes.count).")
    }
    do throws(ModelError) {
      return try EncodedItem(opening: bytes)
    } catch {
      throw ServiceError(.invalidItem, error.message)
    }
  }

  private static func encoded(
    _ key: String, _ record: StateRecord, _ attributes: EncodedItem?
  ) throws(ModelError) -> [UInt8] {
    let activity = record.activity
    var values = try attributes?.item().attributes ?? Attributes()
    if let title = activity.title, !title.isEmpty {
      values[.title] = .string(title)
      values[.displayName] = .string(title)
    }
    if !activity.keywords.isEmpty {
      values[.keywords] = .array(united(values[.keywords], activity.keywords))
    }
    if let webpage = activity.webpage, values[.url] == nil { values[.url] = .url(webpage) }
    values[.lastUsedDate] = .date(record.lastVisit)
    values[.stateRecord] = .data(record.encoded)
    return try ItemCodec.encode(
      Item(
        uniqueIdentifier: key, domainIdentifier: attributes?.text(of: .domainIdentifier),
        expiration: expiration(of: record), attributes: values))
  }

  /// When a state is forgotten that was visited as a record says.
  static func expiration(of record: StateRecord) -> Timestamp {
    min(record.activity.expiration ?? record.lastVisit.advanced(by: lifetime), latestExpiration)
  }

  private static func united(
    _ value: AttributeValue?, _ keywords: [String]
  ) -> [AttributeValue] {
    var present: [AttributeValue]
    switch value {
    case .array(let values): present = values
    case .string(let text): present = [.string(text)]
    default: present = []
    }
    let known = Set(present)
    present += keywords.map { .string($0) }.filter { !known.contains($0) }
    return present
  }
}

extension EncodedItem {
  /// The item that the state of history lives and dies with, of which this is the entry; `nil` when it lives for
  /// itself.
  var relatedIdentifier: String? {
    uniqueIdentifierBytes.first == UInt8(ascii: "r") ? text(of: .relatedUniqueIdentifier) : nil
  }
}

extension Timestamp {
  /// The instant so many seconds later.
  func advanced(by seconds: Double) -> Timestamp {
    Timestamp(secondsSinceReferenceDate: secondsSinceReferenceDate + seconds)
  }
}

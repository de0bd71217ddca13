public import Foundation
internal import FresnelModel
internal import SpotlightWire

/// A thing that an app makes findable: an identifier, a group, a lifetime, and metadata.
open class CSSearchableItem: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Sendable: all state is behind one lock; a subclass answers for its own.
  private let state: Lock<State>

  private struct State: Sendable {
    var uniqueIdentifier: String
    var domainIdentifier: String?
    var expiration: Date?
    var attributeSet: CSSearchableItemAttributeSet
    var isUpdate = false
    var updateListenerOptions: UpdateListenerOptions = []
    /// The item's place among a query's results, from 0; `nil` for items not from a query.
    var rank: Int?
    /// Where the query found it; `nil` for items not from a query.
    var place: FoundPlace?
  }

  /// The index in which a query found an item.
  struct FoundPlace: Hashable, Sendable {
    /// The protection class of the index.
    let protection: ProtectionClass
    /// The name of the index.
    let index: String
  }

  /// Which attributes made by the system an app waits for.
  public struct UpdateListenerOptions: OptionSet, Hashable, Sendable {
    /// One bit per attribute.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// The summary of the item's text.
    public static let summarization = UpdateListenerOptions(rawValue: 1 << 0)
    /// The verdict on whether the item matters.
    public static let priority = UpdateListenerOptions(rawValue: 1 << 1)
  }

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - uniqueIdentifier: The app's name for the item, unique in its index. With `nil` the item
  ///     gets a new UUID, which the app must keep in order to update or delete the item.
  ///   - domainIdentifier: The group of the item; dots separate levels.
  ///   - attributeSet: The metadata.
  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) {
    state = Lock(
      State(
        uniqueIdentifier: uniqueIdentifier ?? UUID().uuidString,
        domainIdentifier: domainIdentifier, attributeSet: attributeSet))
    super.init()
  }

  /// Makes an item without metadata and with a new UUID as its identifier.
  public override convenience init() {
    self.init(
      uniqueIdentifier: nil, domainIdentifier: nil, attributeSet: CSSearchableItemAttributeSet())
  }

  /// The app's name for the item, unique in its index. Change it only before indexing.
  open var uniqueIdentifier: String {
    get { state.value.uniqueIdentifier }
    set { state.update { $0.uniqueIdentifier = newValue } }
  }

  /// The group of the item; dots separate levels. Deleting a group deletes those below it.
  open var domainIdentifier: String? {
    get { state.value.domainIdentifier }
    set { state.update { $0.domainIdentifier = newValue } }
  }

  /// When the item leaves the index: one month after it is indexed, unless set otherwise.
  ///
  /// Setting `nil` brings the default back; `Date.distantFuture` means never.
  open var expirationDate: Date! {
    get { state.value.expiration ?? Self.defaultExpiration(from: Date()) }
    set { state.update { $0.expiration = newValue } }
  }

  /// The metadata.
  open var attributeSet: CSSearchableItemAttributeSet {
    get { state.value.attributeSet }
    set { state.update { $0.attributeSet = newValue } }
  }

  /// Whether indexing merges the item into the stored one instead of replacing it.
  ///
  /// In an update an attribute set to `nil` is deleted, and one never set is kept. An update of an
  /// item that is not in the index adds it.
  open var isUpdate: Bool {
    get { state.value.isUpdate }
    set { state.update { $0.isUpdate = newValue } }
  }

  /// Which attributes made by the system the app waits for.
  open var updateListenerOptions: UpdateListenerOptions {
    get { state.value.updateListenerOptions }
    set { state.update { $0.updateListenerOptions = newValue } }
  }

  /// Orders two results of one query, the better one first.
  ///
  /// Items that no query gave come last and are equal to each other.
  open func compare(byRank other: CSSearchableItem) -> ComparisonResult {
    let (left, right) = (rank ?? Int.max, other.rank ?? Int.max)
    return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
  }

  /// Copies the item and its metadata. Later changes of either do not reach the other.
  open func copy(with zone: NSZone? = nil) -> Any {
    CSSearchableItem(copying: state.value)
  }

  private convenience init(copying state: State) {
    self.init()
    var copied = state
    copied.attributeSet = CSSearchableItemAttributeSet(state.attributeSet.storage.value)
    self.state.value = copied
  }

  // MARK: - Secure coding

  /// Items can be read from archives that are not trusted.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the item to an archive.
  open func encode(with coder: NSCoder) {
    let state = self.state.value
    coder.encode(NSString(string: state.uniqueIdentifier), forKey: "uniqueIdentifier")
    coder.encode(
      state.domainIdentifier.map { NSString(string: $0) }, forKey: "domainIdentifier")
    coder.encode(
      state.expiration.map {
        NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate)
      }, forKey: "expirationDate")
    coder.encode(state.attributeSet, forKey: "attributeSet")
    coder.encode(state.isUpdate, forKey: "isUpdate")
    coder.encode(
      Int64(bitPattern: UInt64(state.updateListenerOptions.rawValue)),
      forKey: "updateListenerOptions")
  }

  /// Reads an item from an archive; fails when its identifier or metadata are missing or damaged.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "uniqueIdentifier"),
      let attributeSet = coder.decodeObject(
        of: CSSearchableItemAttributeSet.self, forKey: "attributeSet")
    else { return nil }
    let options = UInt64(bitPattern: coder.decodeInt64(forKey: "updateListenerOptions"))
    state = Lock(
      State(
        uniqueIdentifier: String(describing: identifier),
        domainIdentifier: coder.decodeObject(of: NSString.self, forKey: "domainIdentifier")
          .map { String(describing: $0) },
        expiration: coder.decodeObject(of: NSDate.self, forKey: "expirationDate")
          .map { Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) },
        attributeSet: attributeSet, isUpdate: coder.decodeBool(forKey: "isUpdate"),
        updateListenerOptions: UpdateListenerOptions(rawValue: UInt(options))))
    super.init()
  }
}

extension CSSearchableItem {
  /// The expiry that the app chose, if it did.
  var chosenExpiration: Date? { state.value.expiration }

  /// The item's place among a query's results, from 0.
  var rank: Int? { state.value.rank }

  /// Where the query found it.
  var place: FoundPlace? { state.value.place }

  /// Makes an item that a query found.
  convenience init(found item: Item, rank: Int, in place: FoundPlace) {
    self.init(
      uniqueIdentifier: item.uniqueIdentifier, domainIdentifier: item.domainIdentifier,
      attributeSet: CSSearchableItemAttributeSet(AttributeStorage(item.attributes)))
    state.update {
      $0.expiration = item.expiration.map {
        Date(timeIntervalSinceReferenceDate: $0.secondsSinceReferenceDate)
      }
      $0.rank = rank
      $0.place = place
    }
  }

  /// One calendar month after an instant.
  static func defaultExpiration(from date: Date) -> Date {
    Calendar(identifier: .gregorian).date(byAdding: .month, value: 1, to: date) ?? .distantFuture
  }
}

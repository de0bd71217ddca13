internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

/// What the metadata log says of an app whose items are being given to another one, the heir: who that is, and what it
/// has deleted since. That must not come back with the items, whether they are copied now or at a later try.
enum PendingAdoption {
  /// So many deletions are noted of all heirs; when there are more, what is left can't be told any more, and no more is
  /// copied.
  static let noteLimit = 1 << 16

  /// An app's items are being given to an heir.
  static func note(_ former: AppIdentity, _ heir: AppIdentity) -> MetadataEntry {
    MetadataEntry(
      table: .adoptions, key: former.identifier, value: Array(heir.identifier.utf8))
  }

  /// An heir has deleted some of its history.
  static func historyDeletion(_ heir: String) -> MetadataEntry {
    MetadataEntry(table: .adoptionDeletions, key: key(IndexScope(app: heir), .history), value: [])
  }

  /// An heir has deleted too much.
  fileprivate static func overflow(_ heir: String) -> MetadataEntry {
    MetadataEntry(table: .adoptionDeletions, key: heir, value: [])
  }

  /// What was deleted of an index: the first byte behind its key.
  fileprivate enum Kind: UInt8 {
    case item = 0x69
    case domain = 0x64
    case everything = 0x61
    case history = 0x68
  }

  fileprivate static func key(_ scope: IndexScope, _ kind: Kind, _ name: String = "") -> String {
    OwedCallback.key(scope, item: "\(Unicode.Scalar(kind.rawValue))\(name)")
  }

  /// What a key says.
  fileprivate struct Deletion {
    let index: String
    let kind: Kind
    let name: String

    /// Reads a key; `nil` when it is about another app, or about none of its indexes.
    init?(_ key: String, of app: String) {
      let bytes = key.utf8
      guard bytes.starts(with: app.utf8) else { return nil }
      let rest = bytes.dropFirst(app.utf8.count)
      guard rest.first == 0, let end = rest.dropFirst().firstIndex(of: 0) else { return nil }
      let tail = rest[end...].dropFirst()
      guard let kind = tail.first.flatMap(Kind.init) else { return nil }
      index = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
      self.kind = kind
      name = String(decoding: tail.dropFirst(), as: UTF8.self)
    }
  }
}

/// What an heir has deleted from an index, or from its history, since it is being given another app's items.
struct AdoptionDeletions {
  /// Whether all was deleted.
  fileprivate(set) var isAll = false
  private var identifiers: Set<String> = []
  private var domains: DomainNames = []
  /// Whether an index was emptied, so that the states of its items are gone.
  private var isIndexEmptied = false

  fileprivate mutating func add(_ deletion: PendingAdoption.Deletion, isHistory: Bool) {
    switch deletion.kind {
    case .item: identifiers.insert(deletion.name)
    case .domain: domains.insert(Array(deletion.name.utf8))
    case .everything:
      isIndexEmptied = true
      if !isHistory { isAll = true }
    case .history: if isHistory { isAll = true }
    }
  }

  /// Whether an item is among it.
  func contains(_ item: EncodedItem) -> Bool {
    isAll || identifiers.contains(item.uniqueIdentifier) || isInDomains(item)
  }

  /// Whether a state of history is among it, or goes with an item that is.
  func contains(state: EncodedItem) -> Bool {
    if isAll || isInDomains(state) { return true }
    guard let related = state.relatedIdentifier else { return false }
    return isIndexEmptied || identifiers.contains(related)
  }

  private func isInDomains(_ item: EncodedItem) -> Bool {
    guard !domains.isEmpty, let domain = item.domainIdentifier else { return false }
    return domains.contain(domain)
  }
}

extension MetadataState {
  /// Whether an app is being given the items of another.
  func isAdopting(_ app: String) -> Bool {
    self[.adoptions].values.contains { $0.elementsEqual(app.utf8) }
  }

  /// The apps that are being given the items of others.
  var adoptingApps: [String] {
    self[.adoptions].values.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What an heir has deleted from an index.
  ///
  /// - Throws: ``ServiceError`` with code ``ServiceError/Code/refused`` when that was too much to be noted.
  /// - Complexity: Linear in the number of deletions noted.
  func adoptionDeletions(from scope: IndexScope) throws(ServiceError) -> AdoptionDeletions {
    guard self[.adoptionDeletions, scope.app] == nil else {
      throw ServiceError(
        .refused,
        "\(scope.app) has deleted too much since it was first given the earlier items to tell what is left of them; "
          + "`fresnel app remove` removes them.")
    }
    return adoptionDeletions(of: scope.app) { $0 == scope.index }
  }

  /// What an heir has deleted from its history, also with items.
  func adoptionDeletions(fromHistoryOf app: String) -> AdoptionDeletions {
    var deletions = adoptionDeletions(of: app, isHistory: true) { _ in true }
    if self[.adoptionDeletions, app] != nil { deletions.isAll = true }
    return deletions
  }

  private func adoptionDeletions(
    of app: String, isHistory: Bool = false, where isWanted: (String) -> Bool
  ) -> AdoptionDeletions {
    var deletions = AdoptionDeletions()
    for key in self[.adoptionDeletions].keys {
      guard let deletion = PendingAdoption.Deletion(key, of: app), isWanted(deletion.index) else {
        continue
      }
      deletions.add(deletion, isHistory: isHistory)
    }
    return deletions
  }

  /// The entries that note what a batch deletes from an index of an heir.
  func notingAdoptionDeletions(of batch: Batch) -> [MetadataEntry] {
    let scope = batch.scope
    // What is gathered aside is of no index yet.
    guard !ScopeName.isInternal(scope), self[.adoptionDeletions, scope.app] == nil else {
      return []
    }
    var keys: Set<String> = []
    for operation in batch.operations {
      switch operation {
      case .deleteIdentifiers(let identifiers):
        keys.formUnion(identifiers.map { PendingAdoption.key(scope, .item, $0) })
      case .deleteDomains(let domains):
        keys.formUnion(domains.map { PendingAdoption.key(scope, .domain, $0) })
      case .deleteAll: keys.insert(PendingAdoption.key(scope, .everything))
      case .put, .putEncoded: break
      }
    }
    let noted = self[.adoptionDeletions]
    keys = keys.filter { noted[$0] == nil }
    guard noted.count + keys.count <= PendingAdoption.noteLimit else {
      return [PendingAdoption.overflow(scope.app)]
    }
    return keys.sorted().map { MetadataEntry(table: .adoptionDeletions, key: $0, value: []) }
  }

  /// The entries that forget what is noted for the sake of an app, which is being removed: as the one whose items are
  /// given to another, or as an heir.
  func forgettingAdoptions(of app: String) -> [MetadataEntry] {
    forgettingAdoptions { former, heir in former == app || heir == app }
  }

  /// The entries that forget that an app's items are being given to another.
  func forgettingAdoption(from former: String) -> [MetadataEntry] {
    forgettingAdoptions { name, _ in name == former }
  }

  private func forgettingAdoptions(
    where isOver: (_ former: String, _ heir: String) -> Bool
  ) -> [MetadataEntry] {
    let adoptions = self[.adoptions].mapValues { String(decoding: $0, as: UTF8.self) }
    let over = adoptions.filter { isOver($0.key, $0.value) }
    let left = Set(adoptions.filter { over[$0.key] == nil }.values)
    return over.keys.map { MetadataEntry(table: .adoptions, key: $0, value: nil) }
      + Set(over.values).subtracting(left).flatMap { forgetting($0, in: [.adoptionDeletions]) }
  }
}

import FresnelModel

/// The puts of a batch, gathered by item, so that all partial updates of an item are merged at once.
///
/// Merged one after another, each update would write the whole item anew: an item that a batch gives an attribute
/// with each of its updates would cost the square of their number.
///
/// What is put waits while the deletions of the batch are applied. That comes to the same, except where a domain is
/// deleted: an item goes that is in the domain by then, and one stays that has left it by then. So, before a domain is
/// deleted, it is looked up what is stored of the items that wait, once for each. Of that only the domain is kept in
/// memory. A whole item has its domain whatever is stored, so of that nothing is read: where the item goes, what may be
/// stored under its identifier is deleted with it.
struct ItemRuns {
  /// What a batch puts under one identifier.
  private struct Run {
    var identifier: ArraySlice<UInt8> = []
    /// The items in order; none once the identifier was deleted, or where nothing is to be put.
    var items: [EncodedItem] = []
    /// Whether the domain is known that the run comes to: it was looked up what is stored, or that does not matter.
    var isSettled = false
    /// Whether what is stored stays, whatever is put.
    var keepsStored = false
    /// Whether an item is stored, expired or not; also where it was not looked up.
    var mayBeStored = false
    /// Its domain; `nil` also when it has expired.
    var storedDomain: ArraySlice<UInt8>?
    /// The domain and the expiry of what the run comes to so far; known once it is settled.
    var domain: ArraySlice<UInt8>?
    var expiration: Timestamp?
  }

  private var runs: [Run] = []
  /// Where the run of an identifier is.
  private var places: [ArraySlice<UInt8>: Int] = [:]
  /// The runs of which it was not looked up what is stored.
  private var unsettled: [Int] = []
  /// The runs by the domains of what is stored of them, and of what they come to, now or before.
  private var domains = DomainTree()
  private let keepsStoredItems: Bool
  private let now: Timestamp

  /// - Parameters:
  ///   - keepsStoredItems: Whether only items are put that are not stored.
  ///   - now: The time by which items expire.
  init(keepsStoredItems: Bool, now: Timestamp) {
    self.keepsStoredItems = keepsStoredItems
    self.now = now
  }

  /// Adds items in the order in which they are put.
  ///
  /// - Complexity: O(*n*) in the number of items, and the bytes of their identifiers and domains.
  mutating func append(_ items: [EncodedItem]) {
    for item in items {
      let place = places[item.uniqueIdentifierBytes] ?? runs.count
      if place == runs.count {
        places[item.uniqueIdentifierBytes] = place
        unsettled.append(place)
        runs.append(Run(identifier: item.uniqueIdentifierBytes))
      }
      append(item, at: place)
    }
  }

  private mutating func append(_ item: EncodedItem, at place: Int) {
    if keepsStoredItems {
      // An item that was put before is stored by then, unless it had expired.
      if runs[place].keepsStored { return }
      if let last = runs[place].items.last, (last.expiration ?? .distantFuture) > now { return }
      runs[place].items.removeAll(keepingCapacity: true)
    } else if !item.isUpdate {
      // A whole item replaces what came before it.
      runs[place].items.removeAll(keepingCapacity: true)
    }
    runs[place].items.append(item)
    if runs[place].isSettled { record(item, at: place) }
  }

  /// Records what an item makes of the domain and the expiry of a run.
  private mutating func record(_ item: EncodedItem, at place: Int) {
    if !item.isUpdate || (runs[place].expiration ?? .distantFuture) <= now {
      runs[place].domain = nil
      runs[place].expiration = nil
    }
    runs[place].expiration = item.expiration ?? runs[place].expiration
    if let bytes = item.domainIdentifierBytes, bytes != runs[place].domain {
      // A slice would keep the whole item.
      let domain = Array(bytes)[...]
      runs[place].domain = domain
      domains.insert(place, in: domain)
    }
  }

  // MARK: - Deletions

  /// Forgets what was put under identifiers that are deleted then.
  mutating func remove(_ identifiers: [String]) {
    for identifier in identifiers {
      if let place = places.removeValue(forKey: Array(identifier.utf8)[...]) {
        runs[place] = Run()
      }
    }
  }

  /// Forgets everything.
  mutating func removeAll() {
    self = ItemRuns(keepsStoredItems: keepsStoredItems, now: now)
  }

  /// A run and its first item.
  typealias First = (place: Int, item: EncodedItem)

  /// Takes out the runs of which it has to be looked up what is stored before a domain is deleted. Those that begin
  /// with a whole item, and replace what is stored, are settled by that.
  mutating func takeUnsettled() -> [First] {
    defer { unsettled = [] }
    return unsettled.compactMap { place in
      guard let first = runs[place].items.first else { return nil }
      if keepsStoredItems || first.isUpdate { return (place, first) }
      runs[place].isSettled = true
      runs[place].mayBeStored = true
      for item in runs[place].items { record(item, at: place) }
      return nil
    }
  }

  /// Records what is stored of the item of a run, `nil` where nothing is.
  mutating func settle(_ place: Int, stored: EncodedItem?) {
    let items = runs[place].items
    runs[place].isSettled = true
    runs[place].mayBeStored = stored != nil
    if let stored {
      let isVisible = (stored.expiration ?? .distantFuture) > now
      if keepsStoredItems, isVisible {
        runs[place].keepsStored = true
        runs[place].items = []
      } else if isVisible {
        runs[place].storedDomain = stored.domainIdentifierBytes.map { Array($0)[...] }
      }
      record(stored, at: place)
    }
    for item in runs[place].keepsStored ? [] : items { record(item, at: place) }
  }

  /// What has to be done besides where domains are deleted.
  struct Removal {
    /// The runs that have left the domains, and update items that are stored in them: these go, so the runs have to
    /// begin with them, see ``begin(_:with:)``.
    var leaving: [First] = []
    /// The identifiers of items that have come to the domains, and are stored in others, or may be.
    var arrived: [String] = []
  }

  /// Has domains deleted: what is in one of them by now goes.
  ///
  /// All runs have to be settled.
  ///
  /// - Complexity: O(*b*) in the bytes of the domains, besides what each run costs once for each domain it was in.
  mutating func removeDomains(_ removed: [String]) -> Removal {
    var removal = Removal()
    var leaving: [Int] = []
    for domain in removed {
      let removed = Array(domain.utf8)
      for place in domains.removeAll(atOrBelow: removed[...]) {
        let run = runs[place]
        let isStoredThere = Self.isIn(run.storedDomain, removed)
        if Self.isIn(run.domain, removed) {
          if run.mayBeStored, !isStoredThere {
            removal.arrived.append(String(decoding: run.identifier, as: UTF8.self))
          }
          places[run.identifier] = nil
          runs[place] = Run()
        } else if isStoredThere {
          runs[place].mayBeStored = false
          runs[place].storedDomain = nil
          leaving.append(place)
        }
      }
    }
    removal.leaving = leaving.compactMap { place in
      runs[place].items.first.flatMap { $0.isUpdate ? (place, $0) : nil }
    }
    return removal
  }

  /// Puts what was stored before the updates of a run.
  mutating func begin(_ place: Int, with stored: EncodedItem) {
    runs[place].items.insert(stored, at: 0)
  }

  private static func isIn(_ domain: ArraySlice<UInt8>?, _ removed: [UInt8]) -> Bool {
    domain.map { Domain.isEqualOrBelow(Array($0), removed) } ?? false
  }

  // MARK: - Taking

  /// The runs in the order in which their items were first put; each has an item.
  consuming func take() -> [[EncodedItem]] {
    runs.map(\.items).filter { !$0.isEmpty }
  }
}

extension EncodedItem {
  /// The whole item that there is after some were put in turn under the identifier of one.
  ///
  /// An update that comes when what it would change has expired begins a new item, as it does when nothing is stored.
  ///
  /// - Parameters:
  ///   - run: The items, one or more; only the first can be a whole one.
  ///   - stored: What was stored before; `nil` when nothing was.
  ///   - now: The time by which items expire.
  /// - Returns: The whole item.
  /// - Throws: ``ModelError`` when the result is too large, or one of them is damaged.
  /// - Complexity: O(*b* log *b*) in the number of bytes of all.
  static func whole(
    of run: [EncodedItem], after stored: EncodedItem?, now: Timestamp
  ) throws(ModelError) -> EncodedItem {
    var base = stored
    var expiration = stored?.expiration
    var updates = run[...]
    for (place, item) in zip(run.indices, run) {
      if !item.isUpdate {
        base = item
        expiration = item.expiration
        updates = run[(place + 1)...]
        continue
      }
      if let earlier = expiration, earlier <= now {
        base = nil
        expiration = nil
        updates = run[place...]
      }
      expiration = item.expiration ?? expiration
    }
    if updates.isEmpty, let base { return base }
    return try EncodedItem(opening: try merging(updates, into: base))
  }
}

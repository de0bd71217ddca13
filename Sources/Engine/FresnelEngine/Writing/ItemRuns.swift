import FresnelModel

/// The puts of a batch, gathered by item, so that all partial updates of an item are merged at once.
///
/// Merged one after another, each update would write the whole item anew: an item that a batch gives an attribute
/// with each of its updates would cost the square of their number.
struct ItemRuns {
  /// What a batch puts under one identifier, in order; empty once that was deleted.
  private var runs: [[EncodedItem]] = []
  /// Where the run of an identifier is.
  private var places: [ArraySlice<UInt8>: Int] = [:]

  /// Adds items in the order in which they are put.
  ///
  /// - Complexity: O(*n*) in the number of items, and the bytes of their identifiers.
  mutating func append(_ items: [EncodedItem]) {
    for item in items {
      let place = places[item.uniqueIdentifierBytes] ?? runs.count
      if place == runs.count {
        places[item.uniqueIdentifierBytes] = place
        runs.append([])
      }
      // A whole item replaces what came before it.
      if !item.isUpdate { runs[place].removeAll(keepingCapacity: true) }
      runs[place].append(item)
    }
  }

  /// Forgets what was put under identifiers that are deleted then.
  mutating func remove(_ identifiers: [String]) {
    for identifier in identifiers {
      if let place = places.removeValue(forKey: Array(identifier.utf8)[...]) { runs[place] = [] }
    }
  }

  /// Forgets everything.
  mutating func removeAll() {
    self = ItemRuns()
  }

  /// Takes the runs out, in the order in which their items were first put.
  mutating func take() -> [[EncodedItem]] {
    defer { removeAll() }
    return runs.filter { !$0.isEmpty }
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

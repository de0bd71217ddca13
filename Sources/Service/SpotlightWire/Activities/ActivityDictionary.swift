/// What an activity carries by key, such as its `userInfo`: each key once, in the order of the encoding.
///
/// Keys are text or numbers; ``ActivityValue/check()`` finds others. They differ by their encodings: two
/// may still be equal as Unicode text, or as numbers of different types, so a Swift dictionary can have
/// fewer entries.
package struct ActivityDictionary: Hashable, Sendable {
  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    /// Text or a number.
    package let key: ActivityValue
    /// What it stands for.
    package let value: ActivityValue

    /// Makes an entry.
    package init(key: ActivityValue, value: ActivityValue) {
      self.key = key
      self.value = value
    }
  }

  /// The entries; their keys ascend by their encodings.
  package let entries: [Entry]

  /// Makes a dictionary. Where a key is there twice, its last value counts.
  ///
  /// - Complexity: O(*n* log *n*) in the number of pairs.
  package init(_ pairs: [(ActivityValue, ActivityValue)] = []) {
    var latest: [[UInt8]: Entry] = [:]
    latest.reserveCapacity(pairs.count)
    for (key, value) in pairs { latest[key.canonicalBytes] = Entry(key: key, value: value) }
    entries = latest.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// Takes over entries whose keys are known to ascend.
  init(ascending entries: [Entry]) {
    self.entries = entries
  }

  /// The value under a key that is text; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package subscript(_ key: String) -> ActivityValue? {
    entries.first { $0.key.isText(in: [key]) }?.value
  }

  /// The dictionary with only those entries whose keys are among some texts.
  ///
  /// - Complexity: O(*n* + *k*) in the numbers of entries and of keys.
  package func keeping(_ keys: [String]) -> ActivityDictionary {
    let keys = Set(keys)
    return ActivityDictionary(ascending: entries.filter { $0.key.isText(in: keys) })
  }
}

extension ActivityValue {
  /// Whether the value is one of some texts, compared as Swift compares the keys of a dictionary.
  fileprivate func isText(in texts: Set<String>) -> Bool {
    if case .text(let text) = self { texts.contains(text) } else { false }
  }
}

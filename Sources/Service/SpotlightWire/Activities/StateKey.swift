package import FresnelModel

/// The name of a place of an app, by which history knows that an activity was there before.
///
/// `Documentation/formats/activity.md` describes it.
package enum StateKey {
  /// The longest key, in bytes; one that would be longer ends in a hash.
  package static let byteCount = 1 << 10

  /// The key of the state that an activity stands for: by its related item, else its weakly related one, else
  /// its webpage, else its required keys, else all that it carries.
  ///
  /// - Parameters:
  ///   - activity: The activity.
  ///   - attributes: Its attributes. A related identifier that is empty, is no text, or cannot be read counts
  ///     as missing.
  /// - Returns: At most ``byteCount`` bytes.
  package static func of(_ activity: WireActivity, _ attributes: EncodedItem?) -> String {
    if let identifier = attributes?.text(of: .relatedUniqueIdentifier) {
      return ofItem(identifier)
    }
    if let identifier = attributes?.text(of: .weakRelatedUniqueIdentifier) {
      return bounded("w", identifier)
    }
    if let webpage = activity.webpage {
      return bounded("u", WebAddress.normalized(webpage))
    }
    if let keys = activity.requiredKeys {
      let required = activity.userInfo.keeping(keys)
      if !required.entries.isEmpty { return hashed("k", activity.type, required) }
    }
    return hashed("i", activity.type, activity.userInfo)
  }

  /// The key of all activities that live and die with an item.
  package static func ofItem(_ identifier: String) -> String {
    bounded("r", identifier)
  }

  private static func bounded(_ kind: String, _ text: String) -> String {
    let key = kind + text
    guard key.utf8.count > byteCount else { return key }
    return kind + "#" + ContentHash.hexadecimal(of: Array(key.utf8))
  }

  private static func hashed(
    _ kind: String, _ type: String, _ entries: ActivityDictionary
  ) -> String {
    let bytes = Array(type.utf8) + [0] + ActivityValue.dictionary(entries).canonicalBytes
    return kind + ContentHash.hexadecimal(of: bytes)
  }
}

extension EncodedItem {
  /// An attribute that is a text or a URL; `nil` when it is missing, empty, of another type or damaged.
  package func text(of id: AttributeID) -> String? {
    guard let value = try? decodedValue(for: .builtIn(id)) else { return nil }
    switch value {
    case .string(let text) where !text.isEmpty, .url(let text) where !text.isEmpty: return text
    default: return nil
    }
  }
}

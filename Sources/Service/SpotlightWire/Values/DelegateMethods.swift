/// The requests that an app takes for one of its indexes.
package struct DelegateMethods: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// Makes a set of its bits.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// To index everything again.
  package static let reindexAll = DelegateMethods(rawValue: 1)
  /// To index some items again.
  package static let reindexItems = DelegateMethods(rawValue: 2)
  /// To hear that its indexing is slowed down.
  package static let throttle = DelegateMethods(rawValue: 4)
  /// To provide an item's data.
  package static let data = DelegateMethods(rawValue: 8)
  /// To provide an item's file.
  package static let file = DelegateMethods(rawValue: 16)
  /// To provide items by their identifiers.
  package static let items = DelegateMethods(rawValue: 32)
  /// Those that there are.
  package static let all = DelegateMethods(rawValue: 63)
}

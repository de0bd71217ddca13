internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire
internal import WebResults

extension KnownEntities {
  /// What stands in a list of results.
  ///
  /// - Parameters:
  ///   - found: The results.
  ///   - stores: Where their whole items are read: what a list shows of an item tells no address.
  ///   - isWanted: Asked now and then whether to go on.
  init(
    _ found: [StoreSet.Found], in stores: StoreSet, while isWanted: () -> Bool = { true }
  ) {
    self.init()
    for result in found where isWanted() {
      guard let item = stores.wholeItem(of: result) else { continue }
      insert(item.uniqueIdentifier)
      for id in [AttributeID.url, .contentURL] {
        if let address = item.text(of: id) { insert(address) }
      }
      if let page = Self.record(of: item)?.activity.webpage { insert(page) }
    }
  }

  /// What history keeps of a state.
  private static func record(of item: EncodedItem) -> StateRecord? {
    guard case .data(let bytes)? = try? item.decodedValue(for: .builtIn(.stateRecord)) else {
      return nil
    }
    return try? StateRecord(encoded: bytes)
  }
}

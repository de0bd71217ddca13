internal import FresnelEngine
internal import FresnelModel
internal import SpotlightWire

extension ServiceError {
  /// Translates a failure of the store.
  init(_ error: StoreError) {
    let code: Code =
      switch error.code {
      case .invalidItem: .invalidItem
      case .clientStateMismatch: .mismatchedClientState
      default: .unavailable
      }
    self.init(code, error.message)
  }
}

extension ServiceError {
  /// Translates the failure of a batch, and names the item at fault.
  init(_ error: StoreError, of batch: Batch) {
    self.init(error)
    guard let index = error.itemIndex else { return }
    var left = index
    for case .putEncoded(let items) in batch.operations {
      if left < items.count {
        // An over-long identifier is the fault itself; only its beginning helps.
        let name = String(items[left].uniqueIdentifier.prefix(80))
        itemIdentifier = name
        message = "The item \"\(name)\" cannot be stored: \(error.message)"
        return
      }
      left -= items.count
    }
  }
}

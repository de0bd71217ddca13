internal import FresnelEngine
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

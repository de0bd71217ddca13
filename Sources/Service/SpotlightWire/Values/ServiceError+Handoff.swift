extension ServiceError {
  private static let handoffCodeKey = "handoff.code"

  /// Says that something between two devices failed.
  ///
  /// - Parameters:
  ///   - code: What an app is told: 4608 to 4611, the codes of user activities in Cocoa.
  ///   - message: One sentence in English.
  package init(handoffCode code: UInt16, _ message: String) {
    let kind: Code =
      switch code {
      case 4609, 4610: .unavailable
      case 4611: .tooLarge
      default: .refused
      }
    self.init(kind, message, details: [Detail(key: Self.handoffCodeKey, value: "\(code)")])
  }

  /// What an app is told of a failure between two devices: what the service named, else 4609 (connection
  /// unavailable) where nobody serves such requests, and 4608 (hand-over failed) for all else.
  package var handoffCode: UInt16 {
    let named = details.first { $0.key == Self.handoffCodeKey }.flatMap { UInt16($0.value) }
    if let named, 4608...4611 ~= named { return named }
    return switch code {
    case .unavailable, .connectionLost, .unsupported: 4609
    default: 4608
    }
  }
}

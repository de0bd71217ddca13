internal import SpotlightWire

/// The condition that the end of a batch puts on the stored client state.
package enum ClientStateCondition: Hashable, Sendable {
  /// No condition.
  case any
  /// The stored state equals these bytes; `nil` stands for an index that never had one.
  case exactly([UInt8]?)

  var expectation: ClientStateExpectation {
    switch self {
    case .any: .any
    case .exactly(nil): .absent
    case .exactly(let bytes?): .equal(bytes)
    }
  }
}

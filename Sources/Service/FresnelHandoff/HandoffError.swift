internal import SpotlightWire

/// Why a pairing, a connection or the hand-over of an activity came to nothing.
package struct HandoffError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be done about it.
  package enum Code: Hashable, Sendable {
    /// The other side breaks the protocol; the connection is of no more use.
    case malformed
    /// What came was not sealed by the device it is said to be of, or was changed, repeated or put into
    /// another order on its way; the connection is of no more use.
    case forged
    /// The codes are not the same, or somebody is in between; ask the person for the code again.
    case wrongCode
    /// The code was shown for too long or tried too often; show another one.
    case codeGone
    /// A pairing is under way, or there is too much at once; try again.
    case busy
    /// No answer came in time; try again.
    case timedOut
    /// No paired device is meant.
    case unknownDevice
    /// The activity or the message is larger than may be sent; send less.
    case tooLarge
    /// What was asked for is gone, refused or was never offered.
    case ended
    /// The session is locked; unlock it.
    case locked
    /// The connection was lost.
    case disconnected
    /// The file of devices breaks its format; no other one is made in its place.
    case damaged
    /// The file of devices is whole, and the key is not the one that seals it.
    case wrongKey
    /// What keeps the key of the file of devices does not give it now; try again when it does.
    case keyUnavailable
    /// A newer program wrote the file; only that one can read it.
    case newerFormat
    /// libsodium cannot be used, or there is no memory for a secret.
    case system
  }

  /// What can be done about it.
  package let code: Code
  /// One sentence that says what failed.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes an error of what an app is told.
  package init(refusing refusal: Refusal, _ message: String) {
    let code: Code =
      switch refusal {
      case .failed: .ended
      case .connectionUnavailable: .disconnected
      case .timedOut: .timedOut
      case .tooLarge: .tooLarge
      }
    self.init(code, message)
  }

  init(_ error: WireError) {
    self.init(.malformed, error.message)
  }

  /// The message.
  package var description: String { message }

  /// What an app is told that waits for the activity.
  package var refusal: Refusal {
    switch code {
    case .forged, .malformed, .disconnected: .connectionUnavailable
    case .timedOut: .timedOut
    case .tooLarge: .tooLarge
    default: .failed
    }
  }
}

/// The numbers by which apps know why an activity could not be handed over.
package enum Refusal: UInt16, Hashable, Sendable, CaseIterable {
  /// It was refused, ended, or is none that may be handed over (`handoffFailed`).
  case failed = 4608
  /// There is no connection to the device, or it was lost (`connectionUnavailable`).
  case connectionUnavailable = 4609
  /// The device or its app did not answer in time (`remoteApplicationTimedOut`).
  case timedOut = 4610
  /// The activity is larger than may be handed over (`handoffUserInfoTooLarge`).
  case tooLarge = 4611
}

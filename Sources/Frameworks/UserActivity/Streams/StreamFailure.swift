internal import Foundation
internal import FresnelPlatform
internal import SpotlightWire

/// Why a stream to an app on another device has failed.
enum StreamFailure: Sendable {
  /// The other app has gone or has let go of the stream, or its device cannot be reached any more.
  case lost
  /// The system has refused.
  case system(SystemError)

  /// The error as Foundation's streams tell it.
  var error: any Error {
    switch self {
    case .lost:
      CocoaError(
        .userActivityConnectionUnavailable,
        userInfo: [NSLocalizedDescriptionKey: "The app on the other device is gone."])
    case .system(let error):
      NSError(
        domain: NSPOSIXErrorDomain, code: Int(error.errno),
        userInfo: [NSLocalizedDescriptionKey: error.message])
    }
  }
}

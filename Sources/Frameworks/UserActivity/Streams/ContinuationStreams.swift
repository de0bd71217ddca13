internal import Foundation
internal import FresnelPlatform
internal import SpotlightWire

/// The two streams between an app here and the app on another device from which an activity came, or which took it.
struct ContinuationStreams {
  /// What the other app writes.
  let input: InputStream
  /// What the other app reads.
  let output: OutputStream

  /// Makes streams, not open yet, over what the service hands out.
  ///
  /// - Parameter descriptors: A socket for the bytes, and one on which their ends are told.
  /// - Throws: ``SystemError`` when these are not there, or no more files may be open.
  init(over descriptors: [SharedDescriptor]) throws(SystemError) {
    guard let bytes = descriptors.first else {
      throw SystemError(
        .invalidArgument, call: "recvmsg", explanation: "No socket came for the streams.")
    }
    let ends =
      descriptors.count > 1 ? StreamEnds(try UnixSocket(adopting: descriptors[1])) : nil
    // Each direction has a descriptor of its own, and the socket ends with the second of them.
    let copy = try UnixSocket(adopting: try bytes.duplicate())
    input = ContinuationInputStream(copy, ends)
    output = ContinuationOutputStream(try UnixSocket(adopting: bytes), ends)
  }

  /// Makes streams over what came of asking for them.
  ///
  /// - Throws: An error as apps get it.
  init(over result: Result<[SharedDescriptor], ServiceError>) throws(CocoaError) {
    switch result {
    case .failure(let error):
      throw CocoaError(
        CocoaError.Code(rawValue: Int(error.handoffCode)),
        userInfo: [NSLocalizedDescriptionKey: error.message])
    case .success(let descriptors):
      do throws(SystemError) {
        try self.init(over: descriptors)
      } catch {
        throw CocoaError(
          .userActivityHandoffFailed, userInfo: [NSLocalizedDescriptionKey: error.message])
      }
    }
  }
}

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
  /// - Parameter descriptors: A socket, with the first byte of which comes that on which ends are told.
  /// - Throws: ``SystemError`` when these are not there, or no more files may be open.
  init(over descriptors: [SharedDescriptor]) throws(SystemError) {
    guard let descriptor = descriptors.first else {
      throw SystemError(
        .invalidArgument, call: "recvmsg", explanation: "No socket came for the streams.")
    }
    let socket = try UnixSocket(adopting: descriptor)
    try self.init(over: socket, StreamEnds(takingFrom: socket))
  }

  /// Makes streams, not open yet.
  ///
  /// - Parameters:
  ///   - socket: Carries the bytes.
  ///   - ends: Where their ends are told.
  /// - Throws: ``SystemError`` when no more files may be open.
  init(over socket: UnixSocket, _ ends: StreamEnds) throws(SystemError) {
    // Each direction has a descriptor of its own, and the socket ends with the second of them.
    input = ContinuationInputStream(
      try UnixSocket(adopting: try socket.descriptor.duplicate()), ends)
    output = ContinuationOutputStream(socket, ends)
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

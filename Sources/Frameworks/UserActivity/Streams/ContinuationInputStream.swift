internal import Foundation
internal import FresnelPlatform
internal import SpotlightWire

/// What an app on another device writes, as a stream of Foundation.
///
/// Foundation makes none over a socket outside Apple's platforms. The class that this one derives from is given
/// nothing to read, and never asked.
final class ContinuationInputStream: InputStream {
  private let half: StreamHalf
  private let ends: StreamEnds

  /// Makes a stream over one direction of a socket.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - ends: Where the other side says that it has written all.
  init(_ socket: UnixSocket, _ ends: StreamEnds) {
    self.ends = ends
    half = StreamHalf(socket, waitingFor: .readable) { socket in
      do throws(SystemError) {
        let found = try socket.peek()
        if let stage = Self.stage(after: found, ends) { return .over(stage) }
        return found == .wouldBlock ? .notYet : .ready
      } catch {
        return .over(.failed(.system(error)))
      }
    }
    super.init(data: Data())
  }

  /// Where reading has led; `nil` when it goes on.
  private static func stage(
    after result: UnixSocket.PlainRead, _ ends: StreamEnds
  ) -> StreamHalf.Stage? {
    switch result {
    case .bytes, .wouldBlock: nil
    // After a reset the other side has not read all that was written here, which says nothing of what it wrote.
    case .end, .reset: ends.otherHasEnded ? .atEnd : .failed(.lost)
    }
  }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    let room = UnsafeMutableRawBufferPointer(start: buffer, count: max(0, len))
    while let socket = half.openSocket {
      guard !room.isEmpty else { return 0 }
      do throws(SystemError) {
        let result = try socket.read(into: room)
        if case .bytes(let count) = result {
          half.wasUsed()
          return count
        }
        if let stage = Self.stage(after: result, ends) {
          half.end(stage)
        } else {
          _ = try socket.readiness(for: .readable, waiting: true)
        }
      } catch {
        half.end(.failed(.system(error)))
      }
    }
    return half.status == .atEnd ? 0 : -1
  }

  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    length len: UnsafeMutablePointer<Int>
  ) -> Bool { false }

  override var hasBytesAvailable: Bool { half.isReady() }

  // MARK: - As every stream

  override weak var delegate: (any StreamDelegate)? {
    didSet { half.tellAgain() }
  }

  override func open() { half.open() }

  override func close() { _ = half.close() }

  override var streamStatus: Status { half.status }

  override var streamError: (any Error)? { half.error }

  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.schedule(self, in: aRunLoop, mode)
  }

  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.remove(from: aRunLoop, mode)
  }

  override func property(forKey key: PropertyKey) -> AnyObject? { nil }

  override func setProperty(_ property: AnyObject?, forKey key: PropertyKey) -> Bool { false }
}

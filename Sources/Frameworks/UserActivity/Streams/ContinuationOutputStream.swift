internal import Foundation
internal import FresnelPlatform
internal import SpotlightWire

/// What an app on another device reads, as a stream of Foundation.
///
/// A write takes what the socket takes, and waits for room where there is none: nothing is kept here.
final class ContinuationOutputStream: OutputStream {
  private let half: StreamHalf
  private let ends: StreamEnds?

  /// Makes a stream over one direction of a socket.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - ends: Where the other side hears that all was written.
  init(_ socket: UnixSocket, _ ends: StreamEnds) {
    self.ends = ends
    half = StreamHalf(socket, waitingFor: .writable) { socket in
      do throws(SystemError) {
        let ready = try socket.readiness(for: .writable)
        if ready.contains(.closed) { return .over(.failed(.lost)) }
        return ready.contains(.writable) ? .ready : .notYet
      } catch {
        return .over(.failed(.system(error)))
      }
    }
    super.init(toMemory: ())
  }

  /// Foundation's way to make a stream of a class. One that is made so leads nowhere, and is closed.
  required init(toMemory: ()) {
    ends = nil
    half = StreamHalf(nil, waitingFor: .writable) { _ in .notYet }
    super.init(toMemory: ())
  }

  deinit {
    // An app that lets go of a stream closes it. One that it never opened, it has not taken: that is no end.
    if half.status != .notOpen { finish() }
  }

  override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(start: buffer, count: max(0, len))
    while let socket = half.openSocket {
      guard !bytes.isEmpty else { return 0 }
      do throws(SystemError) {
        let count = try socket.send(bytes)
        if count > 0 {
          half.wasUsed()
          return count
        }
        _ = try socket.readiness(for: .writable, waiting: true)
      } catch {
        let isLost = error.code == .brokenPipe || error.code == .connectionReset
        half.end(.failed(isLost ? .lost : .system(error)))
      }
    }
    return -1
  }

  override var hasSpaceAvailable: Bool { half.isReady() }

  override func close() { finish() }

  /// Says that this is all. What was written is read to the end.
  private func finish() {
    guard let socket = half.close() else { return }
    ends?.tellEnd()
    socket.endOutput()
  }

  // MARK: - As every stream

  override weak var delegate: (any StreamDelegate)? {
    didSet { half.tellAgain() }
  }

  override func open() { half.open() }

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

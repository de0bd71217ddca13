import Foundation
import FresnelPlatform
import SpotlightWire
import Synchronization

@testable import UserActivity

/// The streams of two apps, connected as devices connect them.
struct StreamPair {
  let here: ContinuationStreams
  let there: ContinuationStreams

  /// Connects them.
  ///
  /// - Throws: ``SystemError``.
  init() throws {
    let (bytes, otherBytes) = try UnixSocket.pair()
    let (ends, otherEnds) = try UnixSocket.pair()
    here = try ContinuationStreams(over: bytes, StreamEnds(over: ends))
    there = try ContinuationStreams(over: otherBytes, StreamEnds(over: otherEnds))
  }

  /// Opens all four.
  func open() {
    for stream in [here.input, here.output, there.input, there.output] as [Stream] { stream.open() }
  }
}

extension OutputStream {
  /// Writes all bytes, however long that takes.
  ///
  /// - Returns: How many were taken before an error.
  func write(all bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var count = 0
      while count < buffer.count {
        let written = write(start + count, maxLength: buffer.count - count)
        guard written > 0 else { break }
        count += written
      }
      return count
    }
  }
}

extension InputStream {
  /// Reads once, at most so many bytes; what `read` returns is the count where it is not positive.
  func read(atMost count: Int) -> (result: Int, bytes: [UInt8]) {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      result = read(start, maxLength: count)
      initialized = max(0, result)
    }
    return (result, bytes)
  }

  /// Reads to the end, or to an error, so many bytes at most at a time.
  func readAll(by step: Int) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let (result, bytes) = read(atMost: step)
      guard result > 0 else { return all }
      all += bytes
    }
  }
}

/// Something that one thread uses after the other.
struct HandedOver<Value>: @unchecked Sendable {
  // Sendable: the test gives it to one thread and does not touch it before that has ended.
  let value: Value
}

/// Runs a body on a thread of its own.
///
/// - Returns: What it returned.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

/// Bytes that do not repeat soon.
func pattern(_ count: Int) -> [UInt8] {
  var value: UInt32 = 1
  return (0..<count).map { _ in
    value = value &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: value >> 24)
  }
}

internal import Foundation

/// A stream, known on the run loops on which it is scheduled, and not kept alive there.
final class StreamFace: @unchecked Sendable {
  // Sendable: the reference is set once. The stream is used on its run loops alone, on which the app promised to
  // use it. Reading a weak reference while its object goes away is safe.
  private weak var stream: Stream?

  /// Takes note of a stream.
  init(_ stream: Stream) {
    self.stream = stream
  }

  /// Tells the stream's delegate what is due, if there is a delegate.
  ///
  /// - Returns: Whether it was told something.
  func tell(_ half: StreamHalf) -> Bool {
    var hasTold = false
    while let stream, let delegate = stream.delegate, let event = half.takeEvent() {
      delegate.stream(stream, handle: event)
      hasTold = true
      // What is due after it comes in a turn of its own: others are on the run loop, too.
      if event == .hasBytesAvailable || event == .hasSpaceAvailable { break }
    }
    return hasTold
  }
}

extension StreamHalf {
  /// How far it has come, as streams tell it.
  var status: Stream.Status {
    switch stage {
    case .notOpen: .notOpen
    case .open: .open
    case .atEnd: .atEnd
    case .failed: .error
    case .closed: .closed
    }
  }

  /// Why it has failed; `nil` when it has not.
  var error: (any Error)? {
    if case .failed(let failure) = stage { failure.error } else { nil }
  }

  /// Has the delegate of a stream told on a run loop.
  func schedule(_ stream: Stream, in loop: RunLoop, _ mode: RunLoop.Mode) {
    let face = StreamFace(stream)
    schedule(in: loop, mode) { [weak self] in self.map { face.tell($0) } ?? false }
  }
}

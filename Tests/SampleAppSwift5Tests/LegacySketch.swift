import CoreSpotlight

/// Draws on with what another device has sent, as code before strict concurrency does.
class LegacySketch: NSObject, StreamDelegate, NSUserActivityDelegate {
  var sketch = Data()
  var failure: Error?
  var didFinish: (() -> Void)?
  private var input: InputStream?
  private var output: OutputStream?

  func fetch(_ activity: NSUserActivity) {
    activity.getContinuationStreams { input, output, error in
      self.failure = error
      self.input = input
      self.output = output
      for stream in [input, output].compactMap({ $0 as Stream? }) {
        stream.delegate = self
        stream.schedule(in: .main, forMode: .default)
        stream.open()
      }
      if error != nil { self.didFinish?() }
    }
  }

  func userActivity(
    _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream
  ) {
    inputStream.open()
    outputStream.open()
    sketch.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      _ = outputStream.write(start, maxLength: bytes.count)
    }
    outputStream.close()
    inputStream.close()
  }

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .hasBytesAvailable:
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = input?.read(&buffer, maxLength: buffer.count) ?? 0
      if count > 0 { sketch.append(contentsOf: buffer[..<count]) }
    case .endEncountered, .errorOccurred:
      failure = aStream.streamError
      aStream.remove(from: .main, forMode: .default)
      aStream.close()
      didFinish?()
    default: break
    }
  }
}

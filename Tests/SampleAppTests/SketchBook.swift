import CoreSpotlight

/// An app whose sketches are too large for an activity: another device draws on with what comes through a stream.
@MainActor
final class SketchBook: NSObject, @MainActor NSUserActivityDelegate, @MainActor StreamDelegate {
  private(set) var sketch: Data
  private var unsent = Data()
  private var output: OutputStream?
  let activity = NSUserActivity(activityType: "com.example.photos.sketch")

  init(sketch: Data) {
    self.sketch = sketch
    super.init()
    activity.title = "A sketch"
    activity.isEligibleForHandoff = true
    activity.supportsContinuationStreams = true
    activity.delegate = self
  }

  // MARK: - The device on which the sketch is

  func userActivityWillSave(_ userActivity: NSUserActivity) {
    userActivity.addUserInfoEntries(from: ["byteCount": sketch.count])
  }

  func userActivity(
    _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream
  ) {
    unsent = sketch
    output = outputStream
    outputStream.delegate = self
    outputStream.schedule(in: .main, forMode: .default)
    outputStream.open()
  }

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .hasSpaceAvailable:
      let count = unsent.withUnsafeBytes { bytes in
        bytes.bindMemory(to: UInt8.self).baseAddress.map {
          output?.write($0, maxLength: bytes.count) ?? 0
        } ?? 0
      }
      unsent.removeFirst(max(0, count))
      if unsent.isEmpty { output?.close() }
    case .errorOccurred, .endEncountered: output?.close()
    default: break
    }
  }

  // MARK: - The device on which it is drawn on

  /// Fetches what does not fit into an activity.
  func fetch(_ userActivity: NSUserActivity) async throws {
    let (input, output) = try await userActivity.continuationStreams()
    input.open()
    output.open()
    output.close()
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = input.read(&buffer, maxLength: buffer.count), count != 0 {
      if count < 0 { throw input.streamError ?? CocoaError(.userActivityHandoffFailed) }
      sketch.append(contentsOf: buffer.prefix(count))
    }
    input.close()
  }
}

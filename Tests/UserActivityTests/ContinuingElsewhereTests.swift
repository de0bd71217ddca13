import Foundation
import FresnelPlatform
import Synchronization
import Testing

@testable import SpotlightClient
@testable import SpotlightWire
@testable import UserActivity

@Suite("Streams between the apps of two devices", .timeLimit(.minutes(30)))
struct ContinuingElsewhereTests {
  /// An app whose activity was taken.
  private final class Sender: NSObject, NSUserActivityDelegate {
    var streams: (input: InputStream, output: OutputStream)?

    func userActivity(
      _ userActivity: NSUserActivity, didReceive inputStream: InputStream,
      outputStream: OutputStream
    ) {
      streams = (inputStream, outputStream)
    }
  }

  /// An app that takes activities.
  private final class Receiver: UserActivityReceiverDelegate {
    var activity: NSUserActivity?

    func application(
      _ application: UserActivityReceiver, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any UserActivityRestoring]?) -> Void
    ) -> Bool {
      activity = userActivity
      return true
    }
  }

  /// Gives sockets of new streams to the app whose activity it is.
  private static func offer(
    _ number: UInt64, on stage: PipelineStage
  ) throws -> (descriptors: [SharedDescriptor], isTaken: Bool?) {
    let (bytes, otherBytes) = try UnixSocket.pair()
    let (ends, otherEnds) = try UnixSocket.pair()
    // Each finds its end of the second socket in the first one, as from the processes of their devices.
    for (socket, end) in [(bytes, otherEnds), (otherBytes, ends)] {
      _ = try [1 as UInt8].withUnsafeBytes { try socket.send($0, descriptors: [end.descriptor]) }
    }
    let answer = Mutex<Bool?>(nil)
    stage.pipeline.takeStreams(to: number, over: [otherBytes.descriptor]) { isTaken in
      answer.withLock { $0 = isTaken }
    }
    stage.drainQueue()
    return ([bytes.descriptor], answer.withLock { $0 })
  }

  /// An app to which an activity was delivered.
  private struct Delivered {
    let connection: ServiceConnection
    let stage = PipelineStage()
    let app = Receiver()
    let activity: NSUserActivity

    init(from device: String, over service: PlayedService) throws {
      connection = service.connection()
      let receiver = UserActivityReceiver(stage.pipeline, queue: stage.queue, arguments: [])
      AppConnection.$override.withValue(connection) { [app] in receiver.begin(app) }
      // A played service is connected at once.
      connection.withLink { _ in }
      let sent = WireActivity(type: "com.example.view", flags: [.handoff, .streams])
      receiver.continueActivity(
        ContinueActivity(delivery: 7, activity: sent, sourceDevice: device)
      ) { _ in }
      stage.drainQueue()
      activity = try #require(app.activity)
    }
  }

  @Test("what an app writes on one device, the other one reads, and back")
  func streams() async throws {
    let stage = PipelineStage()
    let activity = stage.run { _ in NSUserActivity(activityType: "com.example.view") }
    let sender = Sender()
    activity.delegate = sender
    activity.supportsContinuationStreams = true
    activity.becomeCurrent()
    let number = activity.record.number
    let service = PlayedService { message in
      guard case .openContinuationStream(7) = message,
        let descriptors = try? Self.offer(number, on: stage).descriptors
      else { return nil }
      return (.continuationStreamOpened, descriptors)
    }
    let delivered = try Delivered(from: "Desk", over: service)
    defer { delivered.connection.close() }
    #expect(delivered.activity.supportsContinuationStreams)
    let (input, output) = try await delivered.activity.continuationStreams()
    let streams = try #require(sender.streams)
    for stream in [input, output, streams.input, streams.output] as [Stream] { stream.open() }
    #expect(output.write(all: pattern(9)) == 9)
    output.close()
    #expect(streams.input.readAll(by: 4) == pattern(9))
    #expect(streams.output.write(all: [1]) == 1)
    streams.output.close()
    #expect(input.readAll(by: 4) == [1])
  }

  @Test("streams are refused where nobody is there to take them")
  func refused() throws {
    try PipelineStage().run { stage throws in
      let activity = NSUserActivity(activityType: "com.example.view")
      let sender = Sender()
      func isTaken() throws -> Bool? {
        try Self.offer(activity.record.number, on: stage).isTaken
      }
      activity.supportsContinuationStreams = true
      activity.delegate = sender
      // It was never current.
      #expect(try isTaken() == false)
      activity.becomeCurrent()
      #expect(try isTaken() == true)
      activity.resignCurrent()
      #expect(try isTaken() == true)
      activity.supportsContinuationStreams = false
      #expect(try isTaken() == false)
      activity.supportsContinuationStreams = true
      activity.delegate = nil
      #expect(try isTaken() == false)
      activity.delegate = sender
      activity.invalidate()
      #expect(try isTaken() == false)
    }
  }

  @Test("an app that never gets to its queue is not waited for, and its sockets are closed")
  func idleQueue() throws {
    try PipelineStage().run { stage in
      let activity = NSUserActivity(activityType: "com.example.view")
      let sender = Sender()
      activity.delegate = sender
      activity.supportsContinuationStreams = true
      activity.becomeCurrent()
      let (bytes, otherBytes) = try UnixSocket.pair()
      let answer = Mutex<Bool?>(nil)
      stage.pipeline.takeStreams(
        to: activity.record.number, over: [otherBytes.descriptor]
      ) { isTaken in answer.withLock { $0 = isTaken } }
      stage.pass(.seconds(9))
      #expect(answer.withLock { $0 } == nil)
      stage.pass(.seconds(1))
      #expect(answer.withLock { $0 } == false)
      stage.drainQueue()
      #expect(sender.streams == nil)
      withExtendedLifetime(bytes) {}
    }
  }

  @Test(
    "an app hears why it gets no streams",
    arguments: [
      (ServiceError(handoffCode: 4608, "It opens none."), CocoaError.userActivityHandoffFailed),
      (ServiceError(handoffCode: 4610, "No."), .userActivityRemoteApplicationTimedOut),
      (ServiceError(handoffCode: 99, "No."), .userActivityHandoffFailed),
      (ServiceError(.unsupported, "No."), .userActivityConnectionUnavailable),
      (ServiceError(.refused, "No."), .userActivityHandoffFailed),
    ])
  func failures(_ error: ServiceError, _ code: CocoaError.Code) async throws {
    let service = PlayedService { message in
      guard case .openContinuationStream = message else { return nil }
      return (.failed(error), [])
    }
    let delivered = try Delivered(from: "Desk", over: service)
    defer { delivered.connection.close() }
    do {
      _ = try await delivered.activity.continuationStreams()
      Issue.record("There were streams.")
    } catch let thrown as CocoaError {
      #expect(thrown.code == code && thrown.localizedDescription == error.message)
    }
  }

  @Test("there are no streams for an activity of this device, nor over a connection that is lost")
  func noDevice() async throws {
    let service = PlayedService { _ in (.continuationStreamOpened, []) }
    let local = try Delivered(from: "", over: service)
    defer { local.connection.close() }
    #expect(await Self.code(of: local.activity) == .userActivityConnectionUnavailable)
    let distant = try Delivered(from: "Desk", over: service)
    defer { distant.connection.close() }
    // Sockets were promised, and none came.
    #expect(await Self.code(of: distant.activity) == .userActivityHandoffFailed)
    service.hangUp()
    #expect(await Self.code(of: distant.activity) == .userActivityConnectionUnavailable)
    let own = NSUserActivity(activityType: "com.example.view")
    #expect(await Self.code(of: own) == .userActivityConnectionUnavailable)
  }

  /// Asks with a handler.
  nonisolated(nonsending) private static func code(
    of activity: NSUserActivity
  ) async -> CocoaError.Code? {
    await withCheckedContinuation { continuation in
      activity.getContinuationStreams { input, output, error in
        #expect(input == nil && output == nil)
        continuation.resume(returning: (error as? CocoaError)?.code)
      }
    }
  }
}

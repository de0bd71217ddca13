import FresnelBus
import Synchronization

/// An object that answers nothing by itself: a test takes the requests and does with them what it tests.
final class RequestCollector: Sendable {
  private let requests: AsyncStream<BusRequest>
  private let telling: AsyncStream<BusRequest>.Continuation
  private let held = Mutex<[BusRequest]>([])

  init() {
    (requests, telling) = AsyncStream.makeStream()
  }

  /// The object, of the name that ``method(_:_:)`` calls.
  func object(_ path: String = "/object") -> BusObject {
    BusObject(path, "org.fresnel.Test") { [telling] in telling.yield($0) }
  }

  /// Waits for a call.
  func next() async -> BusRequest? {
    for await request in requests { return request }
    return nil
  }

  /// Waits for so many calls and keeps them open.
  func hold(_ count: Int) async {
    for _ in 0..<count {
      guard let request = await next() else { return }
      held.withLock { $0.append(request) }
    }
  }

  /// Answers the call that was held first.
  func answerFirst() {
    held.withLock { $0.removeFirst() }.reply(.success([]))
  }
}

/// What a test waits for that happens once.
final class Happening: Sendable {
  private let stream: AsyncStream<Void>
  private let telling: AsyncStream<Void>.Continuation
  private let times = Mutex(0)

  init() {
    (stream, telling) = AsyncStream.makeStream()
  }

  /// How often it happened.
  var count: Int { times.withLock { $0 } }

  /// Says that it happened.
  func happen() {
    times.withLock { $0 += 1 }
    telling.yield()
  }

  /// Waits until it happens.
  func wait() async {
    for await _ in stream { return }
  }
}

import SpotlightWire
import Testing

@testable import SpotlightService

@Suite("PendingCallbacks")
struct PendingCallbacksTests {
  @Test("nothing goes while it is held, and all that waits goes afterwards")
  func held() {
    var callbacks = PendingCallbacks()
    callbacks.hold()
    callbacks.hold()
    let number = callbacks.add(Envelope(.refresh("push"))) { _ in }
    callbacks.release()
    #expect(callbacks.next() == nil)
    callbacks.release()
    #expect(callbacks.next()?.request == number)
  }

  @Test(
    "requests to index again share their slots with the wake-ups, and keep nothing else waiting")
  func lanes() {
    var callbacks = PendingCallbacks()
    let reindex = DaemonMessage.reindexAll(ReindexAll(index: "a", reason: "lost"))
    var numbers: [UInt64] = []
    for message in Array(repeating: reindex, count: WireLimits.reindexSlots) + [.refresh("main")] {
      numbers.append(callbacks.add(Envelope(message)) { _ in })
    }
    let other = callbacks.add(
      Envelope(
        .provideData(
          ProvideData(
            index: "a", item: "1", contentType: "public.text", deadlineMilliseconds: 1)))
    ) { _ in }
    var sent: [UInt64] = []
    while let envelope = callbacks.next() { sent.append(envelope.request) }
    #expect(sent == numbers.dropLast() + [other])
    #expect(callbacks.finish(numbers[0]) != nil)
    #expect(callbacks.next()?.request == numbers.last)
  }
}

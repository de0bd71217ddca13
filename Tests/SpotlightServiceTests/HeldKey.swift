import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing

@testable import SpotlightService

extension ChannelOffer {
  /// An open class whose channel leads nowhere.
  static func leadingNowhere() throws -> ChannelOffer {
    .open(
      try SharedDescriptor(sharing: try FileDescriptor(opening: "/dev/null", for: .reading)),
      publicKey: nil)
  }
}

/// A lockable class that is open, and whose key is only given when a test says so: until then what has items of it
/// waits.
struct HeldKey {
  /// The host that asks for the key.
  let host = TestHost()
  /// The key.
  let keys: SealingKeyPair
  private var waiters: AsyncStream<@Sendable ([UInt8]?) -> Void>.Iterator

  /// Holds a new key.
  init() throws {
    keys = try .random()
    let channel = try ChannelOffer.leadingNowhere()
    let (waiters, continuation) = AsyncStream.makeStream(of: (@Sendable ([UInt8]?) -> Void).self)
    self.waiters = waiters.makeAsyncIterator()
    host.set {
      $0.channel = .success(channel)
      $0.awaitKey = { continuation.yield($0) }
    }
  }

  /// Makes a core that has no time limit for the key.
  ///
  /// - Parameter timers: Its clock; `nil` for the usual one.
  /// - Returns: The core.
  func core(at timers: TestTimers? = nil) -> ServiceCore {
    var options = CoreOptions.daemon(FaultyStorage())
    timers?.use(in: &options)
    options.later = { _, _ in }
    return ServiceCore(options, host: host)
  }

  /// Waits until the key is asked for.
  ///
  /// - Returns: What gives it.
  mutating func asked() async throws -> @Sendable ([UInt8]?) -> Void {
    try #require(await waiters.next())
  }
}

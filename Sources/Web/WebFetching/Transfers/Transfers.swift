internal import CCurl
import FresnelPlatform
import WebAddresses

/// All fetches under way and the connections that they share.
///
/// Unchecked: everything but `init` runs on the thread of the loop, which is where all of its state is touched.
final class Transfers: @unchecked Sendable {
  private let loop: EventLoop
  private let policy: FetchPolicy
  private var curl: OpaquePointer?
  private var watched: [Int32: EventLoop.Token] = [:]
  private var timer: EventLoop.Timer?
  private var exchanges: [UInt64: Exchange] = [:]

  init(on loop: EventLoop, policy: FetchPolicy) throws(FetchError) {
    self.loop = loop
    self.policy = policy
    guard Self.isLoaded else {
      throw FetchError(
        .unavailable,
        "libcurl, which fetches, cannot be loaded; install the package libcurl3-gnutls or libcurl4."
      )
    }
    guard Self.isPrepared else {
      throw FetchError(.unavailable, "libcurl, which fetches, cannot be used.")
    }
    var events = fresnel_curl_events(
      context: Unmanaged.passUnretained(self).toOpaque(),
      watch: { context, socket, interest in
        Transfers.at(context).watch(socket, for: Int(interest))
      },
      wake: { context, milliseconds in
        Transfers.at(context).wake(after: milliseconds)
      })
    curl = fresnel_curl_create(&events, policy.connections, policy.idleConnections)
    guard curl != nil else { throw FetchError(.unavailable, "There is no memory to fetch.") }
  }

  deinit {
    fresnel_curl_destroy(curl)
  }

  /// Whether the library is there. Asking loads it, which a confined process can't.
  static let isLoaded = fresnel_curl_load() == 0
  private static let isPrepared = fresnel_curl_prepare() == 0

  private static func at(_ context: UnsafeMutableRawPointer?) -> Transfers {
    guard let context else { preconditionFailure("The transfers have lost their context.") }
    // It is the pointer given in `init`; the library is let go of in `deinit`.
    return Unmanaged<Transfers>.fromOpaque(context).takeUnretainedValue()
  }

  // MARK: - Fetches

  /// Starts a fetch.
  func start(_ exchange: Exchange) {
    guard let curl else {
      return exchange.finish(.failure(FetchError(.unavailable, "The fetcher is closed.")))
    }
    var parts = exchange.parts
    let prepared: PreparedRequest
    do throws(FetchError) {
      prepared = try PreparedRequest(exchange.request, limits: exchange.limits, policy: policy)
    } catch {
      return exchange.finish(.failure(error))
    }
    let transfer = prepared.withRequest { fresnel_curl_start(curl, $0, &parts) }
    guard let transfer else {
      return exchange.finish(
        .failure(FetchError(.url, "\(exchange.request.url.href) cannot be fetched.")))
    }
    exchange.transfer = transfer
    exchanges[exchange.identifier] = exchange
    takeEnded()
  }

  /// Ends a fetch. Does nothing when it has ended.
  func cancel(_ identifier: UInt64) {
    guard let exchange = exchanges.removeValue(forKey: identifier) else { return }
    fresnel_curl_end(curl, exchange.transfer)
    exchange.finish(.failure(FetchError(.cancelled, "The fetch was cancelled.")))
  }

  /// Ends everything.
  func close() {
    let ended = exchanges.values
    exchanges = [:]
    for exchange in ended { fresnel_curl_end(curl, exchange.transfer) }
    fresnel_curl_destroy(curl)
    curl = nil
    for token in watched.values { loop.remove(token) }
    watched = [:]
    if let timer { loop.cancel(timer) }
    for exchange in ended {
      exchange.finish(.failure(FetchError(.unavailable, "The fetcher was closed.")))
    }
  }

  private func takeEnded() {
    var ending: Int32 = 0
    var context: UnsafeMutableRawPointer?
    while let transfer = fresnel_curl_take(curl, &ending, &context) {
      let exchange = Exchange.at(context)
      exchanges[exchange.identifier] = nil
      let result = exchange.result(Int(ending), of: transfer)
      fresnel_curl_end(curl, transfer)
      exchange.finish(result)
    }
  }

  // MARK: - What the library asks for

  private func act(on socket: Int32, _ happened: Int32) {
    guard let curl else { return }
    fresnel_curl_act(curl, socket, happened)
    takeEnded()
  }

  private func watch(_ socket: Int32, for bits: Int) {
    var interest: EventLoop.Interest = []
    if bits & FRESNEL_CURL_READABLE != 0 { interest.insert(.readable) }
    if bits & FRESNEL_CURL_WRITABLE != 0 { interest.insert(.writable) }
    if let token = watched[socket] {
      if interest.isEmpty {
        watched[socket] = nil
        loop.remove(token)
      } else {
        try? loop.change(token, to: interest)
      }
    } else if !interest.isEmpty {
      // Where the loop has no room, the fetch ends by its time.
      watched[socket] = try? loop.add(socket, for: interest) { [unowned self] happened in
        var bits = 0
        // The library finds out by reading and writing that the other end is gone.
        if happened.contains(.closed) { bits = FRESNEL_CURL_READABLE | FRESNEL_CURL_WRITABLE }
        if happened.contains(.readable) { bits |= FRESNEL_CURL_READABLE }
        if happened.contains(.writable) { bits |= FRESNEL_CURL_WRITABLE }
        act(on: socket, Int32(bits))
      }
    }
  }

  private func wake(after milliseconds: Int) {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard milliseconds >= 0 else { return }
    timer = loop.after(.milliseconds(milliseconds)) { [unowned self] in
      timer = nil
      act(on: -1, 0)
    }
  }
}

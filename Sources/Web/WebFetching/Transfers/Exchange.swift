internal import CCurl
import FresnelPlatform

/// One fetch under way: takes in what comes, within its limits. Used on the loop's thread alone.
final class Exchange {
  /// Why it was given up here.
  enum Failure {
    case headTooLarge
    case bodyTooLarge
    case bodyTooLargeAsSent
  }

  /// Names it among those under way.
  let identifier: UInt64
  let request: FetchRequest
  let limits: FetchLimits
  let addresses: Set<AddressKind>
  let finish: @Sendable (Result<FetchResponse, FetchError>) -> Void
  /// The transfer; its memory is the library's.
  var transfer: OpaquePointer?

  private(set) var fields = HTTPFields()
  private(set) var body: [UInt8] = []
  private(set) var failure: Failure?
  /// Addresses that the policy did not allow, with their kinds.
  private(set) var refused: [(address: String, kind: AddressKind)] = []
  /// Whether the last head is complete.
  private(set) var hasHead = false
  private var headByteCount = 0

  init(
    _ request: FetchRequest, named identifier: UInt64, policy: FetchPolicy,
    finish: @escaping @Sendable (Result<FetchResponse, FetchError>) -> Void
  ) {
    self.identifier = identifier
    self.request = request
    limits = request.limits ?? policy.limits
    // Behind a proxy there are connections to the proxy only, which may be on this machine.
    addresses = policy.proxy == nil ? policy.addresses : Set(AddressKind.allCases)
    self.finish = finish
  }

  /// What the library tells. The context is the exchange, which outlives its transfer.
  var parts: fresnel_curl_parts {
    fresnel_curl_parts(
      context: Unmanaged.passUnretained(self).toOpaque(),
      connects: { context, bytes, count, text in
        guard let bytes, let text else { return 0 }
        let address = Array(UnsafeBufferPointer(start: bytes, count: count))
        return Exchange.at(context).mayConnect(to: address, String(cString: text)) ? 1 : 0
      },
      line: { context, bytes, count in
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        return Exchange.at(context).take(line: line) ? 1 : 0
      },
      body: { context, bytes, count, sent in
        let part = UnsafeRawBufferPointer(start: bytes, count: count)
        return Exchange.at(context).take(body: part, sent: sent) ? 1 : 0
      },
      progress: { context, sent in
        Exchange.at(context).mayGoOn(sent: sent) ? 1 : 0
      })
  }

  /// The exchange whose parts have a context.
  static func at(_ context: UnsafeMutableRawPointer?) -> Exchange {
    guard let context else { preconditionFailure("A transfer has lost its context.") }
    // It is the pointer of `parts`; `Transfers` keeps the exchange until its transfer is ended.
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }

  private func mayConnect(to address: [UInt8], _ text: String) -> Bool {
    let kind = AddressKind(of: address)
    if addresses.contains(kind) { return true }
    refused.append((text, kind))
    return false
  }

  private func take(line: UnsafeRawBufferPointer) -> Bool {
    headByteCount += line.count
    guard headByteCount <= limits.head else { return fail(.headTooLarge) }
    if line.starts(with: "HTTP/".utf8), !hasHead || body.isEmpty {
      // A head of status 1xx, or that of a proxy, came before.
      fields = HTTPFields()
      hasHead = false
    } else if hasHead {
      // A trailer.
    } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
      hasHead = true
      if let announced = fields["Content-Length"].flatMap({ UInt64($0) }),
        announced > UInt64(limits.sentBody), request.method == .get, !request.takesPartOfBody
      {
        return fail(.bodyTooLargeAsSent)
      }
    } else {
      fields.append(line: ArraySlice(line))
    }
    return true
  }

  private func take(body part: UnsafeRawBufferPointer, sent: UInt64) -> Bool {
    let room = limits.body - body.count
    body.append(contentsOf: part.prefix(max(0, room)))
    if part.count > room { return fail(.bodyTooLarge) }
    return mayGoOn(sent: sent)
  }

  private func mayGoOn(sent: UInt64) -> Bool {
    sent <= UInt64(limits.sentBody) || fail(.bodyTooLargeAsSent)
  }

  private func fail(_ failure: Failure) -> Bool {
    self.failure = self.failure ?? failure
    return false
  }
}

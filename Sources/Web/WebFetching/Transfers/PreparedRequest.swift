internal import CCurl
import FresnelPlatform
import WebAddresses

/// A request as the library takes it, checked against the policy.
struct PreparedRequest {
  private let url: String
  private let isHeadOnly: Bool
  private let userAgent: String
  private let lines: [String]
  private let route: String?
  private let proxy: String
  private let certificates: String?
  private let encodings: String
  private let connecting: Int
  private let whole: Int
  private let idle: Int

  private static let urlLimit = 16 << 10
  private static let fieldsLimit = 32 << 10
  /// Fields that frame the request or are the fetcher's own.
  private static let ownNames = [
    "host", "content-length", "transfer-encoding", "connection", "accept-encoding", "user-agent",
    "from", "expect", "upgrade", "te", "trailer",
  ]

  init(
    _ request: FetchRequest, limits: FetchLimits, policy: FetchPolicy
  ) throws(FetchError) {
    let target = request.url
    guard target.isHTTP, let host = target.host, !host.isEmpty else {
      throw FetchError(
        .url, "\(target.href.prefix(200)) is no address of http or https with a host.")
    }
    let port = target.port ?? (target.scheme == "https" ? 443 : 80)
    if let ports = policy.ports, !ports.contains(port) {
      let allowed = ports.sorted().map { "\($0)" }.joined(separator: " and ")
      throw FetchError(
        .portRefused,
        "\(host) is not fetched from at port \(port): the rules of fetching allow \(allowed) alone."
      )
    }
    // Before a name server or a proxy hears of it.
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    if policy.routes[host] == nil, let address = NetworkAddress(bare, port: port) {
      let kind = AddressKind(of: address.bytes)
      guard policy.addresses.contains(kind) else {
        throw FetchError(
          .addressRefused, "The address \(host) is not fetched from (\(kind.rawValue)).")
      }
    }
    var text = "\(target.scheme)://\(host)"
    if let port = target.port { text += ":\(port)" }
    text += target.path
    if let query = target.query { text += "?\(query)" }
    guard text.utf8.count <= Self.urlLimit, !text.utf8.contains(0) else {
      throw FetchError(.url, "The address at \(host) is over \(Self.urlLimit) bytes.")
    }
    url = text
    isHeadOnly = request.method == .head
    userAgent = policy.userAgent
    lines = try Self.lines(request, policy: policy)
    route = policy.routes[host].map { "\(host):\(port):\($0)" }
    proxy = policy.proxy ?? ""
    certificates = policy.certificates
    encodings = policy.encodings ?? ""
    connecting = Self.milliseconds(limits.connecting)
    whole = Self.milliseconds(limits.whole)
    idle = max(1, Self.milliseconds(policy.idleTime) / 1000)
  }

  private static func lines(
    _ request: FetchRequest, policy: FetchPolicy
  ) throws(FetchError) -> [String] {
    var fields = request.fields
    for field in fields where ownNames.contains(where: { HTTPFields.isSame($0, field.name) }) {
      throw FetchError(.field, "The field \(field.name) is the fetcher's own.")
    }
    if let from = policy.from { fields.append(HTTPFields.Field("From", from)) }
    if let tag = request.validators.entityTag {
      fields.append(HTTPFields.Field("If-None-Match", tag))
    }
    if let date = request.validators.lastModified {
      fields.append(HTTPFields.Field("If-Modified-Since", date))
    }
    var count = 0
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(HTTPFields.isTokenByte),
        field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else {
        throw FetchError(.field, "A field cannot be sent: its name or value is malformed.")
      }
      count += field.name.utf8.count + field.value.utf8.count + 4
    }
    guard count <= fieldsLimit else {
      throw FetchError(.field, "The fields are over \(fieldsLimit) bytes together.")
    }
    // The library takes a name with a semicolon for a field without a value, and one with a colon for one to leave out.
    return fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    // 0 would stand for the library's own time.
    Int(clamping: max(1, min(duration.clampedNanoseconds / 1_000_000, UInt64(Int32.max))))
  }

  /// Hands the request to the library, which copies what it keeps.
  func withRequest<Value>(_ body: (UnsafePointer<fresnel_curl_request>) -> Value) -> Value {
    // One block of memory for all texts, each ended by a zero.
    let texts =
      [url, userAgent, proxy, encodings] + [route, certificates].compactMap(\.self) + lines
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
      starts.append(bytes.count)
      bytes += text.utf8CString
    }
    return bytes.withUnsafeBufferPointer { memory in
      var pointers = starts.map { start in memory.baseAddress?.advanced(by: start) }[...]
      // Every text is there, in the order of `texts`.
      func next() -> UnsafePointer<CChar>? { pointers.popFirst() ?? nil }
      let (url, userAgent, proxy, encodings) = (next(), next(), next(), next())
      let route = route == nil ? nil : next()
      let certificates = certificates == nil ? nil : next()
      let fields = Array(pointers)
      return fields.withUnsafeBufferPointer { fields in
        var request = fresnel_curl_request(
          url: url, head_only: isHeadOnly ? 1 : 0, user_agent: userAgent,
          fields: fields.baseAddress, field_count: fields.count, route: route, proxy: proxy,
          encodings: encodings, certificates: certificates, connect_milliseconds: connecting,
          whole_milliseconds: whole,
          idle_seconds: idle)
        return body(&request)
      }
    }
  }
}

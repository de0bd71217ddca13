import FresnelPlatform
package import SpotlightWire
import WebAddresses

/// What a fetcher tells the process that fetches for it; the bytes around it are those of `WorkerLink`.
enum FetchOrder {
  /// Where it may go, for good. The first, and once.
  case begin(FetchPolicy)
  /// Fetch something under a number.
  case fetch(UInt64, FetchRequest)
  /// Nobody waits for it any more.
  case cancel(UInt64)

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .begin: 1
    case .fetch: 2
    case .cancel: 3
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .begin(let policy): writer.append(policy)
    case .fetch(let number, let request):
      writer.append(number)
      writer.append(request)
    case .cancel(let number): writer.append(number)
    }
    return writer.finish()
  }

  /// Reads an order.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    var reader = WireReader(payload)
    switch kind {
    case 1: self = .begin(try reader.value())
    case 2: self = .fetch(try reader.integer(), try reader.value())
    case 3: self = .cancel(try reader.integer())
    default: throw WireError(.malformed, "A process that fetches was given an unknown order.")
    }
    try reader.finish()
  }
}

/// What that process tells. It read what came from the network, so it may say anything.
enum FetchNews {
  /// What came of a number.
  case answer(UInt64, Result<FetchAnswer, FetchError>)
  /// It cannot be confined, and ends.
  case unable(String)

  /// The number of the kind.
  var kind: UInt8 {
    switch self {
    case .answer: 1
    case .unable: 2
    }
  }

  /// What follows the header.
  var payload: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .answer(let number, .success(let answer)):
      writer.append(number)
      writer.append(true)
      writer.append(answer)
    case .answer(let number, .failure(let error)):
      writer.append(number)
      writer.append(false)
      writer.append(string: error.code.rawValue)
      writer.append(string: error.message)
    case .unable(let reason): writer.append(string: reason)
    }
    return writer.finish()
  }

  /// Reads news.
  ///
  /// - Throws: ``WireError`` with ``WireError/Code/malformed``.
  init(kind: UInt8, payload: [UInt8]) throws(WireError) {
    var reader = WireReader(payload)
    switch kind {
    case 1:
      let number: UInt64 = try reader.integer()
      if try reader.flag() {
        self = .answer(number, .success(try reader.value()))
      } else {
        guard let code = FetchError.Code(rawValue: try reader.string()) else { throw Self.unknown }
        self = .answer(number, .failure(FetchError(code, try reader.string())))
      }
    case 2: self = .unable(try reader.string())
    default: throw Self.unknown
    }
    try reader.finish()
  }

  static let unknown = WireError(.malformed, "The process that fetches told something unknown.")
}

/// An answer without what was asked for, which the fetcher knows itself.
struct FetchAnswer: WireValue {
  private let response: FetchResponse
  /// How long the body is.
  var bodyByteCount: Int { response.body.count }

  init(_ response: FetchResponse) {
    self.response = response
  }

  /// The answer to a request.
  func response(to request: FetchRequest) -> FetchResponse {
    FetchResponse(
      url: request.url, status: response.status, version: response.version,
      fields: response.fields, body: response.body, truncation: response.truncation,
      sentByteCount: response.sentByteCount, address: response.address,
      reusedConnection: response.reusedConnection, timing: response.timing)
  }

  /// Appends the parts.
  func write(to writer: inout WireWriter) {
    writer.append(Int64(response.status))
    writer.append(string: response.version.rawValue)
    writer.append(list: response.fields.all)
    writer.append(bytes: response.body)
    writer.append(string: response.truncation?.rawValue ?? "")
    writer.append(Int64(response.sentByteCount))
    writer.append(string: response.address?.description ?? "")
    writer.append(response.reusedConnection)
    for part in [
      response.timing.name, response.timing.connected, response.timing.secured,
      response.timing.firstByte, response.timing.whole,
    ] { writer.append(part.clampedNanoseconds) }
  }

  /// Reads the parts.
  init(from reader: inout WireReader) throws(WireError) {
    let status: Int64 = try reader.integer()
    guard let version = FetchResponse.Version(rawValue: try reader.string()) else {
      throw FetchNews.unknown
    }
    let fields: [HTTPFields.Field] = try reader.list()
    let body = try reader.byteRun()
    let truncation = try reader.string()
    let sentByteCount: Int64 = try reader.integer()
    let address = try reader.string()
    let reusedConnection = try reader.flag()
    var times: [Duration] = []
    for _ in 0..<5 {
      times.append(try reader.duration())
    }
    guard 0...999 ~= status, let url = WebURL("about:blank"),
      truncation.isEmpty || FetchResponse.Truncation(rawValue: truncation) != nil
    else { throw FetchNews.unknown }
    response = FetchResponse(
      url: url, status: Int(status), version: version, fields: HTTPFields(fields), body: body,
      truncation: FetchResponse.Truncation(rawValue: truncation),
      sentByteCount: Int(clamping: sentByteCount), address: NetworkAddress(address),
      reusedConnection: reusedConnection,
      timing: FetchResponse.Timing(
        name: times[0], connected: times[1], secured: times[2], firstByte: times[3],
        whole: times[4]))
  }
}

extension WireReader {
  /// Reads nanoseconds.
  fileprivate mutating func duration() throws(WireError) -> Duration {
    .nanoseconds(Int64(clamping: try integer(UInt64.self)))
  }
}

extension HTTPFields.Field: WireValue {
  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: name)
    writer.append(string: value)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(try reader.string(), try reader.string())
  }
}

extension FetchLimits: WireValue {
  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(connecting.clampedNanoseconds)
    writer.append(whole.clampedNanoseconds)
    for count in [sentBody, body, head] { writer.append(Int64(count)) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    connecting = try reader.duration()
    whole = try reader.duration()
    sentBody = Int(clamping: try reader.integer(Int64.self))
    body = Int(clamping: try reader.integer(Int64.self))
    head = Int(clamping: try reader.integer(Int64.self))
  }
}

extension FetchRequest: WireValue {
  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: url.href)
    writer.append(method == .head)
    writer.append(list: fields)
    writer.append(string: validators.entityTag ?? "")
    writer.append(string: validators.lastModified ?? "")
    writer.append(optional: limits)
    writer.append(takesPartOfBody)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    guard let url = WebURL(try reader.string()) else { throw FetchNews.unknown }
    self.init(url)
    method = try reader.flag() ? .head : .get
    fields = try reader.list()
    let (tag, date) = (try reader.string(), try reader.string())
    validators = Validators(
      entityTag: tag.isEmpty ? nil : tag, lastModified: date.isEmpty ? nil : date)
    limits = try reader.optional()
    takesPartOfBody = try reader.flag()
  }
}

extension FetchPolicy: WireValue {
  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(string: userAgent)
    writer.append(string: from ?? "")
    let kinds = AddressKind.allCases.map { UInt8(addresses.contains($0) ? 1 : 0) }
    writer.append(bytes: kinds)
    writer.append(ports != nil)
    writer.append(bytes: (ports ?? []).sorted().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    writer.append(list: routes.map { HTTPFields.Field($0.key, $0.value.description) })
    for text in [proxy, certificates, encodings] { writer.append(string: text ?? "") }
    for count in [connections, idleConnections] { writer.append(Int64(count)) }
    writer.append(idleTime.clampedNanoseconds)
    writer.append(limits)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    func text() throws(WireError) -> String? {
      let text = try reader.string()
      return text.isEmpty ? nil : text
    }
    self.init(userAgent: try reader.string(), from: try text())
    let kinds = try reader.byteRun()
    addresses = Set(zip(AddressKind.allCases, kinds).filter { $0.1 == 1 }.map { $0.0 })
    let hasPorts = try reader.flag()
    let numbers = try reader.byteRun()
    guard kinds.count == AddressKind.allCases.count, numbers.count.isMultiple(of: 2) else {
      throw FetchNews.unknown
    }
    ports =
      hasPorts
      ? Set(
        stride(from: 0, to: numbers.count, by: 2).map {
          UInt16(numbers[$0]) << 8 | UInt16(numbers[$0 + 1])
        }) : nil
    let pairs: [HTTPFields.Field] = try reader.list()
    for pair in pairs {
      guard let address = NetworkAddress(pair.value) else { throw FetchNews.unknown }
      routes[pair.name] = address
    }
    proxy = try text()
    certificates = try text()
    encodings = try text()
    connections = Int(clamping: try reader.integer(Int64.self))
    idleConnections = Int(clamping: try reader.integer(Int64.self))
    idleTime = try reader.duration()
    limits = try reader.value()
  }
}

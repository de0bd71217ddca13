/// What a client asked for.
package struct HTTPRequest: Sendable {
  /// The method, such as `GET`, as it came.
  package var method: String
  /// The target's path, percent-encoded as it came.
  package var path: String
  /// The target's query without the question mark, as it came; `nil` where there is none.
  package var query: String?
  /// The headers in order, names as they came.
  package var headers: [HTTPHeader]
  /// The body.
  package var body: [UInt8]
  /// The address that the request came from, as text; empty where it isn't known. Behind a proxy it is the proxy's.
  package var peer: String

  /// Makes a request.
  package init(
    method: String, path: String, query: String? = nil, headers: [HTTPHeader] = [],
    body: [UInt8] = [],
    peer: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  /// The value of the first header of a name; names are alike whatever their case.
  package func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }

  /// The fields of the query, decoded, in order.
  package var queryFields: [FormField] { FormField.parse(Array((query ?? "").utf8)) }

  /// The fields of a body that a form sent as `application/x-www-form-urlencoded`; none of any other body.
  package var formFields: [FormField] {
    let type = header("Content-Type")?.split(separator: ";").first.map { $0.trimmed.lowercased() }
    return type == "application/x-www-form-urlencoded" ? FormField.parse(body) : []
  }
}

extension Substring {
  /// Without spaces and tabs around it.
  fileprivate var trimmed: String {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}

extension HTTPRequest {
  /// The request as one whose target is a path: who asks as of a proxy names scheme and host before it, and a server has
  /// to answer all the same (RFC 9112, 3.2.2). The host that is named there is the one that is asked, whatever the
  /// header says.
  var inOriginForm: HTTPRequest {
    guard let scheme = ["http://", "https://"].first(where: { path.lowercased().hasPrefix($0) })
    else { return self }
    let rest = path.utf8.dropFirst(scheme.utf8.count)
    let host = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !host.isEmpty else { return self }
    var request = self
    let own = String(decoding: rest[host.endIndex...], as: UTF8.self)
    request.path = own.isEmpty ? "/" : own
    request.headers.removeAll { $0.name.lowercased() == "host" }
    request.headers.append(HTTPHeader("Host", String(decoding: host, as: UTF8.self)))
    return request
  }
}

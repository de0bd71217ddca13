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

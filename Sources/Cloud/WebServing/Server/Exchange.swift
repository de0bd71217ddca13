internal import CMicrohttpd
internal import Synchronization

/// A request that waits for its answer, and gets one only.
final class Exchange: Sendable {
  /// The library keeps an exchange until it is answered, and lets any thread do that. Who takes the pointer out of the
  /// mutex is the one that answers, so that no two threads use it, and nobody does after that.
  private struct Pointer: @unchecked Sendable {
    let value: OpaquePointer
  }

  private let pointer: Mutex<Pointer?>

  /// What the client asked for.
  let request: HTTPRequest

  /// Takes over what the library handed out.
  init(_ exchange: OpaquePointer) {
    request = HTTPRequest(reading: exchange).inOriginForm
    pointer = Mutex(Pointer(value: exchange))
  }

  /// Answers; whether this is the answer that the client gets.
  @discardableResult
  func answer(_ response: HTTPResponse) -> Bool {
    guard let pointer = pointer.withLock({ $0.take() }) else { return false }
    // A text with a zero would end there for the library.
    let isSound = response.headers.allSatisfy {
      !$0.name.utf8.contains(0) && !$0.value.utf8.contains(0)
    }
    let headers = isSound ? response.headers : []
    let texts = headers.flatMap { Array($0.name.utf8CString) + Array($0.value.utf8CString) }
    texts.withUnsafeBufferPointer { texts in
      var fields: [fresnel_http_header] = []
      var start = texts.baseAddress
      for header in headers {
        let value = start?.advanced(by: header.name.utf8.count + 1)
        fields.append(fresnel_http_header(name: start, value: value))
        start = value?.advanced(by: header.value.utf8.count + 1)
      }
      _ = fresnel_http_answer(
        pointer.value, UInt32(clamping: isSound ? response.status : HTTPStatus.internalServerError),
        fields,
        fields.count, isSound ? response.body : [], isSound ? response.body.count : 0)
    }
    return true
  }
}

extension HTTPRequest {
  /// Copies what the library read.
  fileprivate init(reading exchange: OpaquePointer) {
    var count = 0
    let body = fresnel_http_body(exchange, &count)
    var headers: [HTTPHeader] = []
    withUnsafeMutablePointer(to: &headers) { list in
      fresnel_http_visit_headers(
        exchange,
        { context, name, value in
          guard let context, let name else { return }
          context.assumingMemoryBound(to: [HTTPHeader].self).pointee.append(
            HTTPHeader(String(cString: name), value.map { String(cString: $0) } ?? ""))
        }, list)
    }
    let peer = [CChar](unsafeUninitializedCapacity: 46) { text, length in
      fresnel_http_peer(exchange, text.baseAddress)
      length = text.firstIndex(of: 0) ?? 0
    }
    self.init(
      method: String(cString: fresnel_http_method(exchange)),
      path: String(cString: fresnel_http_path(exchange)),
      query: fresnel_http_query(exchange).map { String(cString: $0) }, headers: headers,
      body: [UInt8](UnsafeBufferPointer(start: body, count: count)),
      peer: String(decoding: peer.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}

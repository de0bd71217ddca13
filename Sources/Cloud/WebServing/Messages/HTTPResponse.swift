/// What a client is answered.
package struct HTTPResponse: Sendable {
  /// The status code.
  package var status: Int
  /// The headers. A `Content-Length` and those that keep the connection are the server's own.
  package var headers: [HTTPHeader]
  /// The body. A client that asked with `HEAD` gets its length only.
  package var body: [UInt8]

  /// Makes an answer.
  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Makes an answer with a body of a content type.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - type: Its type; where it doesn't name an encoding, it should be one that is UTF-8 anyway.
  ///   - status: The status code.
  package init(_ text: String, type: String, status: Int = 200) {
    self.init(status: status, headers: [HTTPHeader("Content-Type", type)], body: Array(text.utf8))
  }

  /// One sentence for people, in plain text.
  package static func plain(_ sentence: String, status: Int) -> HTTPResponse {
    HTTPResponse(sentence + "\n", type: "text/plain; charset=utf-8", status: status)
  }

  /// The value of the first header of a name; names are alike whatever their case.
  package func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}

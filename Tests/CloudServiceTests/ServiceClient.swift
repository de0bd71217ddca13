import FresnelModel
import Foundation
import WebServing
import WebTestSupport

/// Asks a service over the network.
struct ServiceClient: Sendable {
  /// What came back.
  struct Answer {
    let status: Int
    let headers: [HTTPHeader]
    let body: String

    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var json: JSONValue { get throws { try JSONValue.parse(Array(body.utf8)) } }
  }

  /// What came back was no answer.
  struct NoAnswer: Error {
    let text: String
  }

  let port: UInt16

  /// Asks, on a connection of its own.
  func get(_ target: String, method: String = "GET", headers: [String] = []) async throws -> Answer
  {
    // A request names one host.
    let host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: search.example"]
    let lines = ["\(method) \(target) HTTP/1.1"] + host + ["Connection: close"]
    let text = await RawWebClient.send(
      (lines + headers).joined(separator: "\r\n") + "\r\n\r\n", to: port)
    guard let end = text.firstRange(of: "\r\n\r\n") else { throw NoAnswer(text: text) }
    let head = text[..<end.lowerBound].split(separator: "\r\n")
    guard let line = head.first?.split(separator: " "), line.count > 1, let status = Int(line[1])
    else { throw NoAnswer(text: text) }
    return Answer(
      status: status,
      headers: head.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return HTTPHeader(
          String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
      }, body: String(text[end.upperBound...]))
  }
}

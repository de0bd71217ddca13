import Testing
import WebAddresses
import WebTestSupport

@testable import WebFetching

@Suite("Dates and times in fields")
struct FieldTests {
  @Test(
    "Dates are read in all three forms",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func dates(text: String) {
    #expect(HTTPDate.seconds(text) == 784_111_777)
  }

  @Test(
    "Days are counted as the calendar has them",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", Int64(0)), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
      ("Sun, 22 Nov 2026 00:00:00 GMT", 1_795_305_600),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ])
  func calendar(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "0", "-1", "tomorrow", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 6 Nov 99999999999999999999 08:49:37 GMT", "a b c d e", "1 2 3 4 5",
    ])
  func noDates(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test("A value that goes on over many lines grows in place")
  func linesOfAValue() {
    var fields = HTTPFields()
    fields.append(line: Array("Name: a".utf8)[...])
    var moves = 0
    var place: UnsafePointer<UInt8>?
    for number in 0..<4_000 {
      fields.append(line: Array(" part \(number) \r".utf8)[...])
      let next = fields.all[0].value.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
      if next != place { moves += 1 }
      place = next
    }
    #expect(fields["name"] == (["a"] + (0..<4_000).map { "part \($0)" }).joined(separator: " "))
    #expect(moves <= 40)
  }

  private func response(_ fields: [(String, String)]) async throws -> FetchResponse {
    let server = try ScriptedServer { _ in [.answer(503, fields)] }
    defer { server.stop() }
    return try await WebFetcher(.toward(server)).fetch("http://site.example/")
  }

  @Test("A server says when to come again, in seconds or with a date")
  func retryAfter() async throws {
    let values: [(String, Int64?)] = [
      ("120", 120), ("0", 0), ("-5", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 37),
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("soon", nil),
    ]
    for (value, seconds) in values {
      let found = try await response([("Retry-After", value)]).retryAfter(at: 784_111_740)
      #expect(found == seconds, "\(value)")
    }
    #expect(try await response([]).retryAfter(at: 0) == nil)
  }

  @Test("A server says how long an answer is fresh")
  func freshness() async throws {
    let values: [([(String, String)], Int64?)] = [
      ([("Cache-Control", "public, max-age=60")], 60), ([("Cache-Control", "MAX-AGE=\"60\"")], 60),
      ([("Cache-Control", "max-age=60"), ("Cache-Control", "no-cache")], 0),
      ([("Cache-Control", "max-age=-4")], 0), ([("Cache-Control", "max-age=x")], nil),
      ([("Expires", "Sun, 06 Nov 1994 08:49:37 GMT")], 37), ([("Expires", "0")], nil), ([], nil),
      ([("Cache-Control", "max-age=5"), ("Expires", "Sun, 06 Nov 1994 08:49:37 GMT")], 5),
    ]
    for (fields, seconds) in values {
      #expect(try await response(fields).freshness(at: 784_111_740) == seconds, "\(fields)")
    }
  }
}

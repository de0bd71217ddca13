import FresnelTestSupport
import SpotlightWire
import WireTestSupport

/// Sends good frames with a few bytes changed, until the daemon sends it away.
struct SoakDamager {
  let life: SoakLife

  func run() throws {
    let client = try life.enter()
    client.timeout = .milliseconds(100)
    let handle = try client.open("damaged")
    var number: UInt64 = 10
    while !life.isOver {
      number += 1
      let messages: [ClientMessage] = [
        .apply(try RawClient.batch(of: ["\(number)", "another"], into: handle)),
        .query(QueryRequest(query: "title == \"*\"", attributes: ["title"])),
        .search(SearchRequest(form: .typed, text: "an", limit: 10, flags: .isLive)),
        .describe(DescribeIndex(handle: handle, withDigest: true)), .acknowledged,
      ]
      let message = messages[life.generator.below(messages.count)]
      let frame = try FrameEncoder.frame(Envelope(message, request: number)).bytes
      try client.send(bytes: life.generator.mutate(frame, changes: life.generator.below(3)))
      while let _ = try? client.receive() {
        if life.generator.once(in: 3) { break }
      }
    }
  }
}

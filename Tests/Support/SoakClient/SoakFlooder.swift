import SpotlightWire
import WireTestSupport

/// Asks more than it reads: queries whose answers nobody takes, batches beyond its slots, or connection
/// after connection.
struct SoakFlooder {
  let life: SoakLife

  func run() throws {
    let client = try life.enter()
    let handle = try client.open("flood")
    let names = (0..<50).map { "a title that is rather long, so that answers are, number \($0)" }
    client.timeout = .milliseconds(200)
    switch Int.random(in: 0..<3, using: &life.generator) {
    case 0:
      try client.put(names, into: handle)
      for _ in 0..<60 {
        try client.request(.query(QueryRequest(query: "title == \"*\"", attributes: ["title"])))
      }
      while !life.isOver { life.rest() }
    case 1:
      while !life.isOver {
        try client.request(.apply(try RawClient.batch(of: names, into: handle)))
      }
    default:
      var others: [RawClient] = []
      while !life.isOver, others.count < 40 { others.append(try life.enter()) }
      while !life.isOver { life.rest() }
    }
  }
}

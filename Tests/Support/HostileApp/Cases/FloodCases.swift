import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// More than is good for the daemon, or slower.
  static let floodsCases: [HostileCase] = [
    HostileCase("a-long-frame-in-drops", waits: true) { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 1 << 20, kind: 0x11, request: 1))
      let end = MonotonicClock.nanoseconds + 8_000_000_000
      while MonotonicClock.nanoseconds < end {
        do {
          try client.send(bytes: [0])
        } catch { break }
        _ = try? waitForInput(on: [], timeout: .milliseconds(100))
      }
      try client.mustEnd(.tooSlow)
    },
    HostileCase("long-frames-begun-on-all-connections") { scene in
      var clients: [RawClient] = []
      for _ in 0..<24 {
        let client = try scene.enter()
        client.sendCarelessly(header(payload: 1 << 20, kind: 0x11, request: 1) + [0, 0])
        clients.append(client)
      }
      // Another app's long frame has its permit all the same, after a moment at most.
      let other = try Command(scene.victimProgram, ["--check", scene.socket]).run()
      guard other.isSuccess else {
        throw AttackSucceeded(description: "another app was not served meanwhile")
      }
      for client in clients { client.socket.shutdown() }
    },
    HostileCase("does-not-read") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      let names = (0..<200).map { "a title that is rather long, so that answers are, number \($0)" }
      try client.put(names, into: index)
      let query = QueryRequest(query: "title == \"*\"")
      // As many as have a slot; the answers are more than the socket holds.
      for number in UInt64(100)..<160 {
        try client.send(Envelope(.query(query), request: number))
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("more-requests-than-slots") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      var frames: [UInt8] = []
      for number in UInt64(2)...2000 {
        frames += try frameBytes(
          of: .apply(try RawClient.batch(of: ["\(number)"], into: index)), request: number)
      }
      client.sendCarelessly(frames)
      try client.mustEnd(.protocolError)
    },
    HostileCase("connections-without-hello") { scene in
      var clients: [RawClient] = []
      for _ in 0..<200 { if let client = try? scene.connect() { clients.append(client) } }
      // A full queue empties within moments: who is one too many is sent away.
      guard
        try TestProgram.wait(until: {
          try Command(scene.victimProgram, ["--check", scene.socket]).run().isSuccess
        })
      else { throw AttackSucceeded(description: "another app could not connect") }
      withExtendedLifetime(clients) {}
    },
    HostileCase("connections-with-hello") { scene in
      var clients: [RawClient] = []
      var refused = 0
      for _ in 0..<60 {
        do {
          clients.append(try scene.enter())
        } catch RawClient.Failure.refused(let refusal) where refusal.code == .tooManyConnections {
          refused += 1
        }
      }
      guard clients.count <= 32, refused > 0 else {
        throw AttackSucceeded(description: "one app has \(clients.count) connections")
      }
      let other = try Command(scene.victimProgram, ["--check", scene.socket]).run()
      guard other.isSuccess else {
        throw AttackSucceeded(description: "another app could not connect")
      }
    },
    HostileCase("connects-and-goes") { scene in
      for _ in 0..<500 {
        if let socket = try? UnixSocket.connect(to: scene.socket) { socket.shutdown() }
      }
      // Those that are gone are noticed soon.
      guard TestProgram.wait(until: { (try? scene.checkThatOthersAreServed()) != nil }) else {
        throw AttackSucceeded(description: "connections that are gone keep others out")
      }
    },
    HostileCase("goes-in-the-middle-of-everything") { scene in
      var noise = Noise(seed: 4)
      for number in 0..<60 {
        guard let client = try? scene.enter() else { continue }
        let index = try client.open("own")
        let frame = try frameBytes(
          of: .apply(try RawClient.batch(of: ["\(number)"], into: index)), request: 2)
        let count = Int.random(in: 0...frame.count, using: &noise)
        client.sendCarelessly(Array(frame[..<count]))
        client.socket.shutdown()
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("tiny-batches-for-a-second") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      let end = MonotonicClock.nanoseconds + 1_000_000_000
      while MonotonicClock.nanoseconds < end {
        var requests: [UInt64] = []
        for _ in 0..<32 {
          requests.append(
            try client.request(
              .apply(ApplyBatch(handle: index, operations: [.deleteIdentifiers(["x"])]))))
        }
        for request in requests { _ = try client.reply(to: request) }
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("cancels-and-allows-what-is-not-there") { scene in
      let client = try scene.enter()
      for number in UInt64(0)..<5000 {
        try client.send(Envelope(.cancel(number)))
        try client.send(Envelope(.more(MoreResults(request: number, frameCount: .max))))
      }
      guard try client.identifiers(matching: "title == \"nothing like it\"").isEmpty else {
        throw AttackSucceeded(description: "something was found that is not there")
      }
    },
    HostileCase("sends-messages-faster-than-they-are-taken") { scene in
      let clients = try (0..<4).map { _ in try scene.enter() }
      let frames = try (UInt64(1000)..<1064).flatMap { try frameBytes(of: .cancel($0)) }
      let indexes = try clients.map { try $0.open("own") }
      // More than an app may send at once. What a client sends next is read only after it.
      for client in clients { for _ in 0..<100 { try client.send(bytes: frames) } }
      try scene.checkThatOthersAreServed()
      for (number, client) in clients.enumerated() {
        try client.put(["sent after flood \(number)"], into: indexes[number])
      }
      let found = try clients[0].identifiers(matching: "title == \"sent after flood *\"")
      guard found.count == clients.count else {
        throw AttackSucceeded(description: "of what was sent after many messages \(found) is left")
      }
    },
    HostileCase("cancels-everything-it-asks") { scene in
      let client = try scene.enter()
      for _ in 0..<200 {
        let request = try client.request(.query(QueryRequest(query: "title == \"*\"")))
        try client.send(Envelope(.cancel(request)))
        _ = try client.reply(to: request)
      }
    },
    HostileCase("thousands-of-indexes") { scene in
      let client = try scene.enter()
      var opened = 0
      for number in 0..<3000 {
        let answer = try client.ask(.openIndex(OpenIndex(name: "index \(number)")))
        if case .indexOpened = answer { opened += 1 }
      }
      guard opened <= 1024 else {
        throw AttackSucceeded(description: "\(opened) indexes are open on one connection")
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("queries-that-cost") { scene in
      let client = try scene.enter()
      let clause = "(title == \"*a*b*c*d*e*\" || title != \"*e*d*c*b*a*\")"
      for count in [10, 100, 300] {
        let query = Array(repeating: clause, count: count).joined(separator: " && ")
        _ = try client.ask(.query(QueryRequest(query: query)))
        let nested =
          String(repeating: "(", count: count * 10) + "title == \"a\""
          + String(repeating: ")", count: count * 10)
        _ = try client.ask(.query(QueryRequest(query: nested)))
      }
      try scene.checkThatOthersAreServed()
    },
  ]
}

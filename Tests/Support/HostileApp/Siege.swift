import FresnelPlatform
import SpotlightWire
import Synchronization
import WireTestSupport

/// One of the processes that try to use up what the daemon has for others: each of its connections is silent, has
/// sent half a message, was taken in and stands idle, or floods. One that ends is made again, again and again.
enum Siege {
  private enum Way: Int, CaseIterable {
    case silent, half, idle, flooding
  }

  /// Holds connections until the process is killed, for ten minutes at most.
  ///
  /// - Parameters:
  ///   - socket: The daemon's socket.
  ///   - connectionCount: How many; the ways take turns.
  ///   - sign: The file to be made when each was tried once.
  /// - Throws: ``NotPossibleHere``, or an error of the system.
  static func hold(_ socket: String, connectionCount: Int, sign: String) throws {
    Signal.ignore(.brokenPipe)
    let tried = Counter()
    for number in 0..<connectionCount {
      let way = Way.allCases[number % Way.allCases.count]
      guard
        DetachedThread.start({
          while true {
            let client = try? RawClient(path: socket)
            tried.note(number)
            if let client { try? hold(client, way) }
            rest(250)
          }
        })
      else { throw NotPossibleHere(description: "no more threads can be started") }
    }
    while tried.count < connectionCount { rest(1) }
    try FileSystem.write([], to: sign)
    rest(600_000)
  }

  /// Asks two queries at a time that take long, without end.
  ///
  /// - Parameters:
  ///   - socket: The daemon's socket.
  ///   - sign: The file to be made when the first was sent.
  /// - Throws: ``NotPossibleHere``, or an error of the system.
  static func ask(_ socket: String, sign: String) throws {
    Signal.ignore(.brokenPipe)
    guard
      DetachedThread.start({
        rest(600_000)
        CurrentProcess.exit(0)
      })
    else { throw NotPossibleHere(description: "no more threads can be started") }
    let query = (0..<50_000).map { "** != \"*w\($0)*\"cd" }.joined(separator: " && ")
    while true {
      guard let client = try? RawClient(path: socket) else { continue }
      client.timeout = .seconds(24 * 60 * 60)
      do {
        try client.shakeHands(program: "hostile 1")
        while true {
          let requests = try (0..<2).map { _ in
            try client.request(.query(QueryRequest(query: query)))
          }
          try FileSystem.write([], to: sign)
          for request in requests { _ = try client.reply(to: request) }
        }
      } catch {
        rest(10)
      }
    }
  }

  private static func rest(_ milliseconds: Int) {
    _ = try? waitForInput(on: [], timeout: .milliseconds(milliseconds))
  }

  /// Holds a connection until it ends.
  private static func hold(_ client: RawClient, _ way: Way) throws {
    client.timeout = .seconds(24 * 60 * 60)
    switch way {
    case .silent: break
    case .half:
      _ = try client.greeting()
      try client.send(bytes: header(payload: 100, kind: 1) + [1, 2, 3])
    case .idle: try client.shakeHands(program: "hostile 1")
    case .flooding:
      try client.shakeHands(program: "hostile 1")
      let frames = try (UInt64(1)...64).flatMap { try frameBytes(of: .cancel($0)) }
      while true { try client.send(bytes: frames) }
    }
    _ = try client.waitForEnd()
  }

  /// The connections that were tried at least once.
  private final class Counter: Sendable {
    private let tried = Mutex(Set<Int>())
    var count: Int { tried.withLock { $0.count } }
    func note(_ number: Int) { _ = tried.withLock { $0.insert(number) } }
  }
}

/// How long a program takes, from its start to its end.
enum Timing {
  /// Runs a program so often and prints the times.
  ///
  /// - Throws: ``AttackSucceeded`` when it fails once.
  static func measure(_ words: [String], count: Int) throws {
    var times: [Double] = []
    for _ in 0..<count {
      let start = MonotonicClock.nanoseconds
      let (ending, output) = try Command("/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh"] + words)
        .capture(maximumByteCount: 1 << 16)
      times.append(
        Double(MonotonicClock.elapsed(from: start, to: MonotonicClock.nanoseconds)) / 1e6)
      guard ending == .exited(0) else {
        throw AttackSucceeded(
          description: "\(ending): \(String(decoding: output, as: UTF8.self))")
      }
    }
    times.sort()
    let median = times[times.count / 2].rounded()
    let late = times[times.count * 99 / 100].rounded()
    print(
      "median \(median) ms, 99 % within \(late) ms, worst \(times[times.count - 1].rounded()) ms")
  }
}

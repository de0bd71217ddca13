import BusTestSupport
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing
import WireTestSupport

@testable import WebFetching

/// How a process that reads ends; scripts play it.
@Suite("ReadProcess", .timeLimit(.minutes(30)))
struct ReadProcessTests {
  init() {
    // As every program does that starts such a process: what is sent to one that has ended is an error, no signal.
    Signal.ignore(.brokenPipe)
  }

  /// The bytes of news as they go through the socket.
  private static func bytes(_ all: [ReadNews]) -> [UInt8] {
    var writer = WireWriter()
    for news in all {
      writer.append(UInt32(news.payload.count))
      writer.append(news.kind)
      writer.append(0 as UInt8)
      writer.append(0 as UInt16)
      writer.append(raw: news.payload)
    }
    return writer.finish()
  }

  /// The children of this process whose program has a name, ended ones that nobody waited for among them.
  private static func children(named name: String) throws -> [String] {
    try FileSystem.entries(of: "/proc").filter { entry in
      guard Int32(entry) != nil, let bytes = try? FileSystem.contents(of: "/proc/\(entry)/stat")
      else { return false }
      // NUMBER (NAME) STATE PARENT
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.lastIndex(of: ")"), text[..<end].hasSuffix("(" + name) else {
        return false
      }
      return text[end...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
        == CurrentProcess.identifier
    }
  }

  private struct WayOut {
    var script = ":; "
    var goesOn = true
    var patience: Duration?
  }

  @Test("However it ends, no process and no descriptor is left")
  func leftovers() throws {
    let ended = #"printf '\1\0\0\0\5\0\0\0\3' >&3; "#
    let ways = [
      WayOut(script: ended), WayOut(script: #"printf '\0\0\0\0\1\0\0\0' >&3; "#, goesOn: false),
      WayOut(script: #"printf '\0\0\0\0\11\0\0\0' >&3; "#), WayOut(script: "exit 7; "),
      WayOut(script: "exec 3>&-; "), WayOut(patience: .milliseconds(1)),
    ]
    // As long as the kernel keeps of a name.
    let name = "left-over-" + String(CurrentProcess.identifier % 100_000)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      for (number, way) in ways.enumerated() {
        let program = directory + "/" + name
        try TestProgram.write(
          script: "if [ $1 = read-confined ]; then \(way.script)fi; kill -STOP $$", to: program)
        for policy in [nil, FetchPolicy(userAgent: "Tester/1.0")] {
          var process = ReadProcess(program, [])
          process.patience = way.patience
          process.fetching = policy
          weak var kept: EventLoop?
          do {
            let loop = try EventLoop()
            kept = loop
            _ = try? process.run(on: loop) { _ in way.goesOn }
          }
          // The loop has all descriptors: its own, those that it watches, and who holds these.
          #expect(kept == nil, "way \(number)")
          let left = try Self.children(named: name)
          #expect(left.isEmpty, "way \(number)")
        }
      }
    }
  }

  @Test("What it told before it ended counts, however much of it is still in the socket")
  func lastWords() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let pieces = [ReadNews](repeating: .output([UInt8](repeating: 0x61, count: 1000)), count: 140)
      try FileSystem.write(Self.bytes(pieces + [.ended(5)]), to: directory + "/said")
      let program = directory + "/program"
      // It takes the order to begin, as a reader does: else it may have ended before that is sent. Its number is ten
      // bytes of text.
      try TestProgram.write(
        script: #"head -c 8 <&3 >/dev/null; printf '\12\0\0\0\1\0\0\0%10d' $$ >&3; cat "#
          + "'\(directory)/said' >&3",
        to: program)
      let number = Mutex("")
      let count = Mutex(0)
      let status = try ReadProcess(program, []).run { news in
        count.withLock { $0 += 1 }
        guard number.withLock({ $0.isEmpty }), case .output(let bytes) = news else { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        let identifier = text.drop { $0 == " " }
        number.withLock { $0 = String(identifier) }
        // Nothing more is taken before it has ended.
        return TestProgram.wait {
          let stat = try? FileSystem.contents(of: "/proc/\(identifier)/stat")
          return stat.map { String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? true
        }
      }
      #expect(status == 5 && count.withLock { $0 } == 141)
    }
  }

  @Test("Its time is over when it took longer, and not because this process did something else")
  func patience() {
    let second: UInt64 = 1_000_000_000
    /// How many seconds of looks it takes from a moment until the time is over.
    func left(_ patience: inout AnswerPatience, from moment: UInt64) -> UInt64 {
      var seconds: UInt64 = 1
      while patience.look(at: (moment + seconds) * second) != .giveUp { seconds += 1 }
      return seconds
    }
    var quiet = AnswerPatience(.seconds(60), at: 10 * second)
    #expect(quiet.look(at: 10 * second) == .wait(.seconds(1)))
    #expect(left(&quiet, from: 10) == 60)
    var short = AnswerPatience(.milliseconds(1), at: 10 * second)
    #expect(short.look(at: 10 * second) == .wait(.milliseconds(1)))
    #expect(short.look(at: 11 * second) == .giveUp)
    // It showed something for a while.
    var busy = AnswerPatience(.seconds(60), at: 10 * second)
    busy.leaveOut(100 * second)
    #expect(left(&busy, from: 110) == 60)
    // Stopped and continued, for less than the time and for more: at most two seconds of that count.
    for pause: UInt64 in [30, 3600] {
      var stopped = AnswerPatience(.seconds(60), at: 10 * second)
      #expect(stopped.look(at: (10 + pause) * second) == .wait(.seconds(1)))
      #expect(left(&stopped, from: 10 + pause) == 58)
    }
    // Stopped just before the end: what was told meanwhile is taken before it is given up.
    var last = AnswerPatience(.seconds(1), at: 10 * second)
    #expect(last.look(at: 100 * second) != .giveUp)
    #expect(last.look(at: 101 * second) == .giveUp)
    var endless = AnswerPatience(.seconds(Int64.max), at: 5)
    #expect(endless.look(at: .max - 1) != .giveUp)
  }

  @Test(
    "A process that asks for others that fetch again and again is given up, and nothing is left")
  func replacing() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let name = "ask-again-" + String(CurrentProcess.identifier % 100_000)
      let program = directory + "/" + name
      try TestProgram.write(
        script: #"""
          if [ $1 = read-confined ]; then
            while :; do printf '\0\0\0\0\7\0\0\0' >&3 || exit; done
          fi
          kill -STOP $$
          """#, to: program)
      var process = ReadProcess(program, [])
      process.fetching = FetchPolicy(userAgent: "Tester/1.0")
      let error = #expect(throws: SystemError.self) { _ = try process.run { _ in true } }
      #expect(
        error?.message.contains("it asked for more than") == true,
        "\(error?.message ?? "")")
      #expect(try Self.children(named: name).isEmpty)
    }
  }

  @Test("A process that did not begin tells all that it had to tell, however long")
  func tellingUnbegun() async throws {
    let running = try RunningLoop()
    defer { running.stop() }
    let (near, far) = try UnixSocket.pair()
    let all = (0..<20).map { ReadNews.error([UInt8](repeating: $0, count: 200_000)) }
    let (ends, tellingEnd) = AsyncStream<Bool>.makeStream()
    let isStarted = DetachedThread.start {
      let isTold = (try? ReadWorker.tell(all, through: far, on: EventLoop())) != nil
      tellingEnd.yield(isTold)
    }
    try #require(isStarted)
    let (messages, telling) = AsyncStream<WorkerLink.Message>.makeStream()
    let link = WorkerLink(near, on: running.loop, received: { telling.yield($0) }, closed: {})
    try link.start()
    var count = 0
    for await message in messages {
      #expect(try ReadNews(kind: message.kind, payload: message.payload) == all[count])
      count += 1
      if count == all.count { break }
    }
    link.close()
    for await isTold in ends {
      #expect(isTold)
      break
    }
  }
}

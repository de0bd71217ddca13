import FresnelTestSupport
import Testing

@testable import FresnelHandoff

/// Two devices that are being paired, and everything that they do.
private struct Pair {
  var a: PairingMachine
  var b: PairingMachine
  let keyA = DeviceKey.random()
  let keyB = DeviceKey.random()
  /// What each wrote down, told its person, and failed with.
  var storedByA: [Device] = []
  var storedByB: [Device] = []
  var pairedOnA: [Device] = []
  var pairedOnB: [Device] = []
  var failuresOfA: [HandoffError] = []
  var failuresOfB: [HandoffError] = []

  init(shown: String = "123456", typed: String = "123456", now: UInt64 = 0) {
    a = PairingMachine(
      showing: PairingCode(digits: shown, now: now),
      own: PairingIdentity(
        publicKey: keyA.publicKey, name: "Schreibtisch", port: 4001, hosts: ["127.0.0.2", "desk"]))
    b = PairingMachine(
      typed: Array(typed.utf8),
      own: PairingIdentity(publicKey: keyB.publicKey, name: "Reise", port: 0, hosts: []),
      now: now)
  }

  /// Carries out what A is to do and returns what it sends.
  mutating func doA(_ steps: [PairingStep]) -> [[UInt8]] {
    var sent: [[UInt8]] = []
    for step in steps {
      switch step {
      case .send(let bytes): sent.append(bytes)
      case .store(let device, let run):
        storedByA.append(device)
        sent += doA(a.stored(true, run: run))
      case .paired(let device): pairedOnA.append(device)
      case .failed(let error): failuresOfA.append(error)
      }
    }
    return sent
  }

  /// Carries out what B is to do and returns what it sends.
  mutating func doB(_ steps: [PairingStep]) -> [[UInt8]] {
    var sent: [[UInt8]] = []
    for step in steps {
      switch step {
      case .send(let bytes): sent.append(bytes)
      case .store(let device, let run):
        storedByB.append(device)
        sent += doB(b.stored(true, run: run))
      case .paired(let device): pairedOnB.append(device)
      case .failed(let error): failuresOfB.append(error)
      }
    }
    return sent
  }

  /// Runs until nobody says anything any more. Every message, numbered from 0, goes through the network, which
  /// says what arrives in its place.
  mutating func run(
    now: UInt64 = 0, network: (_ number: Int, _ message: [UInt8]) -> [[UInt8]] = { [$1] }
  ) throws(HandoffError) {
    _ = try b.connected(now)
    var toB = doA(try a.connected(now))
    var toA: [[UInt8]] = []
    var number = 0
    while !toA.isEmpty || !toB.isEmpty {
      if !toB.isEmpty {
        let arriving = network(number, toB.removeFirst())
        for message in arriving { toA += doB(b.receive(message, now: now)) }
      } else {
        let arriving = network(number, toA.removeFirst())
        for message in arriving { toB += doA(a.receive(message, now: now)) }
      }
      number += 1
    }
    // Who fails closes the connection, which the other one sees; who waits in vain gives up.
    for later in [now, now + PairingMachine.patience] {
      _ = doA(a.time(later))
      if !failuresOfA.isEmpty { _ = doB(b.disconnected()) }
      _ = doB(b.time(later))
      if !failuresOfB.isEmpty { _ = doA(a.disconnected()) }
    }
  }

  /// The messages of a pairing that nobody disturbs.
  static func recording(shown: String = "123456") throws -> [[UInt8]] {
    var pair = Pair(shown: shown, typed: shown)
    var messages: [[UInt8]] = []
    try pair.run {
      messages.append($1); return [$1]
    }
    return messages
  }
}

@Suite("PairingMachine")
struct PairingMachineTests {
  /// How many messages a pairing has.
  private static let count = 7

  @Test("With the same code both write each other down, with one secret, and tell it")
  func pairing() throws {
    var pair = Pair()
    try pair.run()
    #expect(pair.failuresOfA.isEmpty && pair.failuresOfB.isEmpty)
    let (ofA, ofB) = (try #require(pair.pairedOnA.first), try #require(pair.pairedOnB.first))
    #expect(ofA.publicKey == pair.keyB.publicKey)
    #expect(ofB.publicKey == pair.keyA.publicKey)
    #expect(ofA.name == "Reise")
    #expect(ofB.addresses.map(\.description) == ["127.0.0.2:4001", "desk:4001"])
    #expect(ofA.addresses.isEmpty)
    #expect(ofA.pairKey.withBytes { Array($0) } == ofB.pairKey.withBytes { Array($0) })
    #expect(pair.storedByA.count == 1 && pair.storedByB.count == 1)
    #expect(pair.a.isOver(at: 0) && pair.b.isOver(at: 0))
    #expect(thrown { () throws(HandoffError) in _ = try pair.a.connected(0) } == .codeGone)
  }

  @Test("The messages have the lengths that the page lists, and say no name, key or code")
  func messages() throws {
    let messages = try Pair.recording()
    #expect(messages.map(\.count) == [25, 48, 32, 1_072, 1_072, 32, 32])
    let all = messages.joined().map { $0 }
    for text in ["Schreibtisch", "Reise", "123456", "127.0.0.2"] {
      #expect(!contains(all, Array(text.utf8)), "\(text)")
    }
  }

  @Test("Messages that arrive byte by byte, or together, do the same")
  func pieces() throws {
    var pair = Pair()
    try pair.run { _, message in message.map { [$0] } }
    #expect(pair.pairedOnA.count == 1 && pair.pairedOnB.count == 1)
  }

  @Test("A wrong code pairs nobody, both are told, and after three runs the code is gone")
  func wrongCode() throws {
    var pair = Pair(typed: "123457")
    for run in 1...3 {
      pair.b = PairingMachine(
        typed: Array("123457".utf8),
        own: PairingIdentity(publicKey: pair.keyB.publicKey, name: "", port: 0, hosts: []), now: 0)
      (pair.failuresOfA, pair.failuresOfB) = ([], [])
      try pair.run()
      #expect(pair.failuresOfA.map(\.code) == [.wrongCode], "run \(run)")
      #expect(pair.failuresOfB.map(\.code) == [.wrongCode], "run \(run)")
      #expect(pair.a.isOver(at: 0) == (run == 3))
    }
    #expect(thrown { () throws(HandoffError) in _ = try pair.a.connected(0) } == .codeGone)
    #expect(pair.storedByA.isEmpty && pair.storedByB.isEmpty)
  }

  @Test("Runs that are broken off after the share count; connections that say nothing do not")
  func abortedRuns() throws {
    var pair = Pair()
    for _ in 0..<10 {
      _ = try pair.a.connected(0)
      _ = pair.a.disconnected()
    }
    for _ in 0..<3 {
      _ = try pair.b.connected(0)
      let greeting = try #require(pair.doA(try pair.a.connected(0)).first)
      let share = try #require(pair.doB(pair.b.receive(greeting, now: 0)).first)
      _ = pair.a.receive(share, now: 0)
      _ = pair.a.disconnected()
      pair.b = PairingMachine(
        typed: Array("123456".utf8),
        own: PairingIdentity(publicKey: pair.keyB.publicKey, name: "", port: 0, hosts: []), now: 0)
    }
    #expect(pair.a.isOver(at: 0))
    #expect(thrown { () throws(HandoffError) in _ = try pair.a.connected(0) } == .codeGone)
  }

  @Test("A code is good for two minutes, one device at a time, and a message for five seconds")
  func times() throws {
    var pair = Pair(now: 1_000)
    #expect(!pair.a.isOver(at: 120_999))
    #expect(pair.a.isOver(at: 121_000))
    #expect(thrown { () throws(HandoffError) in _ = try pair.a.connected(121_000) } == .codeGone)
    _ = try pair.a.connected(2_000)
    #expect(thrown { () throws(HandoffError) in _ = try pair.a.connected(2_000) } == .busy)
    #expect(pair.a.deadline == 7_000)
    #expect(pair.a.time(6_999).isEmpty)
    _ = pair.doA(pair.a.time(7_000))
    #expect(pair.failuresOfA.map(\.code) == [.timedOut])
    #expect(pair.a.deadline == 121_000 && !pair.a.isOver(at: 7_000))
    #expect(pair.a.time(121_000).isEmpty && pair.a.deadline == nil)
  }

  @Test("A lost message ends in an error on both sides; nobody knows the other, or one does alone")
  func loss() throws {
    for lost in 0..<Self.count {
      var pair = Pair()
      try pair.run { number, message in number == lost ? [] : [message] }
      // The last message only tells B what A has told its person already.
      #expect(pair.failuresOfA.count == (lost == 6 ? 0 : 1), "message \(lost + 1)")
      #expect(pair.failuresOfB.count == 1, "message \(lost + 1)")
      #expect(pair.pairedOnB.isEmpty && pair.pairedOnA.count == (lost == 6 ? 1 : 0))
      #expect(pair.storedByB.count == (lost >= 5 ? 1 : 0), "message \(lost + 1)")
      #expect(pair.storedByA.count == (lost == 6 ? 1 : 0), "message \(lost + 1)")
    }
  }

  @Test("A message that comes twice ends the run")
  func doubling() throws {
    for doubled in 0..<Self.count - 1 {
      var pair = Pair()
      try pair.run { number, message in number == doubled ? [message, message] : [message] }
      #expect(
        !(pair.pairedOnA.count == 1 && pair.pairedOnB.count == 1)
          || pair.failuresOfA.count + pair.failuresOfB.count > 0 || doubled >= 5,
        "message \(doubled + 1)")
    }
  }

  @Test("A changed bit of any message ends in an error, and nobody is written down by mistake")
  func changes() throws {
    for changed in 0..<Self.count {
      let length = try Pair.recording()[changed].count
      for index in stride(from: 0, to: length, by: length > 100 ? 37 : 1) {
        var pair = Pair()
        try pair.run { number, message in
          var message = message
          if number == changed { message[index] ^= 1 << (index % 8) }
          return [message]
        }
        let name = "byte \(index) of message \(changed + 1)"
        #expect(pair.failuresOfA.count + pair.failuresOfB.count > 0, "\(name)")
        for device in pair.storedByA { #expect(device.publicKey == pair.keyB.publicKey, "\(name)") }
        for device in pair.storedByB { #expect(device.publicKey == pair.keyA.publicKey, "\(name)") }
        #expect(changed >= 5 || pair.storedByB.isEmpty, "\(name)")
        #expect(changed == 6 || pair.storedByA.isEmpty, "\(name)")
      }
    }
  }

  @Test("A message of another run with the same code is refused")
  func otherRun() throws {
    let recording = try Pair.recording()
    for replaced in 0..<Self.count {
      var pair = Pair()
      try pair.run { number, message in [number == replaced ? recording[number] : message] }
      // Another greeting or share makes another run of it, in which the confirmations do not agree.
      #expect(pair.failuresOfA.count + pair.failuresOfB.count > 0, "message \(replaced + 1)")
      #expect(pair.pairedOnB.isEmpty, "message \(replaced + 1)")
    }
  }

  @Test("A device that only repeats what A or B says learns and pairs nothing")
  func reflection() throws {
    var pair = Pair()
    let greeting = try #require(pair.doA(try pair.a.connected(0)).first)
    _ = pair.doA(pair.a.receive(greeting + greeting, now: 0))
    #expect(pair.storedByA.isEmpty && pair.pairedOnA.isEmpty)
  }

  /// Runs a pairing as far as the moment in which B writes A down, and says in which run.
  private func runToStoring(_ pair: inout Pair) throws -> UInt64 {
    _ = try pair.b.connected(0)
    var messages = pair.doA(try pair.a.connected(0))
    messages = pair.doB(pair.b.receive(messages[0], now: 0))
    messages = pair.doA(pair.a.receive(messages[0], now: 0))
    messages = pair.doB(pair.b.receive(messages[0], now: 0))
    messages = pair.doA(pair.a.receive(messages[0], now: 0))
    let step = try #require(pair.b.receive(messages[0], now: 0).first)
    guard case .store(_, let run) = step else { throw HandoffError(.ended, "B stores first.") }
    return run
  }

  @Test("A device that could not be written down is paired on neither side")
  func notStored() throws {
    var pair = Pair()
    let run = try runToStoring(&pair)
    #expect(pair.doB(pair.b.stored(false, run: run)).isEmpty)
    #expect(pair.failuresOfB.map(\.code) == [.system])
    #expect(pair.storedByA.isEmpty)
  }

  @Test("What was written down for a run that ended meanwhile does not count for another one")
  func storedTooLate() throws {
    var pair = Pair()
    let run = try runToStoring(&pair)
    #expect(pair.b.stored(true, run: run + 1).isEmpty && pair.b.stored(true, run: run - 1).isEmpty)
    _ = pair.doB(pair.b.disconnected())
    #expect(pair.failuresOfB.map(\.code) == [.disconnected])
    #expect(pair.b.stored(true, run: run).isEmpty && pair.pairedOnB.isEmpty)
  }

  @Test("Random bytes end a run in an error and are not kept", arguments: 0..<2)
  func randomBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var pair = Pair()
      _ = try pair.b.connected(0)
      _ = try pair.a.connected(0)
      for _ in 0..<4 {
        let bytes = (0..<generator.below(3_000)).map { _ in UInt8(generator.below(256)) }
        _ = pair.doA(pair.a.receive(bytes, now: 0))
        _ = pair.doB(pair.b.receive(bytes, now: 0))
        #expect(pair.a.waitingByteCount < 1_072 && pair.b.waitingByteCount < 1_072)
      }
      #expect(pair.storedByA.isEmpty && pair.storedByB.isEmpty, "seed \(seed)")
    }
  }

  @Test("What is typed is taken with blanks and dashes, and nothing else is a code")
  func typing() {
    #expect(PairingCode.bytes(ofTyped: " 123 456") == Array("123456".utf8))
    #expect(PairingCode.bytes(ofTyped: "123-456") == Array("123456".utf8))
    for text in ["", "12345", "1234567", "12345a", "१२३४५६"] {
      #expect(PairingCode.bytes(ofTyped: text) == nil, "\(text)")
    }
    let code = PairingCode(now: 0)
    #expect(PairingCode.bytes(ofTyped: code.digits) != nil)
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }
}

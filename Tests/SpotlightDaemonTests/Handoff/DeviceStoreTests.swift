import Dispatch
import FresnelHandoff
import FresnelProtection
import FresnelStorage
import FresnelTestSupport
import Synchronization
import Testing
import WireTestSupport

@testable import SpotlightDaemon

@Suite("DeviceStore")
struct DeviceStoreTests {
  private let service = PlayedKeys(.secretService)
  private let local = PlayedKeys(.localKeyFile)

  private func store(_ storage: any Storage) -> DeviceStore {
    DeviceStore(DeviceFile(in: "/state", storage: storage), sources: [service, local])
  }

  private static func device(_ name: String) -> Device {
    Device(
      publicKey: DeviceKey.random().publicKey, pairKey: .random(byteCount: 32), name: name)
  }

  private static func code(_ body: () throws -> Void) -> HandoffError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? HandoffError)?.code
    }
  }

  @Test("Devices that were written down are there again, with this device's key")
  func keeping() throws {
    let storage = FaultyStorage()
    #expect(try store(storage).open() == nil)
    #expect(service.isEmpty && local.isEmpty)
    var made = try store(storage).make()
    try made.change { (book) throws(HandoffError) in try book.add(Self.device("Reise")) }
    let found = try #require(try store(storage.afterPowerLoss()).open())
    #expect(found.book.devices.map(\.name) == ["Reise"])
    #expect(found.book.own.publicKey == made.book.own.publicKey)
    #expect(!service.isEmpty && local.isEmpty)
  }

  @Test("Where there is a file no other one is made, whatever does not answer")
  func noSecondFile() throws {
    let storage = FaultyStorage()
    _ = try store(storage).make()
    #expect(Self.code { _ = try store(storage).make() } == .busy)
    for failure: ProtectionError.Code in [.notThereYet, .dismissed, .absent, .system] {
      service.fail(failure)
      #expect(Self.code { _ = try store(storage).open() } == .keyUnavailable, "\(failure)")
      #expect(Self.code { _ = try store(storage).make() } == .busy, "\(failure)")
      #expect(local.isEmpty)
    }
    service.fail(nil)
    service.forget(.handoff)
    #expect(Self.code { _ = try store(storage).open() } == .keyUnavailable)
    _ = try service.secret(for: .handoff, create: true)
    #expect(Self.code { _ = try store(storage).open() } == .wrongKey)
  }

  @Test("A keyring that does not answer is no reason for a local key; one that is not installed is")
  func noWeakening() throws {
    for failure: ProtectionError.Code in [.notThereYet, .dismissed, .system, .wrongSecret] {
      service.fail(failure)
      #expect(Self.code { _ = try store(FaultyStorage()).make() } == .keyUnavailable, "\(failure)")
      #expect(local.isEmpty)
    }
    service.fail(.absent)
    let storage = FaultyStorage()
    let made = try store(storage).make()
    #expect(!local.isEmpty)
    #expect(try store(storage).open()?.book.own.publicKey == made.book.own.publicKey)
  }

  @Test("A file that a local key opens is sealed with the keyring's once there is one")
  func strengthening() throws {
    service.fail(.absent)
    let storage = FaultyStorage()
    let made = try store(storage).make()
    // A keyring that cannot be asked now changes nothing, and its person is asked once.
    service.fail(.dismissed)
    let asked = service.asked
    #expect(try store(storage).open() != nil && service.isEmpty && service.asked == asked + 1)
    service.fail(nil)
    var opened = try #require(try store(storage).open())
    #expect(!service.isEmpty && local.isEmpty)
    try opened.change { (book) throws(HandoffError) in try book.add(Self.device("Reise")) }
    let found = try #require(try store(storage.afterPowerLoss()).open())
    #expect(found.book.own.publicKey == made.book.own.publicKey && found.book.devices.count == 1)
  }

  @Test("A file that is damaged, or of a newer program, stays as it is")
  func damage() throws {
    let storage = FaultyStorage()
    _ = try store(storage).make()
    let whole = try #require(storage.contents(of: "/state/devices"))
    for (bytes, expected) in [
      ([], .damaged), (Array(whole.dropLast()), .damaged),
      ([UInt8](repeating: 0, count: DeviceBook.largestByteCount + 2), .damaged),
    ] as [([UInt8], HandoffError.Code)] {
      storage.setContents(bytes, of: "/state/devices")
      #expect(Self.code { _ = try store(storage).open() } == expected)
      #expect(Self.code { _ = try store(storage).make() } == .busy)
      #expect(storage.contents(of: "/state/devices") == bytes)
    }
  }

  @Test("Whatever fails while devices are written down, the old or the new ones are there")
  func faults() throws {
    let clean = FaultyStorage()
    _ = try store(clean).make()
    let before = clean.callCount
    var opened = try #require(try store(clean).open())
    let opening = clean.callCount - before
    try opened.change { (book) throws(HandoffError) in try book.add(Self.device("Reise")) }
    let calls = clean.callCount - before
    let bytes = try #require(clean.contents(of: "/state/devices"))
    for call in opening + 1...calls {
      let storage = FaultyStorage(fault: .init(call: call, isPersistent: true))
      let book = try DeviceStoreTests.emptied(bytes, service)
      storage.setContents(book, of: "/state/devices")
      guard var opened = try store(storage).open() else {
        Issue.record("call \(call): nothing is there")
        return
      }
      let isDone =
        Self.code {
          try opened.change { (book) throws(HandoffError) in try book.add(Self.device("Neu")) }
        } == nil
      #expect(opened.book.devices.count == (isDone ? 1 : 0), "call \(call)")
      let found = try #require(try store(storage.afterPowerLoss()).open())
      let count = found.book.devices.count
      #expect(isDone ? count == 1 : count <= 1, "call \(call)")
    }
  }

  /// The same file without devices.
  private static func emptied(_ bytes: [UInt8], _ keys: PlayedKeys) throws -> [UInt8] {
    let secret = try #require(try keys.secret(for: .handoff, create: false))
    let key = secret.withBytes { SecretBytes(copying: $0) }
    let book = try DeviceBook(openedFrom: bytes, key: key)
    return try DeviceBook(own: book.own).sealed(key: key)
  }

  @Test(
    "What asks main for the file and its key gets what main has, and asks again after main ran anew"
  )
  func askingMain() throws {
    let storage = FaultyStorage()
    let vault = DeviceVault(
      file: DeviceFile(in: "/state", storage: storage), sources: [service, local])
    let asked = AskedVault()
    let isAnswering = Mutex(true)
    let questions = Mutex<[UInt64]>([])
    asked.begin { news in
      guard case .askVault(let number, let question) = news else { return }
      questions.withLock { $0.append(number) }
      if isAnswering.withLock({ $0 }) { asked.take(vault.answer(question), to: number) }
    }
    #expect(try asked.store.open() == nil)
    var made = try asked.store.make()
    try made.change { (book) throws(HandoffError) in try book.add(Self.device("Reise")) }
    #expect(try store(storage).open()?.book.devices.map(\.name) == ["Reise"])
    #expect(!service.isEmpty && local.isEmpty)
    service.fail(.dismissed)
    #expect(Self.code { _ = try asked.store.open() } == .keyUnavailable)
    service.fail(nil)
    // The program that was asked ends without an answer.
    isAnswering.withLock { $0 = false }
    let count = questions.withLock(\.count)
    let opened = Mutex<Int?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue(label: "test").async {
      let found = try? asked.store.open()
      opened.withLock { $0 = found?.book.devices.count }
      isOver.signal()
    }
    _ = TestProgram.wait { questions.withLock(\.count) > count }
    isAnswering.withLock { $0 = true }
    asked.askAgain()
    isOver.wait()
    #expect(opened.withLock { $0 } == 1)
  }

  @Test("Main gives away nothing but the file of devices and its secret")
  func vaultLimits() {
    let vault = DeviceVault(
      file: DeviceFile(in: "/state", storage: FaultyStorage()), sources: [service])
    #expect(vault.answer(.read) == .bytes(nil))
    guard case .failed(isAbsent: true, _) = vault.answer(.secret(.localKeyFile, isMaking: true)),
      case .failed(isAbsent: true, _) = vault.answer(.secret(.passphrase, isMaking: true)),
      case .failed(isAbsent: false, _) = vault.answer(
        .replace([UInt8](repeating: 0, count: DeviceBook.largestByteCount + 1)))
    else {
      Issue.record("It gives what it has not.")
      return
    }
    #expect(vault.answer(.read) == .bytes(nil))
  }
}

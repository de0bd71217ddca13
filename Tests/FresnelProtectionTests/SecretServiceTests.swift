import BusTestSupport
import Dispatch
import FresnelBus
import FresnelPlatform
import FresnelProtection
import FresnelStorage
import SpotlightWire
import Synchronization
import Testing

/// A Secret Service with one collection, which asks its person when it is locked.
private final class TestSecretService: Sendable {
  static let path = "/org/freedesktop/secrets"
  static let collection = "/org/freedesktop/secrets/collection/login"
  private static let interface = "org.freedesktop.Secret.Service"

  struct State {
    var isThere = true
    var isLocked = false
    var isDismissed = false
    var hasCollection = true
    /// The secrets, by class.
    var items: [String: [UInt8]] = [:]
    /// What a prompt does, and its result, when it is not dismissed.
    var prompts: [String: @Sendable (inout State) -> BusValue] = [:]
    var promptCount = 0
  }
  let state = Mutex(State())
  let peer: TestBusPeer

  init(on loop: EventLoop) throws {
    peer = try TestBusPeer(on: loop)
    let bus = "/org/freedesktop/DBus"
    try answer(bus, "org.freedesktop.DBus", "NameHasOwner") { state, _ in [.bool(state.isThere)] }
    try answer(bus, "org.freedesktop.DBus", "ListActivatableNames") { _, _ in
      [.array(element: "s", [.string("org.freedesktop.DBus")])]
    }
    try answer(bus, "org.freedesktop.DBus", "GetNameOwner") { _, _ in [.string(":1.5")] }
    try answer(Self.path, Self.interface, "OpenSession") { _, _ in
      [.variant(.string("")), .objectPath("/session/1")]
    }
    try answer(Self.path, Self.interface, "SearchItems") { state, arguments in
      let name = Self.className(arguments[0])
      let found = state.items.keys.filter { $0 == name }.map(Self.item)
      let none = BusValue.array(element: "o", [])
      let items = BusValue.array(element: "o", found.map(BusValue.objectPath))
      return state.isLocked ? [none, items] : [items, none]
    }
    try answer(Self.path, Self.interface, "Unlock") { state, arguments in
      guard state.isLocked else { return [arguments[0], .objectPath("/")] }
      let prompt = try self.prompt(&state) { state in
        state.isLocked = false
        return arguments[0]
      }
      return [.array(element: "o", []), .objectPath(prompt)]
    }
    try answer(Self.path, Self.interface, "ReadAlias") { state, _ in
      [.objectPath(state.hasCollection ? Self.collection : "/")]
    }
    try answer(Self.path, Self.interface, "CreateCollection") { state, _ in
      let prompt = try self.prompt(&state) { state in
        state.hasCollection = true
        return .objectPath(Self.collection)
      }
      return [.objectPath("/"), .objectPath(prompt)]
    }
    try answer(Self.collection, "org.freedesktop.Secret.Collection", "CreateItem") {
      state, arguments in
      let attributes = arguments[0]["org.freedesktop.Secret.Item.Attributes"]
      let name = Self.className(attributes ?? .bool(false))
      state.items[name] = arguments[1].elements?[2].bytes
      return [.objectPath(Self.item(name)), .objectPath("/")]
    }
    try answer(Self.path, Self.interface, "GetSecrets") { state, arguments in
      let entries = (arguments[0].elements ?? []).compactMap { path -> BusValue? in
        guard let name = state.items.keys.first(where: { Self.item($0) == path.text }) else {
          return nil
        }
        let secret = BusValue.structure([
          arguments[1], .bytes([]), .bytes(state.items[name] ?? []), .string("text/plain"),
        ])
        return .entry(path, secret)
      }
      return [.array(element: "{o(oayays)}", entries)]
    }
  }

  private static func item(_ name: String) -> String {
    collection + "/" + name.replacing("-", with: "_")
  }

  private static func className(_ attributes: BusValue) -> String {
    (attributes["class"] ?? attributes["purpose"])?.text ?? ""
  }

  private func answer(
    _ path: String, _ interface: String, _ member: String,
    _ body: @escaping @Sendable (inout State, [BusValue]) throws -> [BusValue]
  ) throws {
    try peer.answer(path, interface, member) { arguments in
      self.state.withLock { state in
        do { return .success(try body(&state, arguments)) } catch {
          return .failure(BusError(named: "org.fresnel.Error", "\(error)"))
        }
      }
    }
  }

  /// Makes a prompt, which is answered as soon as it is shown.
  private func prompt(
    _ state: inout State, _ effect: @escaping @Sendable (inout State) -> BusValue
  ) throws -> String {
    state.promptCount += 1
    let path = "/prompt/\(state.promptCount)"
    let interface = "org.freedesktop.Secret.Prompt"
    try peer.answer(path, interface, "Prompt") { _ in
      let (isDismissed, result) = self.state.withLock { state in
        state.isDismissed ? (true, BusValue.string("")) : (false, effect(&state))
      }
      try? self.peer.emit(path, interface, "Completed", [.bool(isDismissed), .variant(result)])
      return .success([])
    }
    return path
  }
}

@Suite("SecretServiceKeys")
struct SecretServiceTests {
  private func withService(
    _ body: (TestSecretService, SecretServiceKeys) async throws -> Void
  ) async throws {
    let running = try RunningLoop()
    let service = try TestSecretService(on: running.loop)
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await body(
          service, SecretServiceKeys(service.peer.client, promptTimeout: .seconds(20))))
    } catch { result = .failure(error) }
    running.stop()
    try result.get()
  }

  /// Asks on a thread that may wait.
  private func ask(
    _ keys: SecretServiceKeys, _ protection: ProtectionClass, create: Bool
  ) async -> Result<[UInt8]?, ProtectionError> {
    await ask(keys, .protection(protection), create: create)
  }

  private func ask(
    _ keys: SecretServiceKeys, _ purpose: SecretPurpose, create: Bool
  ) async -> Result<[UInt8]?, ProtectionError> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "asking").async {
        continuation.resume(
          returning: Result { () throws(ProtectionError) in
            try keys.secret(for: purpose, create: create).map { bytes(of: $0) }
          })
      }
    }
  }

  @Test("A secret is made once for each class, and found again")
  func secrets() async throws {
    try await withService { service, keys in
      #expect(try await ask(keys, .complete, create: false).get() == nil)
      let made = try await ask(keys, .complete, create: true).get()
      #expect(made?.count == EncryptionKey.byteCount)
      #expect(try await ask(keys, .complete, create: true).get() == made)
      #expect(try await ask(keys, .complete, create: false).get() == made)
      let other = try await ask(keys, .firstUnlock, create: true).get()
      #expect(other != made)
      #expect(service.state.withLock { $0.items.keys.sorted() } == ["complete", "first-unlock"])
    }
  }

  @Test("The devices that are paired have a secret of their own, found by another attribute")
  func otherPurpose() async throws {
    try await withService { service, keys in
      let made = try await ask(keys, .handoff, create: true).get()
      #expect(made?.count == EncryptionKey.byteCount)
      #expect(try await ask(keys, .complete, create: false).get() == nil)
      #expect(try await ask(keys, .handoff, create: false).get() == made)
      #expect(service.state.withLock { $0.items.keys.sorted() } == ["handoff"])
    }
  }

  @Test("A locked keyring asks its person; who dismisses it gets no key made")
  func prompts() async throws {
    try await withService { service, keys in
      let made = try await ask(keys, .complete, create: true).get()
      service.state.withLock { $0.isLocked = true }
      #expect(try await ask(keys, .complete, create: false).get() == made)
      service.state.withLock { ($0.isLocked, $0.isDismissed) = (true, true) }
      #expect(await ask(keys, .complete, create: true).code == .dismissed)
      #expect(service.state.withLock { $0.items.count } == 1)
    }
  }

  @Test("Where there is no collection yet, one is made")
  func collection() async throws {
    try await withService { service, keys in
      service.state.withLock { $0.hasCollection = false }
      let made = try await ask(keys, .complete, create: true).get()
      #expect(made != nil)
      #expect(service.state.withLock { $0.hasCollection })
    }
  }

  @Test("A secret that is no key, and a service that is not there, are told apart")
  func failures() async throws {
    try await withService { service, keys in
      service.state.withLock { $0.items["complete"] = [1, 2, 3] }
      #expect(await ask(keys, .complete, create: true).code == .wrongSecret)
      #expect(service.state.withLock { $0.items["complete"] } == [1, 2, 3])
      service.state.withLock { $0.isThere = false }
      #expect(await ask(keys, .complete, create: true).code == .absent)
      service.peer.end()
      #expect(await ask(keys, .complete, create: true).code == .notThereYet)
    }
  }
}

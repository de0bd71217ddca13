import FresnelProtection
import FresnelStorage
import FresnelTestSupport
import SpotlightWire
import Testing

extension ClassKeyring {
  func open(_ protection: ProtectionClass) async -> Result<OpenClass, ProtectionError> {
    await withCheckedContinuation { continuation in
      open(protection) { continuation.resume(returning: $0) }
    }
  }

  func open(
    _ protection: ProtectionClass, passphrase: String, newPassphrase: String? = nil
  ) async -> Result<OpenClass, ProtectionError> {
    await withCheckedContinuation { continuation in
      open(
        protection, passphrase: Array(passphrase.utf8),
        newPassphrase: newPassphrase.map { Array($0.utf8) }, derivation: quickDerivation
      ) { continuation.resume(returning: $0) }
    }
  }
}

extension Result where Success == ClassKeyring.OpenClass {
  var keyBytes: [UInt8]? { (try? get()).map { bytes(of: $0.key) } }
  var method: WrapMethod? { (try? get())?.method }
}

extension Result where Failure == ProtectionError {
  var code: ProtectionError.Code? { if case .failure(let error) = self { error.code } else { nil } }
}

@Suite("ClassKeyring")
struct ClassKeyringTests {
  private let storage = FaultyStorage()

  private func keyring(
    _ sources: [any KeySource], patience: Duration = .zero
  ) -> ClassKeyring {
    ClassKeyring(KeyDirectory("/keys", storage: storage), sources: sources, patience: patience)
  }

  @Test("A class gets keys at its first use and has the same ever after, each class its own")
  func firstUse() async throws {
    let source = TestKeySource(.secretService)
    let first = await keyring([source]).open(.complete)
    let again = await keyring([source]).open(.complete)
    let other = await keyring([source]).open(.firstUnlock)
    #expect(first.keyBytes != nil)
    #expect(first.keyBytes == again.keyBytes)
    #expect(first.keyBytes != other.keyBytes)
    let open = try again.get()
    #expect(open.sealingKeys?.publicKey == keyring([]).publicKey(of: .complete))
    #expect(try other.get().sealingKeys == nil)
  }

  @Test("Where the Secret Service is not installed a local key file serves, until there is one")
  func improvement() async throws {
    let service = TestKeySource(.secretService, failing: .absent)
    let local = TestKeySource(.localKeyFile)
    let first = await keyring([service, local]).open(.firstUnlock)
    #expect(first.method == .localKeyFile)
    service.setFailure(nil)
    let second = await keyring([service, local]).open(.firstUnlock)
    #expect(second.keyBytes == first.keyBytes)
    #expect(try keyring([]).methods(of: .firstUnlock) == [.secretService])
    #expect(local.secretCount == 0)
    let third = await keyring([service, local]).open(.firstUnlock)
    #expect(third.keyBytes == first.keyBytes)
    #expect(third.method == .secretService)
  }

  @Test(
    "A Secret Service that is there and does not give its secret is no reason to use a weaker one",
    arguments: [ProtectionError.Code.dismissed, .system, .notThereYet])
  func noWeakerMethod(code: ProtectionError.Code) async throws {
    let service = TestKeySource(.secretService, failing: code)
    let local = TestKeySource(.localKeyFile)
    #expect(await keyring([service, local]).open(.complete).code == code)
    #expect(storage.paths.isEmpty)
    #expect(local.secretCount == 0)
  }

  @Test(
    "No second key is made while there is one that cannot be opened now",
    arguments: [ProtectionError.Code.absent, .dismissed, .notThereYet, .system])
  func noSecondKey(code: ProtectionError.Code) async throws {
    let service = TestKeySource(.secretService)
    let local = TestKeySource(.localKeyFile)
    let first = await keyring([service, local]).open(.complete)
    let before = storage.contents(of: "/keys/complete")
    service.setFailure(code)
    let failed = await keyring([service, local]).open(.complete)
    #expect(failed.code == (code == .absent ? .notThereYet : code))
    // The keyring was emptied: its new secret would not open the key.
    service.setFailure(nil)
    service.forget(.complete)
    #expect(await keyring([service, local]).open(.complete).code == .notThereYet)
    #expect(storage.contents(of: "/keys/complete") == before)
    #expect(first.keyBytes != nil)
  }

  @Test("A keyring that comes late is waited for, and not for ever")
  func patience() async throws {
    let service = TestKeySource(.secretService)
    let first = await keyring([service]).open(.firstUnlock)
    service.setFailure(.notThereYet)
    service.recover(afterWaits: 3)
    let late = await keyring([service], patience: .seconds(30)).open(.firstUnlock)
    #expect(late.keyBytes == first.keyBytes)
    #expect(service.waits == 3)
    service.setFailure(.notThereYet)
    #expect(await keyring([service]).open(.firstUnlock).code == .notThereYet)
  }

  @Test("Damaged keys are never replaced")
  func damage() async throws {
    let service = TestKeySource(.secretService)
    _ = await keyring([service]).open(.complete)
    var bytes = try #require(storage.contents(of: "/keys/complete"))
    bytes[50] ^= 1
    storage.setContents(bytes, of: "/keys/complete")
    #expect(await keyring([service]).open(.complete).code == .damaged)
    #expect(await keyring([]).open(.complete, passphrase: "a").code == .damaged)
    #expect(storage.contents(of: "/keys/complete") == bytes)
  }

  @Test("A passphrase makes, opens and changes keys; another one does nothing")
  func passphrases() async throws {
    let keyring = keyring([])
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    let first = await keyring.open(.complete, passphrase: "first")
    #expect(first.method == .passphrase)
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    #expect(await keyring.open(.complete, passphrase: "wrong").code == .wrongSecret)
    let changed = await keyring.open(.complete, passphrase: "first", newPassphrase: "second")
    #expect(changed.keyBytes == first.keyBytes)
    #expect(await keyring.open(.complete, passphrase: "first").code == .wrongSecret)
    #expect(await keyring.open(.complete, passphrase: "second").keyBytes == first.keyBytes)
  }

  @Test("A passphrase is added to keys that something else opens, by who has the class's key")
  func addedPassphrase() async throws {
    let service = TestKeySource(.secretService)
    let keyring = keyring([service])
    let open = try await keyring.open(.complete).get()
    func set(_ key: EncryptionKey) async -> ProtectionError.Code? {
      await withCheckedContinuation { continuation in
        keyring.setPassphrase(
          Array("new".utf8), of: .complete, key: key, derivation: quickDerivation
        ) { continuation.resume(returning: $0.code) }
      }
    }
    #expect(await set(key(1)) == .wrongSecret)
    #expect(await set(open.key) == nil)
    #expect(await keyring.open(.complete, passphrase: "new").keyBytes == bytes(of: open.key))
    #expect(try keyring.methods(of: .complete) == [.secretService, .passphrase])
  }

  @Test(
    "Whatever fails on the disk when a class is used first, no key is given out that is not kept")
  func faults() async throws {
    let service = TestKeySource(.secretService)
    _ = await keyring([service]).open(.complete)
    for call in 1...storage.callCount {
      let faulty = FaultyStorage(fault: .init(call: call, isPersistent: true))
      let given = await ClassKeyring(
        KeyDirectory("/keys", storage: faulty), sources: [service], patience: .zero
      ).open(.complete)
      let found = await ClassKeyring(
        KeyDirectory("/keys", storage: faulty.afterPowerLoss()), sources: [service],
        patience: .zero
      ).open(.complete)
      if let given = given.keyBytes { #expect(found.keyBytes == given, "call \(call)") }
    }
  }
}

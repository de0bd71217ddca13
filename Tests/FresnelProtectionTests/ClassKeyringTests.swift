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

extension ClassKeyring {
  func setPassphrase(
    _ passphrase: String, of protection: ProtectionClass, current: String = "", isOnly: Bool = false
  ) async -> Result<OpenClass, ProtectionError> {
    await withCheckedContinuation { continuation in
      setPassphrase(
        Array(passphrase.utf8), of: protection, current: Array(current.utf8), isOnly: isOnly,
        derivation: quickDerivation
      ) { continuation.resume(returning: $0) }
    }
  }

  func removePassphrase(
    _ passphrase: String, of protection: ProtectionClass
  ) async -> Result<OpenClass, ProtectionError> {
    await withCheckedContinuation { continuation in
      removePassphrase(of: protection, Array(passphrase.utf8)) {
        continuation.resume(returning: $0)
      }
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
    #expect(try open.sealingKeys?.publicKey == keyring([]).publicKey(of: .complete))
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
    #expect(await keyring([]).setPassphrase("a", of: .complete, isOnly: true).code == .damaged)
    #expect(storage.contents(of: "/keys/complete") == bytes)
  }

  @Test("A passphrase makes, opens and changes keys; another one does nothing")
  func passphrases() async throws {
    let keyring = keyring([])
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    // One that was mistyped does not become the key of a class that has none.
    #expect(await keyring.open(.complete, passphrase: "frist").code == .absent)
    #expect(storage.contents(of: "/keys/complete") == nil)
    #expect(await keyring.setPassphrase("", of: .complete, isOnly: false).keyBytes == nil)
    let first = await keyring.setPassphrase("first", of: .complete, isOnly: true)
    #expect(first.method == .passphrase)
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    #expect(await keyring.open(.complete, passphrase: "wrong").code == .wrongSecret)
    #expect(await keyring.setPassphrase("x", of: .complete).code == .wrongSecret)
    let second = await keyring.setPassphrase("second", of: .complete, current: "first")
    #expect(second.keyBytes == first.keyBytes)
    #expect(await keyring.open(.complete, passphrase: "first").code == .wrongSecret)
    let third = await keyring.open(.complete, passphrase: "second", newPassphrase: "third")
    #expect(third.keyBytes == first.keyBytes)
    #expect(await keyring.open(.complete, passphrase: "third").keyBytes == first.keyBytes)
  }

  @Test(
    "A passphrase opens keys besides what does so, or alone, and then nothing else is left that did"
  )
  func addedPassphrase() async throws {
    let service = TestKeySource(.secretService)
    let keyring = keyring([service])
    let open = await keyring.open(.complete)
    _ = await keyring.open(.firstUnlock)
    #expect(await keyring.setPassphrase("both", of: .complete).keyBytes == open.keyBytes)
    #expect(try keyring.methods(of: .complete) == [.secretService, .passphrase])
    #expect(await keyring.open(.complete).keyBytes == open.keyBytes)
    #expect(await keyring.open(.complete, passphrase: "both").keyBytes == open.keyBytes)
    let alone = await keyring.setPassphrase("alone", of: .complete, current: "both", isOnly: true)
    #expect(alone.keyBytes == open.keyBytes)
    #expect(try keyring.methods(of: .complete) == [.passphrase])
    // That of the other class.
    #expect(service.secretCount == 1)
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    #expect(await keyring.open(.complete, passphrase: "alone").keyBytes == open.keyBytes)
  }

  @Test("Without its passphrase a class is opened by what did so before, or by the best there is")
  func removedPassphrase() async throws {
    let service = TestKeySource(.secretService)
    let keyring = keyring([service])
    let open = await keyring.open(.complete)
    #expect(await keyring.removePassphrase("a", of: .complete).code == .absent)
    _ = await keyring.setPassphrase("a", of: .complete)
    #expect(await keyring.removePassphrase("b", of: .complete).code == .wrongSecret)
    #expect(await keyring.removePassphrase("a", of: .complete).keyBytes == open.keyBytes)
    #expect(try keyring.methods(of: .complete) == [.secretService])
    _ = await keyring.setPassphrase("a", of: .complete, isOnly: true)
    // Nothing would open it.
    service.setFailure(.absent)
    #expect(await keyring.removePassphrase("a", of: .complete).code == .absent)
    #expect(try keyring.methods(of: .complete) == [.passphrase])
    service.setFailure(nil)
    #expect(await keyring.removePassphrase("a", of: .complete).keyBytes == open.keyBytes)
    #expect(try keyring.methods(of: .complete) == [.secretService])
    #expect(await keyring.open(.complete).keyBytes == open.keyBytes)
  }

  @Test("A passphrase stays until what opens the class in its place was read back and opens it")
  func lostSecret() async throws {
    let service = TestKeySource(.secretService)
    let local = TestKeySource(.localKeyFile)
    let keyring = keyring([service, local])
    let first = await keyring.setPassphrase("a", of: .complete, isOnly: true)
    service.setLosing(true)
    #expect(await keyring.removePassphrase("a", of: .complete).keyBytes == nil)
    #expect(await keyring.open(.complete, passphrase: "a").keyBytes == first.keyBytes)
    #expect(await keyring.open(.complete).code == .passphraseNeeded)
    // Nor does it go for what is left of the first try.
    #expect(await keyring.removePassphrase("a", of: .complete).keyBytes == nil)
    #expect(await keyring.open(.complete, passphrase: "a").keyBytes == first.keyBytes)
    service.setLosing(false)
    #expect(await keyring.removePassphrase("a", of: .complete).keyBytes == first.keyBytes)
    #expect(try keyring.methods(of: .complete) == [.secretService])
    #expect(await keyring.open(.complete).keyBytes == first.keyBytes)
  }

  enum PassphraseChange: CaseIterable { case setAlone, change, remove }

  @Test(
    "Whatever fails on the disk while a passphrase is set, changed or removed, the key can be opened",
    arguments: PassphraseChange.allCases, [false, true])
  func passphraseFaults(change: PassphraseChange, isPersistent: Bool) async throws {
    for losesPower in [false, true] {
      var call = 0
      var isOver = false
      while !isOver {
        call += 1
        let service = TestKeySource(.secretService)
        let storage = FaultyStorage()
        func keyring(_ storage: FaultyStorage) -> ClassKeyring {
          ClassKeyring(
            KeyDirectory("/keys", storage: storage), sources: [service], patience: .zero)
        }
        let first = await keyring(storage).open(.complete)
        if change != .setAlone {
          _ = await keyring(storage).setPassphrase("a", of: .complete, isOnly: true)
        }
        storage.setFault(FaultyStorage.Fault(call: call, isPersistent: isPersistent))
        let changed =
          switch change {
          case .remove: await keyring(storage).removePassphrase("a", of: .complete)
          case .setAlone: await keyring(storage).setPassphrase("a", of: .complete, isOnly: true)
          case .change: await keyring(storage).setPassphrase("b", of: .complete, current: "a")
          }
        isOver = changed.keyBytes != nil
        let after = losesPower ? storage.afterPowerLoss() : storage.afterKill()
        let byService = await keyring(after).open(.complete).keyBytes
        let old = await keyring(after).open(.complete, passphrase: "a").keyBytes
        let new = await keyring(after).open(.complete, passphrase: "b").keyBytes
        #expect((byService ?? old ?? new) == first.keyBytes, "call \(call)")
        // The old passphrase opens nothing once the change succeeded.
        if isOver, change != .setAlone { #expect(old == nil) }
      }
      #expect(call > 3)
    }
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

internal import Dispatch
internal import FresnelPlatform
package import FresnelStorage
package import SpotlightWire
internal import Synchronization

/// Finds the keys of protection classes, and makes them when a class is used for the first time.
///
/// The rule that nothing may break: while a class has a file of keys, or anything that is encrypted with them, no
/// other key is made for it. A new one would not open the store, and nobody would know where the items went.
///
/// What a file said is remembered, and so is the secret of a local key file, so that both can be written again when
/// somebody deletes them: who holds the key in memory goes on storing, and all of that would be lost with the process.
///
/// Work is done on a queue of its own, one request after the other, since it may wait for a person.
package final class ClassKeyring: Sendable {
  let directory: KeyDirectory
  private let remains: ClassRemains?
  /// In the order in which they are tried, the best first.
  let sources: [any KeySource]
  private let patience: Duration
  private let queue = DispatchQueue(label: "org.fresnel.keys")
  /// Held while a file is written.
  let known = Mutex(Known())

  /// What can be written again where it was deleted.
  struct Known {
    /// The files as they were last read or written: nothing in them is secret.
    var files: [ProtectionClass: KeyFile] = [:]
    /// What opens them, where local key files have it.
    var secrets: [ProtectionClass: EncryptionKey] = [:]
  }

  /// Uses the keys in a directory.
  ///
  /// - Parameters:
  ///   - directory: Where they are.
  ///   - remains: What is encrypted with them; `nil` where nothing is.
  ///   - sources: What keeps their secrets, the best first; each method once.
  ///   - patience: How long to wait for a source that is not there yet, as at login.
  package init(
    _ directory: KeyDirectory, remains: ClassRemains? = nil, sources: [any KeySource],
    patience: Duration = .seconds(30)
  ) {
    self.directory = directory
    self.remains = remains
    self.sources = sources
    self.patience = patience
  }

  /// The keys of a class once it is open.
  package struct OpenClass: Sendable {
    /// What the class's files are encrypted with.
    package var key: EncryptionKey
    /// What changes are sealed with while it is locked; `nil` where it cannot be locked.
    package var sealingKeys: SealingKeyPair?
    /// What opened it.
    package var method: WrapMethod
  }

  /// Finds the keys of a class.
  ///
  /// - Parameters:
  ///   - protection: An encrypted class.
  ///   - done: Called once, on the queue. Within the patience and the time that a person takes to answer
  ///     the keyring's question.
  package func open(
    _ protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void
  ) {
    queue.async {
      done(Result { () throws(ProtectionError) in try self.find(protection) })
    }
  }

  /// Finds the keys of a class by a passphrase, and gives it another one if wanted.
  ///
  /// - Parameters:
  ///   - protection: An encrypted class.
  ///   - passphrase: The passphrase.
  ///   - newPassphrase: What it is from now on.
  ///   - derivation: How a new one becomes a key.
  ///   - done: Called once, on the queue. With ``ProtectionError/Code/absent`` where the class has no passphrase: one
  ///     that was mistyped must not become the key of a class that has none.
  package func open(
    _ protection: ProtectionClass, passphrase: [UInt8], newPassphrase: [UInt8]? = nil,
    derivation: PassphraseDerivation = PassphraseDerivation(),
    _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void
  ) {
    perform(done) { () throws(ProtectionError) in
      guard var file = try self.read(protection) else { throw Self.noPassphrase }
      let key = try Self.key(in: file, passphrase)
      if let newPassphrase { _ = try self.add(newPassphrase, derivation, to: &file, key) }
      return try Self.opened(file, key, .passphrase)
    }
  }

  /// Has a passphrase open a class from now on, in the place of one that did.
  ///
  /// - Parameters:
  ///   - passphrase: The new passphrase.
  ///   - protection: The class; without keys it gets its first ones.
  ///   - current: The passphrase until now; not looked at where there is none.
  ///   - isOnly: Whether nothing else is to open the class any more. What did so is removed when the passphrase was
  ///     read back from the disk and opened the key; that no copy of the file is left elsewhere nobody can know.
  ///   - derivation: How the passphrase becomes a key.
  ///   - done: Called once, on the queue. An error leaves the class opened by what opened it before, or by both.
  package func setPassphrase(
    _ passphrase: [UInt8], of protection: ProtectionClass, current: [UInt8], isOnly: Bool,
    derivation: PassphraseDerivation = PassphraseDerivation(),
    _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void
  ) {
    perform(done) { () throws(ProtectionError) in
      let found = try self.read(protection)
      if found == nil, isOnly {
        try self.remains?.checkIsNone(of: protection, self.directory)
        let key = EncryptionKey.random()
        let secret = try derivation.key(of: passphrase)
        let wrap = try KeyWrap(
          key, of: protection, by: .passphrase, derivation: derivation, with: secret)
        return try self.keep(KeyFile(protection, key: key, wrap: wrap), key, .passphrase)
      }
      let key: EncryptionKey
      if let found, found.wrap(by: .passphrase) != nil {
        key = try Self.key(in: found, current)
      } else {
        key = try self.find(protection).key
      }
      // Finding may have changed it.
      guard var file = try self.read(protection) else { throw Self.noPassphrase }
      let secret = try self.add(passphrase, derivation, to: &file, key)
      if isOnly { try self.removeOthers(than: .passphrase, opening: secret, from: protection) }
      return try Self.opened(file, key, .passphrase)
    }
  }

  /// Has a passphrase open a class no longer. Where nothing else does, the best source of this machine does from now
  /// on.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - passphrase: The passphrase.
  ///   - done: Called once, on the queue. An error leaves the passphrase.
  package func removePassphrase(
    of protection: ProtectionClass, _ passphrase: [UInt8],
    _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void
  ) {
    perform(done) { () throws(ProtectionError) in
      guard var file = try self.read(protection) else { throw Self.noPassphrase }
      let key = try Self.key(in: file, passphrase)
      // What opened it once may be gone.
      let opening = self.sources.first { source in
        guard let wrap = file.wrap(by: source.method),
          let secret = try? source.secret(of: protection, create: false)
        else { return false }
        return (try? wrap.key(of: protection, with: secret)) != nil
      }
      let method: WrapMethod
      if let opening { method = opening.method } else { method = try self.wrap(key, in: &file) }
      guard var stored = try self.read(protection) else { throw Self.notKept }
      guard try self.opens(method, stored) else {
        // It would be waited for, and the passphrase not be asked for.
        stored.removeWrap(by: method)
        try self.replace(stored)
        throw Self.notKept
      }
      stored.removeWrap(by: .passphrase)
      try self.replace(stored)
      return try Self.opened(stored, key, method)
    }
  }

  /// Calls the body, on the queue, when all requests made before are answered.
  package func afterRequests(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Calls the body, on the queue, when all requests made before are answered, and waits for it. Not to be called on
  /// the queue.
  func performAndWait<Value>(
    _ body: () throws(ProtectionError) -> Value
  ) throws(ProtectionError) -> Value {
    try queue.sync { Result { () throws(ProtectionError) in try body() } }.get()
  }

  /// The key to which changes are sealed while a class is locked; `nil` when it has no keys yet.
  ///
  /// - Throws: ``ProtectionError`` when they cannot be read.
  package func publicKey(of protection: ProtectionClass) throws(ProtectionError) -> [UInt8]? {
    try read(protection)?.publicKey
  }

  /// What opens a class; empty when it has no keys yet.
  ///
  /// - Throws: ``ProtectionError``.
  package func methods(of protection: ProtectionClass) throws(ProtectionError) -> [WrapMethod] {
    try read(protection)?.wraps.map(\.method) ?? []
  }

  // MARK: - Files

  private func read(_ protection: ProtectionClass) throws(ProtectionError) -> KeyFile? {
    try known.withLock { (known) throws(ProtectionError) in
      let file = try directory.read(protection)
      if let file { known.files[protection] = file }
      return file
    }
  }

  private func replace(_ file: KeyFile) throws(ProtectionError) {
    try known.withLock { (known) throws(ProtectionError) in
      try directory.replace(with: file)
      known.files[file.protection] = file
    }
  }

  // MARK: - Finding

  private func find(_ protection: ProtectionClass) throws(ProtectionError) -> OpenClass {
    let end = MonotonicClock.nanoseconds + UInt64(max(0, patience.inSeconds) * 1e9)
    while true {
      do throws(ProtectionError) {
        if let file = try read(protection) { return try open(file) }
        return try create(protection)
      } catch {
        let now = MonotonicClock.nanoseconds
        guard error.code == .notThereYet, now < end else { throw error }
        let rest = Duration.nanoseconds(Int64(end - now))
        sources.first?.waitForChange(atMost: min(rest, .seconds(5)))
      }
    }
  }

  /// Opens keys by the first source that can.
  private func open(_ found: KeyFile) throws(ProtectionError) -> OpenClass {
    var file = found
    var failure: ProtectionError?
    for source in sources {
      guard let wrap = file.wrap(by: source.method) else { continue }
      do throws(ProtectionError) {
        guard let secret = try source.secret(of: file.protection, create: false) else {
          throw ProtectionError(
            .notThereYet, "The \(source.method.name) does not have the secret of the keys.")
        }
        let key = try wrap.key(of: file.protection, with: secret)
        let sealingKeys = try file.sealingKeys(with: key)
        if source.method == .localKeyFile { remember(secret, of: file.protection) }
        improve(&file, key, openedBy: source)
        return OpenClass(key: key, sealingKeys: sealingKeys, method: source.method)
      } catch {
        // A service that is not installed today kept the secret when it was: it may come back.
        let isMissing = error.code == .absent
        failure = failure ?? (isMissing ? ProtectionError(.notThereYet, error.message) : error)
      }
    }
    if let failure {
      // What else may open a class may come later. A file that is gone comes back only if somebody restores it.
      guard found.isOpenedByLocalFileAlone, failure.code != .system,
        let source = sources.first(where: { $0.method == .localKeyFile })
      else { throw failure }
      throw secretLost(of: found, by: source)
    }
    throw ProtectionError(
      .passphraseNeeded, "The class is opened by a passphrase: run fresnel unlock and give it.")
  }

  /// Makes the first keys of a class, by the first source that this machine has. One that is there but
  /// does not give its secret is an error: the next one would be weaker, and for good.
  private func create(_ protection: ProtectionClass) throws(ProtectionError) -> OpenClass {
    try remains?.checkIsNone(of: protection, directory)
    for source in sources {
      do throws(ProtectionError) {
        guard let secret = try source.secret(of: protection, create: true) else { continue }
        let key = EncryptionKey.random()
        let wrap = try KeyWrap(key, of: protection, by: source.method, with: secret)
        if source.method == .localKeyFile { remember(secret, of: protection) }
        return try keep(KeyFile(protection, key: key, wrap: wrap), key, source.method)
      } catch {
        guard error.code == .absent else { throw error }
      }
    }
    throw ProtectionError(.passphraseNeeded, "Nothing on this machine keeps secrets.")
  }

  private func keep(
    _ file: KeyFile, _ key: EncryptionKey, _ method: WrapMethod
  ) throws(ProtectionError) -> OpenClass {
    try replace(file)
    return OpenClass(key: key, sealingKeys: try file.sealingKeys(with: key), method: method)
  }

  /// Has keys that were opened by a weaker source opened by a better one from now on, where there is one
  /// by now. What fails here is tried again the next time.
  private func improve(
    _ file: inout KeyFile, _ key: EncryptionKey, openedBy used: any KeySource
  ) {
    guard used.method == .localKeyFile else { return }
    let protection = file.protection
    for source in sources where source.method != used.method {
      if file.wrap(by: source.method) == nil {
        guard let secret = try? source.secret(of: protection, create: true),
          let wrap = try? KeyWrap(key, of: protection, by: source.method, with: secret)
        else { continue }
        file.add(wrap)
        guard (try? replace(file)) != nil else { return }
      }
      // Only after the secret was read back and opened the key as it is stored.
      guard let stored = try? read(protection),
        let wrap = stored.wrap(by: source.method),
        let secret = try? source.secret(of: protection, create: false),
        (try? wrap.key(of: protection, with: secret)) != nil
      else { return }
      file = stored
      file.removeWrap(by: used.method)
      if (try? replace(file)) != nil {
        remember(nil, of: protection)
        used.forget(protection)
      }
      return
    }
  }

  // MARK: - Passphrases

  private func perform(
    _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void,
    _ body: @escaping @Sendable () throws(ProtectionError) -> OpenClass
  ) {
    queue.async { done(Result { () throws(ProtectionError) in try body() }) }
  }

  private static func opened(
    _ file: KeyFile, _ key: EncryptionKey, _ method: WrapMethod
  ) throws(ProtectionError) -> OpenClass {
    OpenClass(key: key, sealingKeys: try file.sealingKeys(with: key), method: method)
  }

  /// The key that a passphrase opens.
  private static func key(
    in file: KeyFile, _ passphrase: [UInt8]
  ) throws(ProtectionError) -> EncryptionKey {
    guard let wrap = file.wrap(by: .passphrase), let derivation = wrap.derivation else {
      throw noPassphrase
    }
    do throws(ProtectionError) {
      return try wrap.key(of: file.protection, with: try derivation.key(of: passphrase))
    } catch {
      guard error.code == .wrongSecret else { throw error }
      throw .wrongPassphrase
    }
  }

  /// Wraps a key with a passphrase, durably.
  ///
  /// - Returns: What the passphrase became.
  private func add(
    _ passphrase: [UInt8], _ derivation: PassphraseDerivation, to file: inout KeyFile,
    _ key: EncryptionKey
  ) throws(ProtectionError) -> EncryptionKey {
    guard !passphrase.isEmpty else {
      throw ProtectionError(.wrongSecret, "A passphrase has at least one character.")
    }
    let secret = try derivation.key(of: passphrase)
    file.add(
      try KeyWrap(
        key, of: file.protection, by: .passphrase, derivation: derivation, with: secret))
    try replace(file)
    return secret
  }

  /// Wraps a key with the secret of the best source that this machine has, durably.
  private func wrap(
    _ key: EncryptionKey, in file: inout KeyFile
  ) throws(ProtectionError) -> WrapMethod {
    for source in sources {
      do throws(ProtectionError) {
        guard let secret = try source.secret(of: file.protection, create: true) else { continue }
        file.add(try KeyWrap(key, of: file.protection, by: source.method, with: secret))
        try replace(file)
        if source.method == .localKeyFile { remember(secret, of: file.protection) }
        return source.method
      } catch {
        guard error.code == .absent else { throw error }
      }
    }
    throw ProtectionError(.absent, "Nothing else on this machine keeps the secret of the class.")
  }

  /// Whether a source gives the secret again that opens keys as they are stored: one that takes a secret and doesn't
  /// keep it would cost the class.
  private func opens(
    _ method: WrapMethod, _ file: KeyFile
  ) throws(ProtectionError) -> Bool {
    guard let wrap = file.wrap(by: method),
      let source = sources.first(where: { $0.method == method }),
      let secret = try source.secret(of: file.protection, create: false)
    else { return false }
    return (try? wrap.key(of: file.protection, with: secret)) != nil
  }

  /// Removes what else opens a class, and the secrets that did.
  private func removeOthers(
    than method: WrapMethod, opening secret: EncryptionKey, from protection: ProtectionClass
  ) throws(ProtectionError) {
    guard var stored = try read(protection), let wrap = stored.wrap(by: method) else {
      throw ProtectionError(.system, "The passphrase was not kept.")
    }
    _ = try wrap.key(of: protection, with: secret)
    for other in stored.wraps.map(\.method) where other != method { stored.removeWrap(by: other) }
    try replace(stored)
    remember(nil, of: protection)
    for source in sources where source.method != method { source.forget(protection) }
  }

  private static var notKept: ProtectionError {
    ProtectionError(.system, "What else opens the class was not kept; the passphrase stays.")
  }

  private static var noPassphrase: ProtectionError {
    ProtectionError(.absent, "The class has no passphrase; fresnel protect passphrase sets one.")
  }
}

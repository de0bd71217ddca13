package import FresnelBus
internal import FresnelPlatform
package import FresnelProtection
package import FresnelStorage
package import SpotlightWire

/// Keys that a keyring opens.
package struct KeyringKeys: ClassKeys {
  private let keyring: ClassKeyring

  /// Uses a keyring.
  package init(_ keyring: ClassKeyring) {
    self.keyring = keyring
  }

  /// Finds the key of a class, within the time that the keyring waits for what keeps its secrets.
  package func key(
    of protection: ProtectionClass,
    _ done: @escaping @Sendable (Result<EncryptionKey, ServiceError>) -> Void
  ) {
    keyring.open(protection) { result in
      done(result.map(\.key).mapError { ServiceError($0) })
    }
  }

  /// Finds the key of a class by a passphrase, or changes that.
  package func unlock(
    _ request: Unlock, _ done: @escaping @Sendable (Result<EncryptionKey, ServiceError>) -> Void
  ) {
    keyring.unlock(request) { result in
      done(result.map(\.key).mapError { ServiceError($0) })
    }
  }

  /// Sees to it that the disk has the wrapped key of a class that is open.
  package func keepKeys(of protection: ProtectionClass) throws(ServiceError) -> Bool {
    try keyring.keep(protection)
  }

  /// Forgets what would be written again of a class, and has its files given other names.
  package func setAside(
    _ protection: ProtectionClass, _ body: () throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String] {
    try keyring.setAside(protection, body)
  }
}

extension ClassKeyring {
  /// Sees to it that the disk has the wrapped key of a class that is open, in the words of the service.
  func keep(_ protection: ProtectionClass) throws(ServiceError) -> Bool {
    do throws(ProtectionError) {
      return try keepKeys(of: protection)
    } catch {
      throw ServiceError(error)
    }
  }

  /// Does what a client wants with a passphrase.
  func unlock(
    _ request: Unlock, _ done: @escaping @Sendable (Result<OpenClass, ProtectionError>) -> Void
  ) {
    let protection = request.protection
    switch request.purpose {
    case .open:
      open(
        protection, passphrase: request.passphrase, newPassphrase: request.newPassphrase, done)
    case .set, .setAlone:
      setPassphrase(
        request.newPassphrase ?? [], of: protection, current: request.passphrase,
        isOnly: request.purpose == .setAlone, done)
    case .remove: removePassphrase(of: protection, request.passphrase, done)
    }
  }
}

extension KeyExamination {
  /// Looks where a daemon has its keys.
  init(_ directories: DaemonDirectories) {
    self.init(
      keys: directories.keys, secrets: directories.localKeys, classes: directories.classes)
  }
}

extension ServiceError {
  /// The failure in the words of the service.
  init(_ error: ProtectionError) {
    self.init(
      error.code == .wrongSecret ? .refused : .unavailable,
      error == .wrongPassphrase
        ? error.message : "The key of the class cannot be had. \(error.message)")
  }
}

extension ClassKeyring {
  /// The keys of a daemon: opened by the session's Secret Service, or by a local key file where there is
  /// none.
  ///
  /// - Parameters:
  ///   - options: Says where files and buses are.
  ///   - session: The session's bus; `nil` when there is none.
  /// - Returns: The keyring.
  package static func usual(_ options: DaemonOptions, session: BusConnection?) -> ClassKeyring {
    ClassKeyring(
      KeyDirectory(options.directories.keys), remains: ClassRemains(options.directories.classes),
      sources: .usual(options, session: session))
  }
}

extension [any KeySource] {
  /// What keeps secrets for a daemon, the best first: the session's Secret Service, and local files where there is
  /// none.
  ///
  /// - Parameters:
  ///   - options: Says where files are.
  ///   - session: The session's bus; `nil` when there is none.
  /// - Returns: The sources.
  static func usual(_ options: DaemonOptions, session: BusConnection?) -> [any KeySource] {
    var sources: [any KeySource] = []
    if let session { sources.append(SecretServiceKeys(session)) }
    sources.append(LocalKeyFile(directory: options.directories.localKeys))
    return sources
  }
}

extension BusConnection {
  /// The session's bus; `nil` when there is none.
  static func session(_ options: DaemonOptions, on loop: EventLoop) -> BusConnection? {
    try? open(options.busAddress.map { .address($0) } ?? .session, on: loop)
  }

  /// The machine's bus; `nil` when there is none.
  static func system(_ options: DaemonOptions, on loop: EventLoop) -> BusConnection? {
    try? open(options.systemBusAddress.map { .address($0) } ?? .system, on: loop)
  }
}

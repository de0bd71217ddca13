package import FresnelHandoff
package import FresnelProtection
internal import FresnelStorage

/// The file of the devices that are paired with this one, and the key that opens it.
///
/// The rules are those of the keys of protection classes (`Documentation/protection.md`): while there is a file, no
/// other one is made in its place, whatever does not answer; a Secret Service that is installed and does not give its
/// secret is no reason for a local key; a file that a local key opens is sealed with the Secret Service's key once
/// there is one.
///
/// Its methods may wait for a person whom the keyring asks: not for the thread of an event loop. One process has the
/// devices: the one that stands on the network. It reaches neither the file nor the keyring itself; see
/// ``DeviceVault``.
package struct DeviceStore: Sendable {
  private let file: DeviceFile
  private let sources: [any KeySource]

  /// Uses a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - sources: What keeps its key, the best first.
  package init(_ file: DeviceFile, sources: [any KeySource]) {
    self.file = file
    self.sources = sources
  }

  /// Devices that are open: they can be changed.
  package struct Opened: Sendable {
    /// This device's keys and the devices paired.
    package private(set) var book: DeviceBook
    fileprivate let key: SecretBytes
    fileprivate let store: DeviceStore

    /// Changes the devices, durably. After an error nothing is changed here; it is not known whether the file is.
    ///
    /// - Throws: ``HandoffError``: what the body throws, or ``HandoffError/Code/system``.
    package mutating func change(
      _ body: (inout DeviceBook) throws(HandoffError) -> Void
    ) throws(HandoffError) {
      var changed = book
      try body(&changed)
      try store.write(changed, key: key)
      book = changed
    }
  }

  // MARK: - Opening

  /// Opens the devices that were paired.
  ///
  /// - Returns: The devices; `nil` when no file was ever made.
  /// - Throws: ``HandoffError``: ``HandoffError/Code/keyUnavailable``, ``HandoffError/Code/wrongKey``,
  ///   ``HandoffError/Code/damaged``, ``HandoffError/Code/newerFormat``, ``HandoffError/Code/system``.
  package func open() throws(HandoffError) -> Opened? {
    guard let bytes = try read() else { return nil }
    var failure: HandoffError?
    var better: [any KeySource] = []
    for (index, source) in sources.enumerated() {
      do throws(HandoffError) {
        if let key = try Self.key(source, create: false) {
          let book = try DeviceBook(openedFrom: bytes, key: key)
          for weaker in sources[(index + 1)...] { weaker.forget(.handoff) }
          return strengthen(Opened(book: book, key: key, store: self), by: better, than: source)
        }
        better.append(source)
      } catch {
        switch error.code {
        case .wrongKey: better.append(source)
        // A person who has just sent the keyring's question away is not asked again.
        case .keyUnavailable: break
        // A file that is damaged is so with every key.
        default: throw error
        }
        failure = failure ?? error
      }
    }
    throw failure
      ?? HandoffError(
        .keyUnavailable,
        "No running keyring has the key of the paired devices: start the one that has it; if it is lost, remove $XDG_STATE_HOME/fresnel/devices and pair them again."
      )
  }

  /// Makes the file of a device that was never paired, with keys of its own.
  ///
  /// - Throws: ``HandoffError``: ``HandoffError/Code/keyUnavailable`` when the keyring does not give a key,
  ///   ``HandoffError/Code/busy`` when there is a file, ``HandoffError/Code/system``.
  package func make() throws(HandoffError) -> Opened {
    guard try read() == nil else {
      throw HandoffError(.busy, "There is a file of devices; no other one is made in its place.")
    }
    for source in sources {
      guard let key = try Self.key(source, create: true) else { continue }
      let book = DeviceBook(own: .random())
      try write(book, key: key)
      return Opened(book: book, key: key, store: self)
    }
    throw HandoffError(
      .keyUnavailable, "Nothing on this machine keeps the key of a file of devices.")
  }

  /// Seals a file with the key of something better than what opened it, where there is that now.
  private func strengthen(
    _ opened: Opened, by sources: [any KeySource], than used: any KeySource
  ) -> Opened {
    for source in sources {
      guard let key = try? Self.key(source, create: true),
        (try? write(opened.book, key: key)) != nil,
        // What is forgotten next must not be what opens the file.
        let bytes = try? read(), let book = try? DeviceBook(openedFrom: bytes, key: key)
      else { continue }
      used.forget(.handoff)
      return Opened(book: book, key: key, store: self)
    }
    return opened
  }

  /// The key that a source has; `nil` when it has none, or is not on this machine.
  private static func key(
    _ source: any KeySource, create: Bool
  ) throws(HandoffError) -> SecretBytes? {
    do throws(ProtectionError) {
      return try source.secret(for: .handoff, create: create).map { secret in
        secret.withBytes { SecretBytes(.kept, copying: $0) }
      }
    } catch {
      if error.code == .absent { return nil }
      throw HandoffError(
        .keyUnavailable, "The key of the file of devices can't be had. \(error.message)")
    }
  }

  private func read() throws(HandoffError) -> [UInt8]? { try file.read() }

  private func write(_ book: DeviceBook, key: SecretBytes) throws(HandoffError) {
    try file.replace(try book.sealed(key: key))
  }
}

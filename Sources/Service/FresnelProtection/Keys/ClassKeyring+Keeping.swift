internal import FresnelStorage
package import SpotlightWire
internal import Synchronization

// What opens classes is written again where it was deleted or damaged.

extension ClassKeyring {
  /// Sees to it that the disk has the keys of a class that is open, and the secret of a local key file that opens
  /// them, and writes them again where they were deleted or damaged. What is found in the place of the keys is kept under
  /// another name.
  ///
  /// - Parameter protection: The class.
  /// - Returns: Whether something had to be written again.
  /// - Throws: ``ProtectionError`` when nobody could open the class with what is on the disk: nothing more may be
  ///   stored then.
  /// - Complexity: A few system calls where they are there.
  @discardableResult
  package func keepKeys(of protection: ProtectionClass) throws(ProtectionError) -> Bool {
    try known.withLock { (known) throws(ProtectionError) in
      var isRewritten = false
      if let file = known.files[protection] {
        isRewritten = try directory.restore(file)
      } else {
        // Who was given the key by another process has yet to see them.
        guard let file = try directory.read(protection) else { throw directory.missing(protection) }
        known.files[protection] = file
      }
      return try keepSecret(of: protection, &known) || isRewritten
    }
  }

  private func keepSecret(
    of protection: ProtectionClass, _ known: inout Known
  ) throws(ProtectionError) -> Bool {
    guard let file = known.files[protection], let wrap = file.wrap(by: .localKeyFile),
      let source = sources.first(where: { $0.method == .localKeyFile })
    else { return false }
    do throws(ProtectionError) {
      if let secret = known.secrets[protection] {
        return try source.keep(secret, for: .protection(protection))
      }
      // Who was given the key by another process has yet to see what opens it.
      guard let secret = try source.secret(of: protection, create: false),
        (try? wrap.key(of: protection, with: secret)) != nil
      else { throw secretLost(of: file, by: source) }
      known.secrets[protection] = secret
      return false
    } catch {
      // A passphrase, say, opens it all the same.
      guard file.isOpenedByLocalFileAlone else { return false }
      throw error
    }
  }

  /// Takes note of the secret of a local key file, or that nothing is opened by one any more.
  func remember(_ secret: EncryptionKey?, of protection: ProtectionClass) {
    known.withLock { $0.secrets[protection] = secret }
  }

  /// That the one secret which opens keys is lost.
  func secretLost(of file: KeyFile, by source: any KeySource) -> ProtectionError {
    let path = source.path(of: .protection(file.protection)) ?? "the \(source.method.name)"
    let fault: KeyLoss.SecretFault
    do throws(ProtectionError) {
      fault = try source.secret(of: file.protection, create: false) == nil ? .gone : .wrong
    } catch {
      fault = .damaged
    }
    return ProtectionError(
      .secretLost,
      KeyLoss.sentence(path, fault, keys: directory.path(of: file.protection)))
  }

  /// The file of a class as it was last read or written; `nil` before that.
  ///
  /// - Parameter protection: The class.
  /// - Returns: What ``keepKeys(of:)`` would write again.
  package func knownFile(of protection: ProtectionClass) -> KeyFile? {
    known.withLock { $0.files[protection] }
  }

  /// Forgets what would be written again of a class, and has its files given other names. No key of a class is looked for
  /// or made meanwhile.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - body: Gives the files other names; called on the queue.
  /// - Returns: What the body does.
  /// - Throws: What the body throws.
  package func setAside(
    _ protection: ProtectionClass, _ body: () throws(ProtectionError) -> [String]
  ) throws(ProtectionError) -> [String] {
    try performAndWait { () throws(ProtectionError) in
      try known.withLock { (known) throws(ProtectionError) in
        (known.files[protection], known.secrets[protection]) = (nil, nil)
        return try body()
      }
    }
  }
}

package import SpotlightWire
package import FresnelStorage

/// Why nobody can open a class any more with what is on the disk, and which files that is due to.
package struct KeyLoss: Sendable {
  /// What is wrong, and what the person can do.
  package var message: String
  /// The files of keys and secrets that are there, and that nothing can be opened with.
  package var files: [String]

  /// What may be wrong with the secret of a local key file.
  enum SecretFault: String {
    case gone = "is gone"
    case damaged = "is damaged"
    case wrong = "does not open the keys of the class"
  }

  /// What is said where the only secret that opens keys is lost.
  static func sentence(_ path: String, _ fault: SecretFault, keys: String) -> String {
    let files = fault == .wrong ? "\(path), and \(keys) as it was then," : path
    return "The local key file \(path) \(fault.rawValue), and nothing else opens the class. "
      + wayOut(files)
  }

  static func wayOut(_ files: String) -> String {
    "Put back \(files) from a backup, or run fresnel doctor --mend, which sets the class aside and begins it anew."
  }
}

/// Looks at what the disk has to open classes with, where no process has them open.
package struct KeyExamination {
  private let keys: KeyDirectory
  private let secrets: LocalKeyFile
  private let remains: ClassRemains
  private let storage: any Storage

  /// Names the places.
  ///
  /// - Parameters:
  ///   - keys: The directory of the keys.
  ///   - secrets: The directory of the local key files.
  ///   - classes: The directory with one of each class.
  ///   - storage: The file system.
  package init(
    keys: String, secrets: String, classes: String, storage: any Storage = FileStorage()
  ) {
    self.keys = KeyDirectory(keys, storage: storage)
    self.secrets = LocalKeyFile(directory: secrets, storage: storage)
    remains = ClassRemains(classes, storage: storage)
    self.storage = storage
  }

  /// Finds out whether anything could still open a class.
  ///
  /// - Parameters:
  ///   - protection: The class, which no process has open.
  ///   - isSecretWrong: Whether the process of the class has found that its secret does not open the keys. The
  ///     secret of a class that can be locked is read by that process alone.
  /// - Returns: What is lost; `nil` where nothing is.
  /// - Throws: ``ProtectionError`` when that cannot be told, or a newer program is needed.
  package func loss(
    of protection: ProtectionClass, isSecretWrong: Bool
  ) throws(ProtectionError) -> KeyLoss? {
    let path = keys.path(of: protection)
    let found: KeyFile?
    do throws(ProtectionError) {
      found = try keys.read(protection)
    } catch {
      guard error.code == .damaged else { throw error }
      return KeyLoss(
        message: "The file of keys \(path) is damaged. " + KeyLoss.wayOut(path), files: [path])
    }
    guard let found else {
      do throws(ProtectionError) {
        try remains.checkIsNone(of: protection, keys)
        return nil
      } catch {
        guard error.code == .keysMissing else { throw error }
        return KeyLoss(message: error.message, files: [])
      }
    }
    guard found.isOpenedByLocalFileAlone,
      let fault = try fault(of: found, isSecretWrong: isSecretWrong)
    else { return nil }
    let secret = secrets.file(of: .protection(protection))
    return KeyLoss(
      message: KeyLoss.sentence(secret, fault, keys: path),
      files: fault == .gone ? [path] : [path, secret])
  }

  private func fault(
    of file: KeyFile, isSecretWrong: Bool
  ) throws(ProtectionError) -> KeyLoss.SecretFault? {
    let protection = file.protection
    if try !secrets.hasSecret(for: .protection(protection)) {
      return try secrets.hasFile(for: .protection(protection)) ? .damaged : .gone
    }
    if protection.isLockable { return isSecretWrong ? .wrong : nil }
    guard let secret = try secrets.secret(of: protection, create: false),
      let wrap = file.wrap(by: .localKeyFile)
    else { return nil }
    return (try? wrap.key(of: protection, with: secret)) == nil ? .wrong : nil
  }

  /// Gives what nobody can read another name, and the files that open nothing, so that the class can begin anew.
  /// Nothing is deleted.
  ///
  /// - Parameters:
  ///   - protection: The class, which no process has open.
  ///   - loss: What was found.
  /// - Returns: Where everything is from now on.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system``; done again, it goes on.
  package func setAside(
    _ protection: ProtectionClass, _ loss: KeyLoss
  ) throws(ProtectionError) -> [String] {
    // The class first: while its keys are there, no others are made beside it.
    var places = [try remains.setAside(protection)].compactMap(\.self)
    do throws(StorageError) {
      for path in loss.files {
        do throws(StorageError) {
          places.append(try storage.setAside(path))
        } catch  where error.code == .notFound {
          continue
        }
      }
    } catch {
      throw ProtectionError(error)
    }
    return places
  }
}

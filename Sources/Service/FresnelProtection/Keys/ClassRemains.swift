package import FresnelStorage
package import SpotlightWire

/// What is kept of classes and can be read with their keys only: stores, metadata logs, and changes that wait for the
/// unlock.
package struct ClassRemains: Sendable {
  /// The directory with one of each class.
  private let path: String
  private let storage: any Storage

  /// Names the directory.
  ///
  /// - Parameters:
  ///   - path: The directory with one of each class.
  ///   - storage: The file system.
  package init(_ path: String, storage: any Storage = FileStorage()) {
    self.path = path
    self.storage = storage
  }

  private func directory(of protection: ProtectionClass) -> String {
    path + "/" + protection.name
  }

  /// Looks for what is encrypted with the keys of a class.
  ///
  /// - Returns: Where it is; `nil` when there is nothing.
  /// - Throws: ``ProtectionError`` when that cannot be told.
  package func find(_ protection: ProtectionClass) throws(ProtectionError) -> String? {
    let directory = directory(of: protection)
    do throws(StorageError) {
      for name in ["store", "ledger"] {
        let found = try entries(of: directory + "/" + name)
        // A lock file alone holds nothing.
        if found.contains(where: { name in
          ["manifest", "journal", "segment"].contains { name.hasPrefix($0) }
        }) {
          return directory + "/" + name
        }
      }
      guard try !entries(of: directory + "/intake").isEmpty else { return nil }
      let intake = SealedIntake(directory + "/intake", storage: storage)
      return try intake.holdsSealedChanges() ? directory + "/intake" : nil
    } catch {
      throw ProtectionError(error)
    }
  }

  private func entries(of directory: String) throws(StorageError) -> [String] {
    do throws(StorageError) {
      return try storage.entries(of: directory)
    } catch  where error.code == .notFound {
      return []
    }
  }

  /// Checks before the first key of a class is made that nothing is encrypted with another one.
  ///
  /// - Parameters:
  ///   - protection: The class.
  ///   - keys: Where its keys would be.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/keysMissing`` when something is.
  package func checkIsNone(
    of protection: ProtectionClass, _ keys: KeyDirectory
  ) throws(ProtectionError) {
    guard let found = try find(protection) else { return }
    throw ProtectionError(
      .keysMissing,
      keys.missing(protection).message + " Without them nobody can read \(found). "
        + "Put them back from a backup, or run fresnel doctor --mend, which sets the class aside and begins it anew."
    )
  }

  /// Gives what is kept of a class another name, so that the class can begin anew. Nothing is deleted.
  ///
  /// - Parameter protection: The class; nobody uses it.
  /// - Returns: Where it is from now on; `nil` where nothing is kept of it.
  /// - Throws: ``ProtectionError`` with ``ProtectionError/Code/system``.
  package func setAside(_ protection: ProtectionClass) throws(ProtectionError) -> String? {
    do throws(StorageError) {
      return try storage.setAside(directory(of: protection))
    } catch {
      if error.code == .notFound { return nil }
      throw ProtectionError(error)
    }
  }
}

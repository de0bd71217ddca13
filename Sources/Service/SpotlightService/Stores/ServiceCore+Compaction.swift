internal import FresnelEngine
internal import FresnelModel
package import SpotlightWire

/// What came of compacting the store of a protection class.
package struct CompactedStore: Hashable, Sendable {
  /// The class.
  package var protection: ProtectionClass
  /// The bytes of its files before and after; `nil` when it failed.
  package var byteCounts: Sizes?
  /// Why it failed, in one sentence; empty when it did not.
  package var failure = ""

  /// Sizes of a store.
  package struct Sizes: Hashable, Sendable {
    /// The bytes of all files before.
    package var before: UInt64
    /// The same, after.
    package var after: UInt64

    /// Puts the parts together.
    package init(before: UInt64, after: UInt64) {
      self.before = before
      self.after = after
    }
  }

  /// A store that was compacted.
  package init(_ protection: ProtectionClass, _ byteCounts: Sizes) {
    self.protection = protection
    self.byteCounts = byteCounts
  }

  /// A store that was not.
  package init(_ protection: ProtectionClass, failure: String) {
    self.protection = protection
    self.failure = failure
  }
}

extension ServiceCore {
  /// Writes stores anew without what was deleted or has expired, so that no byte of that is left in their files.
  ///
  /// - Parameter app: Only stores that know an index of this app; all without it.
  /// - Returns: What came of each store.
  /// - Complexity: O(*n*) in the bytes of the stores. It blocks meanwhile. Searches go on; changes wait.
  package func compact(_ app: AppIdentity?) -> [CompactedStore] {
    stores.compactMap { store in
      do throws(ServiceError) {
        let opened = try store.openWriter()
        if let app,
          !opened.snapshot(.published).scopes().contains(where: { $0.scope.app == app.identifier })
        {
          return nil
        }
        do throws(StoreError) {
          let before = try opened.diskByteCount()
          try opened.compact()
          let after = try opened.diskByteCount()
          return CompactedStore(store.protection, .init(before: before, after: after))
        } catch {
          throw ServiceError(error)
        }
      } catch {
        let message =
          store.key.isKnown ? error.message : "The key of the protection class has not come yet."
        return CompactedStore(store.protection, failure: message)
      }
    }
  }
}

package import FresnelEngine
package import FresnelModel

/// How pages lie in the public index's store.
package enum PublicPages {
  /// The index that holds them.
  package static let scope = IndexScope(app: "org.fresnel.web")

  /// How programs that write pages open the store. Results are looked up one by one, wherever they lie, so items are
  /// compressed a few at a time.
  package static var writingOptions: StoreOptions {
    var options = StoreOptions()
    options.itemBlockByteCount = 2 << 10
    return options
  }
}

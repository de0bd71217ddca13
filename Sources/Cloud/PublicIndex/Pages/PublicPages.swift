package import FresnelModel

/// How pages lie in the public index's store.
package enum PublicPages {
  /// The index that holds them.
  package static let scope = IndexScope(app: "org.fresnel.web")
}

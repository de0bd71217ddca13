package import FresnelModel

/// What the command line's importers and everything that opens results agree on: whose items stand for things that are
/// opened without an app that indexed them.
package enum ImportedItems {
  /// What all apps of the command line's own begin with; no app opens their items itself.
  package static let ownPrefix = "org.fresnel."
  /// The app of items that stand for installed applications. Their identifiers are the names of desktop files.
  package static let applications = "org.fresnel.applications"
  /// The app of items that stand for pages of the manual. Their titles are the names that `man` knows.
  package static let manuals = "org.fresnel.manuals"
  /// The app of items that stand for installed packages, which nothing opens.
  package static let packages = "org.fresnel.packages"
  /// The custom attribute that holds the section of a page of the manual, such as `1` or `3p`.
  package static let sectionKey = CustomAttributeKey(name: "section", isUnique: true)
}

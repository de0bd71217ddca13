/// The name of an element or an attribute of XML.
package struct XMLName: Hashable, Sendable {
  /// The address that its prefix stands for; empty where there is none.
  package let namespace: String
  /// The part behind the prefix.
  package let local: String

  /// Makes a name.
  package init(_ local: String, namespace: String = "") {
    self.local = local
    self.namespace = namespace
  }
}

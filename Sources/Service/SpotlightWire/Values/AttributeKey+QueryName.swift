package import FresnelModel

extension AttributeKey {
  /// The key of an attribute as apps name it; a name that no built-in attribute has is that of a custom one.
  package init(queryName name: String) {
    self =
      AttributeTable.id(named: name).map { .builtIn($0) }
      ?? .custom(CustomAttributeKey(name: name))
  }
}

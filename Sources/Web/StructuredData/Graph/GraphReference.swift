/// What a parser hands to ``ItemGraphBuilder`` as the value of a property.
package enum GraphReference {
  /// A text, a number, a truth value, an address that stays one, or an item that the builder gave a place.
  case value(GraphValue.Content, datatype: String? = nil)
  /// A name: the item of this name if the document tells anything of it, else an address.
  case named(String)
}

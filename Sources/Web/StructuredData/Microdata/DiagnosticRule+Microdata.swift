public import WebDocuments

extension DiagnosticRule {
  /// A property that belongs to no item.
  public static let microdataPropertyOutsideItem = DiagnosticRule(
    code: "microdata-itemprop-outside-item", severity: .warning,
    remedy: "Put the element into one with itemscope, or name its id in the itemref of one.",
    reference: "https://html.spec.whatwg.org/multipage/microdata.html#names:-the-itemprop-attribute"
  )
  /// A type of an element that is no item.
  public static let microdataTypeWithoutScope = DiagnosticRule(
    code: "microdata-itemtype-without-itemscope", severity: .error,
    remedy: "Add itemscope to the element.",
    reference: "https://html.spec.whatwg.org/multipage/microdata.html#attr-itemtype")
  /// A reference to an element that isn't there.
  public static let microdataReferenceMissing = DiagnosticRule(
    code: "microdata-itemref-missing", severity: .warning,
    remedy: "Give the element that is meant this id, or take the word out of itemref.",
    reference: "https://html.spec.whatwg.org/multipage/microdata.html#attr-itemref")
  /// An item that leads to itself.
  public static let microdataReferenceCycle = DiagnosticRule(
    code: "microdata-itemref-cycle", severity: .error,
    remedy: "Take the reference out that leads back to the item.",
    reference: "https://html.spec.whatwg.org/multipage/microdata.html#attr-itemref")

  /// The rules that Microdata is checked against.
  public static let microdata: [DiagnosticRule] = [
    .microdataPropertyOutsideItem, .microdataTypeWithoutScope, .microdataReferenceMissing,
    .microdataReferenceCycle,
  ]
}

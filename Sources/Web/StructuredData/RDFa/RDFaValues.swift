import WebDocuments

extension RDFaWalk {
  /// The value of an element's `property` (RDFa Core 1.1, 7.5, step 11; HTML+RDFa 1.1, 3.1).
  mutating func value(
    of node: HTMLNode, _ attributes: RDFaAttributes, _ inner: RDFaContext,
    _ typedResource: RDFTerm?
  ) -> RDFTerm {
    let written = attributes.content ?? attributes.datetime ?? dataValue(of: node, attributes)
    func literal(_ text: String) -> RDFTerm {
      .literal(text, language: inner.language, datatype: nil)
    }
    func dated(_ text: String) -> RDFTerm {
      guard let kind = TimeDatatype(text) else { return literal(text) }
      return .literal(text, language: nil, datatype: kind.iri)
    }
    if let datatype = attributes.datatype {
      let text = written ?? document.text(of: node)
      let word = datatype.trimmingHTMLSpace()
      guard !word.isEmpty, let iri = names.term(word, vocabulary: inner.vocabulary)?.iri
      else { return literal(text) }
      // A text of this kind is what every text is.
      return .literal(text, language: nil, datatype: iri == RDFName.string ? nil : iri)
    }
    if let content = attributes.content { return literal(content) }
    if let datetime = attributes.datetime { return dated(datetime) }
    if let written { return literal(written) }
    if attributes.rel == nil, attributes.rev == nil, let named = resource(attributes) {
      return named
    }
    if attributes.about == nil, let typedResource { return typedResource }
    let text = document.text(of: node)
    return document.tag(of: node) == .time ? dated(text) : literal(text)
  }

  /// What `data` gives, whose text is for people.
  private func dataValue(of node: HTMLNode, _ attributes: RDFaAttributes) -> String? {
    document.tag(of: node) == .data ? attributes.value : nil
  }
}

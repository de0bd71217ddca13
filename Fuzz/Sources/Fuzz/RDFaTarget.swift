import StructuredData
import WebDocuments

/// Pages with RDFa, from their bytes to the graph of items.
enum RDFaTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <html prefix="ex: https://e.org/ og: http://ogp.me/ns#" lang=de><body vocab="https://schema.org/">
      <div typeof="Person ex:T" resource="#a"><b property="name ex:n" lang=en>A</b>
      <a property=url href="../x">B</a><time property=birthDate datetime=2020-01-01>c</time>
      <p rel=knows><i about="[_:b]" typeof=Person property=name content=C>d</i></p>
      <p property=x inlist datatype=xsd:integer>1</p><p rel=x inlist resource="[ex:y]">e</p></div>
      """,
      "<p vocab=https://schema.org rev='a b' about=''><a href=x rel=nofollow property=license>f</a><b role=main id=m>",
      "<p resource=_:a typeof=rdfa:Pattern><b property=schema:name>g</b></p><p typeof=schema:T><i property=rdfa:copy href=_:a>",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let document = HTMLDocument.parse(DecodedPage(utf8: input))
    let reading = RDFaReading(document, base: BaseIRI("https://example.com/a/b"))
    for statement in reading.statements {
      if case .literal = statement.subject { expect(false, "Something is said of a text.") }
      expect(!statement.predicate.isEmpty, "Nothing is said of something.")
    }
    MicrodataTarget.examine(ItemGraph(reading, of: document))
    MicrodataTarget.examine(reading.diagnostics)
  }
}

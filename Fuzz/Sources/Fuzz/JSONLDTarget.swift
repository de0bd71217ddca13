import StructuredData
import WebDocuments

/// JSON-LD, from its bytes to the graph of items, what the vocabulary says of it, and its values.
enum JSONLDTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      {"@context":["https://schema.org",{"@language":"de","s":"http://schema.org/","t":{"@id":"s:name","@container":"@language"}}],
      "@graph":[{"@id":"#a","@type":["Recipe","s:Product"],"t":{"en":"A","@none":["b"]},"image":"c.png","cookTime":"PT1H"},
      {"@id":"_:b","@type":"person","knows":[{"@id":"#a"},{"@id":"_:b"}],"birthDate":"2015-06-08T10:00","Name":4.50}]}
      """,
      """
      {"@context":{"@version":1.1,"@vocab":"https://e.org/","@base":"/x/","@propagate":false,"@protected":true,
      "l":{"@container":"@list"},"i":{"@container":["@index","@set"],"@index":"p"},"g":{"@container":["@graph","@id"]},
      "y":{"@container":"@type","@type":"@vocab"},"r":{"@reverse":"q"},"j":{"@type":"@json"},"n":"@nest",
      "c":{"@id":"c","@context":{"l":{"@id":"m","@protected":true}}}},
      "l":[[1],[{"@list":[2]}]],"i":{"a":{"@id":"b"}},"g":{"d":{"x":1}},"y":{"T":"u"},"r":{"@id":"v"},"j":[{}],
      "n":{"x":null},"c":{"l":true},"@included":[{"z":{"@value":"w","@direction":"rtl"}}],"@reverse":{"o":{"@set":[]}}}
      """,
      #"{"@type":"Offer","price":"1.250,00 €","availability":"instock","@graph":[]}"#,
      #"[{"@context":"schema.org","@context":null},{"@context":{"a":"b:c","b":"a:d"},"a":1},"x",7]"#,
      #"{"@context":"https://schema.org","@type":"Event","startDate":"2015-02-30","url":"a b","potentialAction":{"query-input":"x"}}"#,
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let reading = JSONLDReading(input, base: BaseIRI("https://example.com/a/b"))
    MicrodataTarget.examine(reading.graph)
    MicrodataTarget.examine(reading.diagnostics)
    MicrodataTarget.examine(reading.graph.vocabularyDiagnostics())
    let merged = ItemGraph.merging([reading.graph, reading.graph])
    MicrodataTarget.examine(merged)
    expect(merged.items.count <= 2 * reading.graph.items.count, "Merging made items.")
    for item in reading.graph.items {
      for value in item.properties.flatMap(\.values) {
        if let text = value.text { examine(text) }
      }
    }
  }

  /// Reads a text as every kind of value.
  private static func examine(_ text: String) {
    if let number = NumberReading(text) { expect(number.value.isFinite, "A number has no end.") }
    if let money = MoneyReading(text) {
      expect(money.currency.map(MoneyReading.isCode) ?? true, "A currency has no code.")
    }
    if let date = DateReading(text) {
      expect(date.secondsSince1970.magnitude < 1e12, "A date is too far away.")
    }
    if let duration = DurationReading(text) {
      expect(duration.totalSeconds >= 0, "A length of time is negative.")
    }
    if let time = TimeReading(text) { expect(time.second < 61, "A minute is too long.") }
    if let member = MemberReading(text) {
      expect(!member.member.name.isEmpty, "A member has no name.")
    }
    _ = BooleanReading(text)
  }
}

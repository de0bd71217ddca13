import Testing
import WebDocuments

@testable import StructuredData

struct RDFaReadingTests {
  private let page = "https://example.com/page"

  /// What is said, without the statements that vocabularies are used.
  private func said(_ html: String) -> [String] {
    rdfa(html).statements.filter { $0.source != .vocabulary }.map {
      [Triples.text(of: $0.subject), $0.predicate, Triples.text(of: $0.object)].joined(
        separator: " ")
    }
  }

  /// The one value of `v:x`.
  private func value(_ html: String) -> String? {
    let objects = rdfa("<body vocab='v:'>\(html)</body>").statements.filter {
      $0.predicate == "v:x"
    }
    #expect(objects.count == 1)
    return objects.first.map { Triples.text(of: $0.object) }
  }

  @Test(arguments: [
    ("<p property=x>a <b>b</b></p>", #""a b""#),
    ("<p property=x content=c>a</p>", #""c""#),
    ("<p property=x content=''>a</p>", #""""#),
    ("<p property=x lang=de>a</p>", #""a"@de"#),
    ("<div lang=de><p property=x lang=''>a</p></div>", #""a""#),
    ("<p property=x xml:lang=fr lang=de>a</p>", #""a"@fr"#),
    ("<a property=x href=y>a</a>", "<https://example.com/y>"),
    ("<a property=x href=y resource=z>a</a>", "<https://example.com/z>"),
    ("<a property=x href=y resource='[]'>a</a>", "<https://example.com/y>"),
    ("<img property=x src=y>", "<https://example.com/y>"),
    ("<a property=x href=y datatype=''>a</a>", #""a""#),
    (
      "<p property=x datatype=xsd:integer lang=de>1</p>",
      #""1"^^<http://www.w3.org/2001/XMLSchema#integer>"#
    ),
    ("<p property=x datatype=xsd:string>1</p>", #""1""#),
    (
      "<time property=x datetime=2020-01-01>a</time>",
      #""2020-01-01"^^<http://www.w3.org/2001/XMLSchema#date>"#
    ),
    ("<time property=x datetime=2020-01-01 content=c>a</time>", #""c""#),
    ("<time property=x lang=de>irgendwann</time>", #""irgendwann"@de"#),
    ("<data property=x value=5>five</data>", #""5""#),
    ("<p property=x typeof=T>a</p>", "_:b0"),
    ("<p property=x typeof=T resource=y>a</p>", "<https://example.com/y>"),
    ("<p property=x typeof=T about=z>a</p>", #""a""#),
    ("<a property=x rel=nofollow href=y>a</a>", "<https://example.com/y>"),
  ])
  func valuesComeFromTheFirstThatIsThere(html: String, expected: String) {
    #expect(value(html) == expected)
  }

  @Test(arguments: [
    ("P1Y2M3DT4H5M6.7S", "duration"), ("-P1D", "duration"), ("PT5M", "duration"), ("P1W", nil),
    ("P", nil), ("PT", nil), ("P1D2Y", nil), ("P1.5D", nil),
    ("2020-02-03T04:05:06", "dateTime"), ("2020-02-03T04:05:06.7+01:00", "dateTime"),
    ("2020-02-03T04:05", nil), ("2020-02-03", "date"), ("2020-02-03Z", "date"),
    ("2020-13-03", nil), ("2020-02-32", nil), ("04:05:06Z", "time"), ("25:00:00", nil),
    ("04:05", nil), ("2020-02", "gYearMonth"), ("2020", "gYear"), ("-0044", "gYear"),
    ("12020", "gYear"), ("202", nil), ("", nil), (" 2020", nil), ("2020x", nil),
  ])
  func timesHaveTheKindOfTheirForm(text: String, kind: String?) {
    #expect(TimeDatatype(text)?.rawValue == kind)
  }

  @Test func vocabulariesAndPrefixesEndWithTheirElement() {
    #expect(
      said(
        """
        <div prefix="A: v:a/ b: v:b/"><p prefix="a: w:" property="a:x">1</p><p property="a:x b:y">2</p></div>
        <div vocab="v:"><p property=x>3</p><p vocab="" property=x>4</p></div><p property="a:x">5</p>
        <p xmlns:old="o:" property="old:x">6</p><p property="_:x :x license http://e.org/x">7</p>
        """) == [
          #"<https://example.com/page> w:x "1""#, #"<https://example.com/page> v:a/x "2""#,
          #"<https://example.com/page> v:b/y "2""#, #"<https://example.com/page> v:x "3""#,
          // Without a binding it is an address.
          #"<https://example.com/page> a:x "5""#, #"<https://example.com/page> o:x "6""#,
          #"<https://example.com/page> http://www.w3.org/1999/xhtml/vocab#x "7""#,
          #"<https://example.com/page> http://www.w3.org/1999/xhtml/vocab#license "7""#,
          #"<https://example.com/page> http://e.org/x "7""#,
        ])
  }

  @Test func linksLeadToWhatIsBelow() {
    #expect(
      said(
        """
        <div vocab="v:" about="#a" rel="knows"><p><b about="#b" property=x>1</b><b typeof=T></b></p></div>
        <a vocab="v:" about="#a" rev="made" href="#c">2</a>
        """) == [
          #"<https://example.com/page#b> v:x "1""#,
          "<https://example.com/page#a> v:knows <https://example.com/page#b>",
          "_:b1 http://www.w3.org/1999/02/22-rdf-syntax-ns#type <v:T>",
          "<https://example.com/page#a> v:knows _:b1",
          "<https://example.com/page#c> v:made <https://example.com/page#a>",
        ])
  }

  @Test func listsAreChains() {
    let reading = rdfa(
      """
      <div vocab="v:" about="#a"><b property=x inlist>1</b><a rel=x inlist href="#b"></a>
      <p rel=y inlist></p></div>
      """)
    #expect(reading.lists.values.map(\.count) == [2])
    #expect(reading.statements.count { $0.predicate == RDFName.first } == 2)
    #expect(reading.statements.contains { $0.predicate == "v:y" && $0.object == .iri(RDFName.nil) })
  }

  @Test func wordsWithoutAVocabularyAreReportedOnce() {
    let reading = rdfa(
      "<p typeof=Person><b property=name>a</b><b property=name>b</b>\n<i property=x:y>c</i>")
    #expect(reading.diagnostics.map(\.code) == ["rdfa-vocab-missing", "rdfa-vocab-missing"])
    #expect(reading.diagnostics.map(\.subject) == ["typeof", "property"])
    // Link types of HTML need none.
    #expect(
      rdfa("<link rel=stylesheet href=a><a rel='nofollow noopener' href=b>c</a>").diagnostics
        .isEmpty)
  }

  @Test func aVocabularyWithoutSlashIsReportedAndMended() {
    let html = "<div vocab='https://schema.org' typeof=Person><b property=name>a</b></div>"
    let reading = rdfa(html)
    #expect(reading.diagnostics.map(\.code) == ["rdfa-vocab-no-slash"])
    #expect(reading.statements.contains { $0.predicate == "https://schema.orgname" })
    let graph = ItemGraph(reading, of: .parse(html))
    #expect(graph[0].types == ["Person"])
    #expect(graph[0].text("name") == "a")
  }

  @Test func onlyWhatHasATypeIsAnItem() {
    let html = """
      <html prefix="og: http://ogp.me/ns#"><head><meta property="og:title" content="a">
      <link rel="license" href="b"></head><body vocab="https://schema.org/">
      <div typeof="Recipe" resource="#r"><b property="name">c</b><a property="author" href="#p">d</a>
      <b property="nutrition" typeof=""><i property="calories">1</i></b></div>
      <p resource="#p" typeof="Person"><b property="knows" resource="#r"></b></p>
      <ol about="#r"><li property="recipeIngredient" inlist>e<li property="recipeIngredient" inlist>f</ol>
      """
    let graph = ItemGraph(rdfa(html), of: .parse(html))
    #expect(graph.items.map(\.types) == [["Recipe"], [], ["Person"]])
    #expect(graph[0].identifier == "https://example.com/page#r")
    #expect(graph.items("author", of: 0) == [2])
    #expect(graph.items("knows", of: 2) == [0])
    #expect(graph[graph.items("nutrition", of: 0)[0]].text("calories") == "1")
    #expect(graph[0]["recipeIngredient"].map(\.text) == ["e", "f"])
    #expect(graph[0].location == SourceLocation(line: 3, column: 1))
  }
}

import FresnelQuery
import FresnelTestSupport
import Testing

@Suite struct VisibleTextTests {
  @Test(
    "Markup goes and text stays",
    arguments: [
      ("plain", "plain"), ("", ""), ("  a \n\t b  ", "a b"),
      ("<p>Hello <b>wor</b>ld</p>", "Hello world"), ("<p>one</p><p>two</p>", "one\ntwo"),
      ("a<br>b<br/>c", "a\nb\nc"), ("<table><td>1</td><td>2</td>", "1\n2"),
      ("a<!-- b > c -->d", "ad"), ("a<!doctype html>b", "ab"), ("a<?xml?>b", "ab"),
      ("a<script>if (b<c) { \"</b>\" }</script>d", "a\nd"), ("<STYLE>p{}</Style>x", "x"),
      ("<script>never closed", ""), ("a<!-- never closed", "a"), ("a<b never closed", "a"),
      ("<a href=\"x>y\" title='>'>link</a>", "link"), ("1 < 2 <3", "1 < 2 <3"), ("a <", "a <"),
      ("&lt;b&gt; &amp;&quot;&apos;", "<b> &\"'"), ("caf&eacute; &#233;&#xE9;&#XE9;", "café ééé"),
      ("a&nbsp;b", "a b"), ("soft&shy;ware", "software"), ("AT&T &unknown; &", "AT&T &unknown; &"),
      ("&#0;&#1114112;&#xD800;&#;", "\u{FFFD}\u{FFFD}\u{FFFD}&#;"), ("\u{FEFF}bom", "bom"),
      ("<b>日</b>本", "日本"),
      // What a browser of today shows: all names of characters, also without a semicolon, nothing hidden.
      ("&check;&alpha;&NotEqualTilde; caf&eacute", "✓α≂\u{338} café"), ("&copy2026", "©2026"),
      ("&#150;&#x80;", "–€"), ("a<p hidden>b</p>c", "a\nc"), ("a<span hidden=''>b</span>c", "ac"),
      ("a<noscript>b</noscript>c", "a\nc"), ("<head><title>t</title></head>b", "b"),
      ("<div style='color:red; DISPLAY : none !important'>a</div>b", "b"),
      ("<div style='display:none;display:block'>a</div>b", "a\nb"),
      ("<textarea>a</textarea>", "a"), ("<svg><title>t</title><text>s</text></svg>", "s"),
      ("<iframe>a</iframe><video>b</video><canvas>c</canvas>d", "d"), ("a\u{0}b", "ab"),
      ("<template>a<p>b</template>c", "c"), ("<ruby>漢<rp>(</rp><rt>kan</rt></ruby>", "漢\nkan"),
      ("<p>one<p>two", "one\ntwo"), ("<!-- --!>a", "a"),
      ("<select><option>a<option>b</select>", "a\nb"),
    ])
  func markup(html: String, text: String) {
    #expect(visibleText(ofHTML: Array(html.utf8)) == text)
  }

  @Test("Any bytes give some text", arguments: 0..<8 as Range<UInt64>)
  func anyBytes(seed: UInt64) {
    let html = Array(
      "<html><!-- c --><script>x</script><p class='a'>caf&eacute; &#x41; <b>b</b></p>".utf8)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 { _ = visibleText(ofHTML: generator.mutate(html, changes: 5)) }
  }

  @Test("Text made to be scanned again and again is scanned once", .timeLimit(.minutes(30)))
  func linearTime() {
    for part in [
      "<", "<!--", "<a ", "&amp", "<script>", "</", "<a href=\"", "<b>", "<p><b>", "<table>",
    ] {
      _ = visibleText(ofHTML: Array(String(repeating: part, count: 200_000 / part.count).utf8))
    }
  }
}

import Testing

@testable import StructuredData

struct BaseIRITests {
  /// The examples of RFC 3986, 5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("g/../h", "http://a/b/c/h"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    (" g\n", "http://a/b/c/g"), ("HTTP://X", "HTTP://X"), ("é b", "http://a/b/c/é b"),
  ])
  func referencesAreResolved(reference: String, address: String) {
    #expect(BaseIRI("http://a/b/c/d;p?q#f").resolve(reference) == address)
  }

  @Test(arguments: [
    (nil, "https://e.org/a"), ("/b/", "https://e.org/b/"), ("https://o.org#x", "https://o.org"),
    ("", "https://e.org/a"),
  ])
  func aDocumentMayNameItsBase(reference: String?, base: String) {
    #expect(BaseIRI(reference, of: "https://e.org/a#x").text == base)
  }

  @Test func withoutABaseReferencesStayAsTheyAre() {
    #expect(BaseIRI("").resolve("a/b") == "a/b")
    #expect(BaseIRI("a/b").resolve("c") == "c")
    let long = "https://e.org/" + String(repeating: "a", count: 5000) + "/"
    #expect(BaseIRI(long).resolve("c") == "c")
    #expect(BaseIRI("https://e.org").resolve("c") == "https://e.org/c")
  }
}

import Testing

@testable import SpotlightService

@Suite("Forms of words")
struct WordFormsTests {
  @Test(
    "each word has the forms that people write",
    arguments: [
      ("photo", "photos"), ("photos", "photo"), ("password", "passwords"), ("boxes", "box"),
      ("box", "boxes"), ("cities", "city"), ("city", "cities"), ("movie", "movies"),
      ("movies", "movie"), ("potatoes", "potato"), ("potato", "potatoes"), ("matches", "match"),
      ("houses", "house"),
      ("keys", "key"), ("edit", "editing"), ("editing", "edit"), ("edited", "edit"),
      ("drawing", "draw"), ("making", "make"), ("make", "making"),
      ("mapping", "map"), ("map", "mapping"), ("planned", "plan"), ("plan", "planned"),
      ("tried", "try"), ("try", "tried"), ("playing", "plays"), ("interleaves", "interleaved"),
      ("interleaved", "interleaves"), ("Photos", "photo"), ("falling", "falls"), ("seeing", "see"),
    ])
  func forms(word: String, other: String) {
    let forms = WordForms.others(of: word)
    #expect(forms.contains(other), "\(word): \(forms.joined(separator: ", "))")
    #expect(!forms.contains(word.lowercased()) && Set(forms).count == forms.count)
  }

  @Test("one and many are forms of a name that is no word")
  func names() {
    #expect(WordForms.others(of: "foobar") == ["foobars"])
    #expect(WordForms.others(of: "Foobars") == ["foobar"])
    #expect(WordForms.others(of: "xyzzies") == ["xyzzy", "xyzzie"])
  }

  @Test(
    "what only looks like a form has no other",
    arguments: [
      ("bring", "bre"), ("king", "ke"), ("thing", "the"), ("status", "statu"), ("class", "clas"),
      ("this", "thi"), ("seed", "see"), ("bed", "b"), ("sing", "s"), ("gas", "ga"),
    ])
  func looks(word: String, other: String) {
    #expect(!WordForms.others(of: word).contains(other), "\(WordForms.others(of: word))")
  }

  @Test("what has a sign, a digit or a letter of another script has no forms")
  func others() {
    for text in [
      "", "ab", "c++", "node.js", "2024", "käse", "北京", String(repeating: "a", count: 65),
    ] {
      #expect(WordForms.others(of: text).isEmpty, "“\(text)”")
    }
  }
}

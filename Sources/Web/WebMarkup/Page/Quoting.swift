internal import WebDocuments

/// A text of the page as a sentence quotes it.
func quoted(_ text: String) -> String {
  "“\(Diagnostic.excerpt(text))”"
}

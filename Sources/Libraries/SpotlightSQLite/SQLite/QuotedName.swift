extension String {
  /// The name as SQL has it, whatever it contains.
  var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}

extension XMLText {
  /// Reads the text and tells what is in it.
  ///
  /// - Parameters:
  ///   - limits: What bounds the reading.
  ///   - handle: Is told what comes next and where it begins, and returns whether to go on.
  /// - Throws: ``XMLError``, after everything before the place was told.
  /// - Complexity: O(*b*) in the number of bytes.
  package func read(
    limits: XMLLimits = .standard, _ handle: (XMLEvent, SourceLocation) -> Bool
  ) throws(XMLError) {
    try withoutActuallyEscaping(handle) { (handle) throws(XMLError) in
      _ = try XMLStream(limits: limits, handle).read(bytes, isLast: true)
    }
  }
}

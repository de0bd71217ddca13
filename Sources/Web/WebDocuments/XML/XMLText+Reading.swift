package import FresnelModel

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
      let stream = XMLStream(limits: limits) { event, place in
        handle(event, SourceLocation(place))
      }
      _ = try stream.read(bytes, isLast: true)
    }
  }
}

extension SourceLocation {
  /// The place that a reader of XML names.
  package init(_ place: XMLPlace) {
    self.init(line: place.line, column: place.column)
  }
}

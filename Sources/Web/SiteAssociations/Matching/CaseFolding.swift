extension Unicode.Scalar {
  /// The character that stands for its upper and lower case alike, where each is one character.
  ///
  /// The dotless i stays itself, as in the simple folding of Unicode.
  var caseFolded: Unicode.Scalar {
    if isASCII {
      return ("A"..."Z").contains(self)
        ? Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20)) : self
    }
    if self == "\u{131}" { return self }
    let upper = properties.uppercaseMapping.unicodeScalars.single ?? self
    return upper.properties.lowercaseMapping.unicodeScalars.single ?? self
  }
}

extension String.UnicodeScalarView {
  /// The only character; `nil` when there are none or several.
  fileprivate var single: Unicode.Scalar? {
    guard let first, index(after: startIndex) == endIndex else { return nil }
    return first
  }
}

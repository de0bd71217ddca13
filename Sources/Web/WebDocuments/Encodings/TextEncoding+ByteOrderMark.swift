extension TextEncoding {
  /// The encoding that a byte-order mark at the start of a document stands for, and the mark's length; `nil` when
  /// there is none.
  static func byteOrderMark(of document: [UInt8]) -> (encoding: TextEncoding, count: Int)? {
    if document.starts(with: [0xef, 0xbb, 0xbf]) { return (.utf8, 3) }
    if document.starts(with: [0xfe, 0xff]) { return (.utf16BigEndian, 2) }
    if document.starts(with: [0xff, 0xfe]) { return (.utf16LittleEndian, 2) }
    return nil
  }
}

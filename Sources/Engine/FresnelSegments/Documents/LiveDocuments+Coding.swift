import FresnelStorage

// `Documentation/formats/documents.md` describes the file.

extension LiveDocuments {
  /// The words of the bitmap.
  private static let bitmapForm: UInt32 = 0
  /// The deleted documents, each as the distance from the one before.
  private static let listForm: UInt32 = 1

  /// The shorter of the two forms, and the bytes in it.
  func encodedForm() -> (form: UInt32, bytes: [UInt8]) {
    if let list = deletedList(limit: words.count * 8) { return (Self.listForm, list) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 8)
    for word in words { bytes.append(fixed: word) }
    return (Self.bitmapForm, bytes)
  }

  /// Reads what ``encodedForm()`` made of so many documents; `nil` when the bytes break the form. They
  /// may be anything.
  init?(form: UInt32, _ bytes: UnsafeRawBufferPointer, documentCount: Int) {
    self.init(count: documentCount)
    switch form {
    case Self.bitmapForm: guard read(bitmap: bytes) else { return nil }
    case Self.listForm: guard read(list: bytes) else { return nil }
    default: return nil
    }
  }

  /// The deleted documents as distances; `nil` when that takes more than `limit` bytes.
  private func deletedList(limit: Int) -> [UInt8]? {
    var list: [UInt8] = []
    var last = 0
    for (index, word) in words.enumerated() {
      var rest = ~word
      while rest != 0 {
        let document = index << 6 + rest.trailingZeroBitCount
        guard document < documentCount else { break }
        Varint.append(UInt64(document - last), to: &list)
        if list.count > limit { return nil }
        last = document
        rest &= rest - 1
      }
    }
    return list
  }

  private mutating func read(bitmap bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == words.count * 8 else { return false }
    var count = 0
    for index in words.indices {
      let word = bytes.fixed(UInt64.self, at: 8 * index)
      // What `words` still holds are all the documents there are.
      guard word & ~words[index] == 0 else { return false }
      words[index] = word
      count += word.nonzeroBitCount
    }
    self.count = count
    return true
  }

  private mutating func read(list bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    var document: UInt64 = 0
    while position < bytes.count {
      guard let distance = Varint.read(bytes, at: &position),
        distance < UInt64(documentCount) - document
      else { return false }
      document += distance
      // A document comes once, so each one is still live.
      guard remove(Int(document)) else { return false }
    }
    return true
  }
}

public import WebDocuments

/// What became of reading an association file.
public struct AssociationReading: Sendable {
  /// What the file says; `nil` when it can't be used.
  public let association: SiteAssociation?
  /// What was found, in the order of the file.
  public let diagnostics: [Diagnostic]

  /// The most bytes that a file may have, signed or not: 128 KiB.
  public static let sizeLimit = 131_072

  /// Reads an association file that is plain JSON.
  ///
  /// Never fails: what can't be used is told by the diagnostics.
  ///
  /// - Parameter bytes: The file.
  /// - Complexity: O(*b*) in the number of bytes.
  public init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit else {
      association = nil
      diagnostics = [
        Diagnostic(
          .associationTooLarge,
          "The file has \(bytes.count) bytes; devices read \(Self.sizeLimit) at most.")
      ]
      return
    }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let hasMark = bytes.starts(with: mark)
    let text = hasMark ? Array(bytes.dropFirst(mark.count)) : bytes
    var reader = AssociationReader(text)
    if hasMark { reader.noteByteOrderMark() }
    association = reader.read()
    diagnostics = reader.diagnostics
  }

  /// A file that couldn't be used.
  init(failure: Diagnostic) {
    association = nil
    diagnostics = [failure]
  }
}

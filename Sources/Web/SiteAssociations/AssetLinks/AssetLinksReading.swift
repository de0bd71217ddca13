public import WebDocuments

/// What became of reading an `assetlinks.json`.
public struct AssetLinksReading: Sendable {
  /// What it states; `nil` when it can't be used.
  public let links: AssetLinks?
  /// What was found, in the order of the file.
  public let diagnostics: [Diagnostic]

  /// The most bytes that are read of a file.
  public static let sizeLimit = 1 << 20

  /// Reads the file. Never fails: what can't be used is told by the diagnostics.
  ///
  /// - Complexity: O(*b*) in the number of bytes.
  public init(_ bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit else {
      links = nil
      diagnostics = [
        Diagnostic(
          .assetLinksTooLarge,
          "The file has \(bytes.count) bytes; \(Self.sizeLimit) are read at most.")
      ]
      return
    }
    var reader = AssetLinksReader(bytes)
    links = reader.read()
    diagnostics = reader.diagnostics
  }
}

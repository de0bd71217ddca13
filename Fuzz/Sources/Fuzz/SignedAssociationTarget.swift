import SiteAssociations
import WebDocuments

/// Signed association files.
enum SignedAssociationTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    // SignedData without a signer, with content and without; and an armour.
    let type: [UInt8] = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7]
    let content: [UInt8] = [0xa0, 4, 4, 2, 0x7b, 0x7d]
    return [content, []].map { content in
      let inner = [0x30, UInt8(11 + content.count)] + type + [1] + content
      let data = [2, 1, 1, 0x31, 0] + inner + [0x31, 0]
      let signed = type + [2, 0xa0, UInt8(data.count + 2), 0x30, UInt8(data.count)] + data
      return [0x30, UInt8(signed.count)] + signed
    } + [Array("-----BEGIN CMS-----\nMAA=\n-----END CMS-----\n".utf8)]
  }

  static func examine(_ input: [UInt8]) {
    do throws(SignedAssociation.Failure) {
      _ = try SignedAssociation.open(input, host: "example.com", roots: [], now: 1_800_000_000)
      expect(false, "A file is valid that nobody trusted signed.")
    } catch {
      let reading = AssociationReading(input, host: "example.com", roots: [], now: 1_800_000_000)
      guard SignedAssociation.isSigned(input), input.count <= AssociationReading.sizeLimit else {
        return
      }
      expect(reading.diagnostics.map(\.code) == [error.rule.code], "A failure is told as another.")
    }
  }
}

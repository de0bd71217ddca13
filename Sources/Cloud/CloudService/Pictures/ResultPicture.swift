internal import SiteValidation

/// A picture that may be handed on: of pixels, and of a kind that its first bytes tell, whatever was said of it.
struct ResultPicture: Sendable {
  /// The kinds that there are. Drawings in SVG are documents, which may hold scripts and ask for more.
  static let contentTypes = ["image/webp", "image/png", "image/jpeg", "image/gif"]

  /// The content type.
  let contentType: String
  /// The picture.
  let bytes: [UInt8]

  /// Takes what came; `nil` unless it begins as a picture of a kind that is handed on, and is no larger than allowed.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - pixelLimit: The most pixels.
  init?(_ bytes: [UInt8], pixelLimit: Int) {
    // Sides of 32 bits each may come to more than an integer holds.
    guard let size = PictureSize(bytes), let type = Self.contentType(of: bytes),
      case let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height),
      !overflow, pixels <= pixelLimit
    else { return nil }
    contentType = type
    self.bytes = bytes
  }

  private static func contentType(of bytes: [UInt8]) -> String? {
    switch bytes.first {
    case UInt8(ascii: "R"): "image/webp"
    case 0x89: "image/png"
    case 0xFF: "image/jpeg"
    case UInt8(ascii: "G"): "image/gif"
    default: nil
    }
  }
}

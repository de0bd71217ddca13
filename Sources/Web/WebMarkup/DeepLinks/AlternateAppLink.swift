internal import WebAddresses

/// A `link` with `rel=alternate` to the same content in an app.
public struct AlternateAppLink: Hashable, Sendable {
  /// What kind of address it has.
  public enum Kind: String, Hashable, Sendable {
    /// `android-app://PACKAGE/SCHEME/REST`.
    case android
    /// `ios-app://NUMBER/SCHEME/REST`.
    case iOS = "ios"
    /// An address of a scheme of its own, as desktop files declare them.
    case scheme
  }

  /// What kind of address it has.
  public let kind: Kind
  /// What names the app in its store; `nil` for an address of a scheme of its own.
  public let storeID: String?
  /// The address that the app opens this content by; `nil` where the link names the app only.
  public let url: String?
}

extension AlternateAppLink {
  /// The most such links that are read.
  private static let limit = 32

  /// Reads the links of a page, in order.
  static func read(_ links: [LinkElement]) -> [AlternateAppLink] {
    var result: [AlternateAppLink] = []
    for link in links where link.rel.contains("alternate") && !link.rel.contains("stylesheet") {
      guard result.count < limit else { break }
      let text = HTMLText.trimmed(link.href)
      if let rest = suffix(of: text, after: "android-app://") {
        result += [appLink(.android, rest)].compactMap(\.self)
      } else if let rest = suffix(of: text, after: "ios-app://") {
        result += [appLink(.iOS, rest)].compactMap(\.self)
      } else if AppURL.isOfApp(text) {
        result.append(AlternateAppLink(kind: .scheme, storeID: nil, url: text))
      }
    }
    return result
  }

  private static func appLink(_ kind: Kind, _ rest: Substring) -> AlternateAppLink? {
    let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard let store = parts.first, !store.isEmpty else { return nil }
    guard parts.count > 1, !parts[1].isEmpty else {
      return AlternateAppLink(kind: kind, storeID: String(store), url: nil)
    }
    let url = "\(parts[1])://\(parts.count > 2 ? parts[2] : "")"
    return AlternateAppLink(
      kind: kind, storeID: String(store), url: AppURL.isValid(url) ? url : nil)
  }

  private static func suffix(of text: String, after prefix: String) -> Substring? {
    guard text.utf8.count >= prefix.utf8.count,
      String(decoding: text.utf8.prefix(prefix.utf8.count), as: UTF8.self).asciiLowercased == prefix
    else { return nil }
    return text[text.utf8.index(text.startIndex, offsetBy: prefix.utf8.count)...]
  }
}

internal import WebDocuments

/// What Twitter tags say of the app that shows this content.
public struct TwitterAppTags: Hashable, Sendable {
  /// A kind of device.
  public enum Device: String, Hashable, Sendable, CaseIterable {
    /// iPhone.
    case iPhone = "iphone"
    /// iPad.
    case iPad = "ipad"
    /// Android with Google Play.
    case googlePlay = "googleplay"
  }

  /// The app on one kind of device.
  public struct App: Hashable, Sendable {
    /// The name of the app.
    public internal(set) var name: String?
    /// What names the app in its store: a number, or on Google Play a package.
    public internal(set) var id: String?
    /// The address that the app opens this content by.
    public internal(set) var url: String?
  }

  /// The country of the store, where that is not the United States'.
  public internal(set) var country: String?
  /// The app by kind of device.
  public internal(set) var apps: [Device: App] = [:]
}

extension TwitterAppTags {
  /// Reads the tags of a page; the first of a name counts.
  static func read(_ metas: [MetaTag], _ diagnostics: inout [Diagnostic]) -> TwitterAppTags {
    var tags = TwitterAppTags()
    var places: [Device: SourceLocation] = [:]
    var appCard: SourceLocation?
    for meta in metas where meta.attribute != .httpEquivalent {
      guard let value = meta.value else { continue }
      for key in meta.keys where key.hasPrefix("twitter:") {
        switch key {
        case "twitter:card":
          if value.asciiLowercased == "app" { appCard = appCard ?? meta.location }
        case "twitter:app:country": tags.country = tags.country ?? value
        default:
          let parts = key.split(separator: ":", omittingEmptySubsequences: false)
          guard parts.count == 4, parts[1] == "app", let device = Device(rawValue: String(parts[3]))
          else { continue }
          tags.set(parts[2], of: device, to: value, meta, &diagnostics)
          places[device] = places[device] ?? meta.location
        }
      }
    }
    tags.check(places, appCard, &diagnostics)
    return tags
  }

  private mutating func set(
    _ field: Substring, of device: Device, to value: String, _ meta: MetaTag,
    _ diagnostics: inout [Diagnostic]
  ) {
    var app = apps[device] ?? App()
    switch field {
    case "name": app.name = app.name ?? value
    case "url": app.url = app.url ?? value
    case "id":
      guard app.id == nil else { break }
      app.id = value
      if device != .googlePlay,
        !value.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
      {
        diagnostics.append(
          Diagnostic(
            .twitterAppIDNotNumeric, "The app is \(quoted(value)), not a number.",
            at: meta.contentLocation, subject: "twitter:app:id:\(device.rawValue)"))
      }
    default: return
    }
    apps[device] = app
  }

  private func check(
    _ places: [Device: SourceLocation], _ appCard: SourceLocation?,
    _ diagnostics: inout [Diagnostic]
  ) {
    for device in Device.allCases {
      guard let app = apps[device], app.id == nil, app.url != nil || appCard != nil else {
        continue
      }
      diagnostics.append(
        Diagnostic(
          .twitterAppIDMissing, "The tags for \(device.rawValue) name no app.",
          at: places[device], subject: "twitter:app:id:\(device.rawValue)"))
    }
    if let appCard, apps.isEmpty {
      diagnostics.append(
        Diagnostic(
          .twitterAppIDMissing, "The card is one for an app, and no tag names the app.",
          at: appCard, subject: "twitter:card"))
    }
  }
}

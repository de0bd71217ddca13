package import FresnelHandoff

/// What a device lets the local network know.
package struct AvahiService: Hashable, Sendable {
  /// The type of the service by which a device is found that shows a code.
  package static let pairingType = "_fresnel-pair._tcp"

  /// The type in DNS-SD.
  package let type: String
  /// The name, which means nothing.
  package let instance: String
  /// The strings of the TXT record.
  package let text: [String]

  /// What paired devices understand.
  package init(_ announcement: HandoffAnnouncement) {
    type = HandoffAnnouncement.serviceType
    instance = announcement.instance
    text = announcement.text
  }

  /// That some Fresnel shows a code.
  static func showingCode() -> AvahiService {
    var generator = SystemRandomNumberGenerator()
    return AvahiService(
      type: pairingType, instance: HandoffAnnouncement.instance(using: &generator), text: ["v=1"])
  }

  private init(type: String, instance: String, text: [String]) {
    (self.type, self.instance, self.text) = (type, instance, text)
  }
}

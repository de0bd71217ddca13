internal import FresnelBus
internal import FresnelHandoff
package import FresnelPlatform

/// A place of the local network where some Fresnel listens; whose it is, its hints say to those who know.
package struct FoundPlace: Hashable, Sendable {
  /// The name of its announcement, which means nothing.
  package let instance: String
  /// Where it listens.
  package let address: NetworkAddress
  /// What it says to paired devices; see ``FresnelHandoff/DeviceBook/announcer(of:epoch:)``. None where a code is
  /// shown.
  package let hints: [[UInt8]]

  /// Reads what Avahi found out about a service; `nil` when that is no place of this kind, whoever announced it.
  init?(_ values: [BusValue], of type: String) {
    guard values.count == 11, let interface = values[0].int32, let instance = values[2].text,
      let host = values[7].text, let port = values[8].unsigned.flatMap(UInt16.init(exactly:)),
      let strings = values[9].elements, port > 0
    else { return nil }
    let hints = HandoffAnnouncement.hints(inText: strings.compactMap(\.bytes))
    // An address of the link means something together with the interface alone.
    let scope = host.hasPrefix("fe80:") && interface > 0 ? "%\(interface)" : ""
    guard !hints.isEmpty || type == AvahiService.pairingType,
      let address = NetworkAddress(host + scope, port: port)
    else { return nil }
    self.instance = instance
    self.address = address
    self.hints = hints
  }
}

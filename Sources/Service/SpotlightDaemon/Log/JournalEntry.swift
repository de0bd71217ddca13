internal import SpotlightWire

/// An event in the form that the journal takes over its socket: fields with values, as systemd.io's page
/// "Native Journal Protocol" describes it.
enum JournalEntry {
  /// The longest text that is written, in bytes, so that an entry fits a datagram.
  private static let longestText = 2048

  /// The bytes of an entry.
  static func bytes(of event: DaemonEvent, passedOver: Int) -> [UInt8] {
    var fields = [
      ("MESSAGE", text(of: event, passedOver: passedOver)),
      ("MESSAGE_ID", event.kind.messageIdentifier),
      ("PRIORITY", "\(event.kind.priority)"),
      ("SYSLOG_IDENTIFIER", "fresneld"),
      ("FRESNEL_EVENT", event.kind.rawValue),
    ]
    if let app = event.app { fields.append(("FRESNEL_APP", shortened(app.identifier))) }
    if let protection = event.protection { fields.append(("FRESNEL_CLASS", protection.name)) }
    if passedOver > 0 { fields.append(("FRESNEL_PASSED_OVER", "\(passedOver)")) }
    for (name, value) in event.facts.sorted(by: { $0.key < $1.key }) {
      fields.append(("FRESNEL_" + name, shortened(value)))
    }
    return fields.reduce(into: []) { append($1.0, $1.1, to: &$0) }
  }

  /// The sentence, with how many like it were passed over.
  static func text(of event: DaemonEvent, passedOver: Int) -> String {
    let message = shortened(event.message)
    return passedOver == 0 ? message : "\(message) (\(passedOver) more of this kind)"
  }

  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += name.utf8
    if value.utf8.contains(0x0A) {
      // A value of several lines has its length before it.
      bytes.append(0x0A)
      withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
    } else {
      bytes.append(UInt8(ascii: "="))
    }
    bytes += value.utf8
    bytes.append(0x0A)
  }

  /// The start of a text. Some texts hold what a client said of itself.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    return String(decoding: text.utf8.prefix(longestText), as: UTF8.self) + "…"
  }
}

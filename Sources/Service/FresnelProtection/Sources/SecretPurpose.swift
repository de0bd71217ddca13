package import SpotlightWire

/// What a secret is kept for. Each purpose has a secret of its own.
package enum SecretPurpose: Hashable, Sendable {
  /// Opening the key of a protection class.
  case protection(ProtectionClass)
  /// Opening the file of the devices that are paired.
  case handoff

  /// The name of the file that keeps it where no Secret Service does.
  var fileName: String {
    switch self {
    case .protection(let protection): protection.name
    case .handoff: "handoff"
    }
  }

  /// The attributes by which a Secret Service finds it, which no other purpose has.
  var attributes: KeyValuePairs<String, String> {
    switch self {
    case .protection(let protection):
      ["application": "org.fresnel", "class": protection.name]
    case .handoff: ["application": "org.fresnel", "purpose": "handoff"]
    }
  }

  /// What a person sees in their keyring.
  var label: String {
    switch self {
    case .protection(let protection):
      "Fresnel search index (\(protection.name))"
    case .handoff: "Fresnel paired devices"
    }
  }
}

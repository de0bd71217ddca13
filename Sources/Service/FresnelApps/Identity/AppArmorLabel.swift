/// The labels that AppArmor puts on the programs of snaps.
package enum AppArmorLabel {
  /// The name of the snap whose program has the label; `nil` for other labels and for those that
  /// AppArmor only complains about.
  ///
  /// A label is `snap.NAME.APP (enforce)`.
  package static func snapName(of label: String) -> String? {
    guard label.hasSuffix(" (enforce)") else { return nil }
    let parts = label.dropLast(" (enforce)".count).split(
      separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0] == "snap", isSnapName(String(parts[1])) else { return nil }
    return String(parts[1])
  }

  /// Whether a text is the name of a snap: small letters, digits and hyphens, perhaps followed by `_`
  /// and an instance.
  package static func isSnapName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 51
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}

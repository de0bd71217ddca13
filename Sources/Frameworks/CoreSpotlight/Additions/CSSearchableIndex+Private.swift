public import Foundation
internal import SpotlightClient
internal import SpotlightWire

extension CSSearchableIndex {
  /// Makes the index of a name whose items only this app finds.
  ///
  /// An addition to Core Spotlight. An index that was private once stays so, also when it is made without
  /// saying it.
  ///
  /// - Parameters:
  ///   - name: The name; the empty name is the default index.
  ///   - protectionClass: When the items may be read; `nil` leaves the class that the index has.
  ///   - isPrivate: Whether the system's search is not to find the items.
  public convenience init(name: String, protectionClass: FileProtectionType?, isPrivate: Bool) {
    self.init(name: name, protectionClass: protectionClass)
    if isPrivate { index.use(protection: nil, isPrivate: true) }
  }
}

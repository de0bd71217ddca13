internal import Foundation
internal import SpotlightWire

extension ProtectionClass {
  /// The class of a file protection type; of one that has no counterpart here, the strictest.
  init(_ type: FileProtectionType) {
    self = ProtectionClass(fileProtection: type.rawValue) ?? .complete
  }
}

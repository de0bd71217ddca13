/// The version of this software: library, command line and daemon have the same.
package enum SoftwareVersion {
  /// The version.
  package static let text = "0.1.0"
}

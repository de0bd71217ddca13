package import FresnelModel
package import SpotlightWire

/// `resume`: ends a pause.
package enum ResumeIndexing: AdministrationVerb {
  /// The verb.
  package static let name = "resume"

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    try PauseIndexing.set(.no, in: context)
  }
}

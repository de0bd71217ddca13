internal import CommandKit
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

extension ServiceConnection {
  /// Has the daemon do something.
  ///
  /// - Parameters:
  ///   - verb: What.
  ///   - arguments: With what.
  /// - Returns: Its report.
  /// - Throws: ``CommandError`` when it did not.
  func report(
    on verb: String, _ arguments: [JSONMember] = []
  ) throws(CommandError) -> JSONValue {
    do throws(ServiceError) {
      let report = try administer(
        verb, Array(JSONValue.object(arguments).text(indented: false).utf8))
      do throws(JSONError) {
        return try JSONValue.parse(report)
      } catch {
        throw ServiceError(.unsupported, "The daemon's report is no JSON: \(error)")
      }
    } catch {
      throw CommandError(error)
    }
  }
}

extension CommandError {
  /// What the daemon did not do, and why.
  init(_ error: ServiceError) {
    let advice: String? =
      switch error.code {
      // The sentence of another device or its app says it all.
      case _ where error.details.contains { $0.key == "handoff.code" || $0.key == "launch.cause" }:
        nil
      // So does one that names the command which mends it.
      case _ where error.message.contains("fresnel unlock"): nil
      case .unavailable, .connectionLost: "try again, or see what the daemon wrote: fresnel logs"
      // A daemon of this version names the programs itself.
      case .refused where error.message.hasPrefix("Only the command line"):
        "use the fresnel that was installed with the daemon, beside fresneld"
      case .classLocked: "unlock the session, or run fresnel unlock"
      case .paused: "indexing goes on after fresnel resume"
      default: nil
      }
    // A daemon of somebody else's may say anything.
    self.init(.store, withoutControls(error.message.withoutFullStop), advice: advice)
  }
}

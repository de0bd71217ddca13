package import Foundation
package import FresnelModel

/// What Core Spotlight attaches to an activity: its attribute set, which may be read from any thread.
package protocol AttachedAttributes: NSObject, Sendable {
  /// The attributes as they are now.
  var activityAttributes: Attributes { get }
}

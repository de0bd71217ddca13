// Apps on Apple's platforms get these modules with Core Spotlight, so `import CoreSpotlight` alone
// brings them here too.
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers
@_exported public import UserActivity

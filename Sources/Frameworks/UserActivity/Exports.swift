// NSUserActivity belongs to Foundation on Apple's platforms, so whoever sees it sees Foundation.
@_exported public import Foundation

// The numbers of `CocoaError.Code` under the names that C has for them on Apple's platforms.

/// An activity could not be handed over: `CocoaError.Code.userActivityHandoffFailed`.
public var NSUserActivityHandoffFailedError: Int { 4608 }
/// The other device cannot be reached: `CocoaError.Code.userActivityConnectionUnavailable`.
public var NSUserActivityConnectionUnavailableError: Int { 4609 }
/// The app there did not answer: `CocoaError.Code.userActivityRemoteApplicationTimedOut`.
public var NSUserActivityRemoteApplicationTimedOutError: Int { 4610 }
/// `userInfo` is too large to hand over: `CocoaError.Code.userActivityHandoffUserInfoTooLarge`.
public var NSUserActivityHandoffUserInfoTooLargeError: Int { 4611 }
/// The first number kept for errors of activities.
public var NSUserActivityErrorMinimum: Int { 4608 }
/// The last number kept for errors of activities.
public var NSUserActivityErrorMaximum: Int { 4863 }

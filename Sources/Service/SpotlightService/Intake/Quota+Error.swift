internal import SpotlightWire

extension Quota {
  /// The error of an app that was counted just now, which is logged too.
  ///
  /// - Parameters:
  ///   - usage: What it was found to have.
  ///   - growth: What the change would add; `nil` where that is in the usage.
  ///   - allowance: What it may have.
  ///   - app: The app.
  ///   - core: Where it is logged.
  /// - Returns: The error.
  func exceeded(
    _ usage: Usage, growingBy growth: Usage? = nil, _ allowance: AppAllowance, _ app: String,
    _ core: ServiceCore
  ) -> ServiceError {
    core.host.log(
      LogEvent(
        .quotaReached, app: AppIdentity(identifier: app), message: "The app stores all it may."))
    return error(usage, growingBy: growth, allowance, app, core)
  }

  /// The same error where it was logged before.
  func error(
    _ usage: Usage, growingBy growth: Usage? = nil, _ allowance: AppAllowance, _ app: String,
    _ core: ServiceCore
  ) -> ServiceError {
    var details = [
      ServiceError.Detail(key: "items", value: "\(usage.itemCount)"),
      ServiceError.Detail(key: "items.limit", value: "\(allowance.itemCount)"),
      ServiceError.Detail(key: "size", value: "\(usage.byteCount)"),
      ServiceError.Detail(key: "limit", value: "\(allowance.byteCount)"),
    ]
    for (index, domain) in largestDomains.sizes(of: app, core).enumerated() {
      details.append(.init(key: "domain.\(index + 1)", value: domain.name))
      details.append(.init(key: "domain.\(index + 1).size", value: "\(domain.byteCount)"))
    }
    func text(_ usage: Usage) -> String {
      "\(UsageText.items(usage.itemCount)) of \(UsageText.bytes(usage.byteCount))"
    }
    // A first change may be too large by itself.
    let whole = growth.map { ", and would have \(text(usage + $0))" } ?? ""
    return ServiceError(
      .quotaExceeded,
      "The app may store \(UsageText.items(allowance.itemCount)) and "
        + "\(UsageText.bytes(allowance.byteCount)) in all, and has \(text(usage))\(whole). "
        + "Delete some, or raise the limit: fresnel settings \(app) --items N, or --bytes N.",
      details: details)
  }
}

/// How a service is run.
package struct ServiceSettings: Sendable {
  /// The address that the service is known by, without a slash at its end; `nil` to take that which requests name.
  package var baseURL: String?
  /// The version of the software.
  package var version: String
  /// How often a client may ask.
  package var rate: RateLimiter.Rules
  /// Whether a proxy in front says who asks.
  package var isBehindProxy: Bool
  /// How long a search may take, in seconds.
  package var searchSeconds: Double

  /// Makes settings.
  package init(
    baseURL: String? = nil, version: String, rate: RateLimiter.Rules = RateLimiter.Rules(),
    isBehindProxy: Bool = false, searchSeconds: Double = 2
  ) {
    self.baseURL = baseURL
    self.version = version
    self.rate = rate
    self.isBehindProxy = isBehindProxy
    self.searchSeconds = searchSeconds
  }
}

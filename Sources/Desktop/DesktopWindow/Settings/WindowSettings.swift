/// What a person may decide on the window's page of settings: the same as `fresnel settings` and `fresnel web` decide.
struct WindowSettings: Equatable, Sendable {
  /// Something that is on or off.
  enum Switch: CaseIterable, Hashable, Sendable {
    /// Results that were opened before stand higher.
    case learning
    /// Filters are offered for parts of what is typed.
    case filters
    /// What is typed is kept as a recent search.
    case searches
    /// A public index is asked, where one was named.
    case web

    /// What a person reads.
    var title: String {
      switch self {
      case .learning: "Order results by what I chose before"
      case .filters: "Offer filters for what I type"
      case .searches: "Keep what I search for as recent searches"
      case .web: "Ask the public index in searches of a terminal"
      }
    }

    /// What `fresnel` is told to have it on or off.
    func arguments(isOn: Bool) -> [String] {
      switch self {
      case .learning: ["settings", "--ranking", isOn ? "learned" : "fixed"]
      case .filters: ["settings", "--filters", isOn ? "on" : "off"]
      case .searches: ["settings", "--searches", isOn ? "on" : "off"]
      case .web: ["web", isOn ? "on" : "off"]
      }
    }
  }

  /// What is on, of what there is to decide here.
  var states: [Switch: Bool]
  /// The key that shows the window, as the desktop writes it; `nil` where none is known.
  var key: String?
  /// The command that a key is to be bound to; `nil` where none is installed.
  var command: String?
}

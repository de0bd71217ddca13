package import SpotlightService

extension Session: ConnectionSession {}

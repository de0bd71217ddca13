internal import AppDirectory
internal import CommandKit
internal import Crawler
internal import FresnelEngine
internal import FresnelPlatform
internal import WebFetching
internal import WebServing

extension CommandError {
  /// An error of the rooms below as the tool tells it; `nil` for one that is not known.
  init?(cloud error: any Error) {
    switch error {
    case let error as AppDirectoryError:
      self.init(error.fault == nil ? .usage : .store, error.message)
    case let error as CrawlStoreError: self.init(.store, error.message)
    case let error as StoreError: self.init(.store, error.message)
    case let error as FetchError: self.init(.system, error.message)
    case let error as ServerError: self.init(.system, error.description)
    default: return nil
    }
  }
}

// The modules whose types a reading shows, so that one import is enough.
@_exported public import CrawlRules
@_exported public import StructuredData
@_exported public import WebAddresses
@_exported public import WebDocuments

internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension Session {
  /// Finds all items that match.
  func query(_ request: QueryRequest, _ id: UInt64) {
    do throws(ServiceError) {
      let query = try Query(request.query, filters: request.filters)
      let filter = try Visibility.filter(for: peer, reach: request.reach, in: core)
      let attributes = request.attributes.map { AttributeKey(queryName: $0) }
      let cursor = QueryCursor(
        self, id, query, filter, attributes,
        request.surroundings.context(at: core.options.clock()),
        stores: core.stores)
      add(cursor, id)
      cursor.start()
    } catch {
      fail(error, id)
    }
  }
}

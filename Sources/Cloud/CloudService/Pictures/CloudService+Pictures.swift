internal import PublicIndex
internal import WebServing

extension CloudService {
  /// A picture takes as much of a client's tokens as this share of a question: each page of results has ten.
  private static let pictureCost = 0.1
  /// The parameter that names the page whose picture is meant.
  private static let pageParameter = "page"

  /// Adds the pictures of results. They are named by their pages, so that only those are fetched that the index holds.
  mutating func addPictures(_ pictures: PictureProxy) {
    let index = index
    on("GET", "/picture", cost: Self.pictureCost, isForPrograms: true) { request in
      let page = request.queryFields.last { $0.name == Self.pageParameter }?.value
      guard let page, let search = index.state.search, let address = search.picture(ofPage: page)
      else { return .plain("The index holds no such picture.", status: 404) }
      do throws(PictureProxy.Busy) {
        guard let picture = try await pictures.picture(at: address) else {
          return .plain("The site gave no picture that can be shown.", status: 502)
        }
        return HTTPResponse(picture)
      } catch {
        var response = HTTPResponse.plain("Many pictures are being fetched.", status: 503)
        response.headers.append(HTTPHeader("Retry-After", "5"))
        return response
      }
    }
  }
}

extension HTTPResponse {
  /// A picture that browsers may keep for as long as the service does.
  fileprivate init(_ picture: ResultPicture) {
    self.init(
      status: 200,
      headers: [
        HTTPHeader("Content-Type", picture.contentType),
        HTTPHeader("Cache-Control", "public, max-age=3600"),
        // Whoever opens it by itself gets a picture and nothing else.
        HTTPHeader("Content-Security-Policy", "default-src 'none'; sandbox"),
      ], body: picture.bytes)
  }
}

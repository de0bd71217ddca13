// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

extension AttributeID {
  /// The localized name that a result row shows as its heading.
  public static let displayName = AttributeID(rawValue: 1)
  /// Other localized names under which the item may be found.
  public static let alternateNames = AttributeID(rawValue: 2)
  /// The full path of the item when it is a file.
  public static let path = AttributeID(rawValue: 3)
  /// The file URL of what the item stands for; two items of one URL are the same thing.
  public static let contentURL = AttributeID(rawValue: 4)
  /// The local file URL of the picture shown in the row.
  public static let thumbnailURL = AttributeID(rawValue: 5)
  /// The encoded picture shown in the row.
  public static let thumbnailData = AttributeID(rawValue: 6)
  /// The local file URL of the picture shown while the appearance is dark.
  public static let darkThumbnailURL = AttributeID(rawValue: 7)
  /// The unique identifier of the indexed item that an activity belongs to and is deleted with.
  public static let relatedUniqueIdentifier = AttributeID(rawValue: 8)
  /// The unique identifier of an item that an activity belongs to, though each lives on its own.
  public static let weakRelatedUniqueIdentifier = AttributeID(rawValue: 9)
  /// When any attribute of the item last changed.
  public static let metadataModificationDate = AttributeID(rawValue: 10)
  /// The uniform type identifier of the item.
  public static let contentType = AttributeID(rawValue: 11)
  /// The type identifiers of the item's type and of its ancestors.
  public static let contentTypeTree = AttributeID(rawValue: 12)
  /// Further words that find the item: categories, synonyms, abbreviations.
  public static let keywords = AttributeID(rawValue: 13)
  /// The title of the item; the first thing matched and shown.
  public static let title = AttributeID(rawValue: 14)
  /// The version of the item, as text.
  public static let version = AttributeID(rawValue: 15)
  /// Whether the person made the item.
  public static let userCreated = AttributeID(rawValue: 16)
  /// Whether the person bought or owns the item.
  public static let userOwned = AttributeID(rawValue: 17)
  /// Whether the person picked the item out, as with a bookmark or a download.
  public static let userCurated = AttributeID(rawValue: 18)
  /// How important the item is among those of its app, from 0 to 100.
  public static let rankingHint = AttributeID(rawValue: 19)
  /// The group that the item belongs to; dots separate levels.
  public static let domainIdentifier = AttributeID(rawValue: 20)
  /// A summary of the text, written by the system.
  public static let textContentSummary = AttributeID(rawValue: 21)
  /// The transcript of recorded speech, searched as text.
  public static let transcribedTextContent = AttributeID(rawValue: 22)
  /// Whether a result offers a call, which needs phone numbers.
  public static let supportsPhoneCall = AttributeID(rawValue: 23)
  /// Whether a result offers directions, which needs a latitude and a longitude.
  public static let supportsNavigation = AttributeID(rawValue: 24)
  /// The identifiers of actions declared by the app that a result offers.
  public static let actionIdentifiers = AttributeID(rawValue: 25)
  /// The type that the app is asked for when the person shares the item.
  public static let sharedItemContentType = AttributeID(rawValue: 26)
  /// The title of the set that the item belongs to.
  public static let containerTitle = AttributeID(rawValue: 27)
  /// The localized name of the set that the item belongs to, for display.
  public static let containerDisplayName = AttributeID(rawValue: 28)
  /// The identifier of the set that the item belongs to.
  public static let containerIdentifier = AttributeID(rawValue: 29)
  /// The position of the item inside its set.
  public static let containerOrder = AttributeID(rawValue: 30)
  /// The types that the app can make in memory when the item is dropped, best first.
  public static let providerDataTypeIdentifiers = AttributeID(rawValue: 31)
  /// The types that the app can write as a file to be copied, best first.
  public static let providerFileTypeIdentifiers = AttributeID(rawValue: 32)
  /// The types that the app can hand out as a file opened where it lies, best first.
  public static let providerInPlaceFileTypeIdentifiers = AttributeID(rawValue: 33)
  /// The subject of the document.
  public static let subject = AttributeID(rawValue: 34)
  /// The theme of the document.
  public static let theme = AttributeID(rawValue: 35)
  /// What the content is about; the second line of a result row.
  public static let contentDescription = AttributeID(rawValue: 36)
  /// The formal reference number or code of the document.
  public static let identifier = AttributeID(rawValue: 37)
  /// The kinds of people the item is meant for.
  public static let audiences = AttributeID(rawValue: 38)
  /// The size of the document.
  public static let fileSize = AttributeID(rawValue: 39)
  /// The number of pages.
  public static let pageCount = AttributeID(rawValue: 40)
  /// The width of a page in points, 72 to the inch.
  public static let pageWidth = AttributeID(rawValue: 41)
  /// The height of a page in points, 72 to the inch.
  public static let pageHeight = AttributeID(rawValue: 42)
  /// The kind of encryption that protects the file.
  public static let securityMethod = AttributeID(rawValue: 43)
  /// The name of the program that made the content.
  public static let creator = AttributeID(rawValue: 44)
  /// The programs that turned the original into its present form.
  public static let encodingApplications = AttributeID(rawValue: 45)
  /// The kind of document in words that people read.
  public static let kind = AttributeID(rawValue: 46)
  /// The fonts used in the document.
  public static let fontNames = AttributeID(rawValue: 47)
  /// When the item is due.
  public static let dueDate = AttributeID(rawValue: 48)
  /// When the item was finished.
  public static let completionDate = AttributeID(rawValue: 49)
  /// When the event starts.
  public static let startDate = AttributeID(rawValue: 50)
  /// When the event ends.
  public static let endDate = AttributeID(rawValue: 51)
  /// Other dates that matter for the item.
  public static let importantDates = AttributeID(rawValue: 52)
  /// Whether the event lasts whole days.
  public static let allDay = AttributeID(rawValue: 53)
  /// The height of the picture or video frame in pixels.
  public static let pixelHeight = AttributeID(rawValue: 54)
  /// The width of the picture or video frame in pixels.
  public static let pixelWidth = AttributeID(rawValue: 55)
  /// The total number of pixels.
  public static let pixelCount = AttributeID(rawValue: 56)
  /// The colour model, such as RGB.
  public static let colorSpace = AttributeID(rawValue: 57)
  /// The bits in one image or audio sample.
  public static let bitsPerSample = AttributeID(rawValue: 58)
  /// Whether the flash fired.
  public static let flashOn = AttributeID(rawValue: 59)
  /// The focal length of the lens in millimetres.
  public static let focalLength = AttributeID(rawValue: 60)
  /// Whether the focal length is 35 mm; some apps put an equivalent length here.
  public static let focalLength35mm = AttributeID(rawValue: 61)
  /// The maker of the device that took the picture.
  public static let acquisitionMake = AttributeID(rawValue: 62)
  /// The model of the device that took the picture.
  public static let acquisitionModel = AttributeID(rawValue: 63)
  /// The owner of the camera.
  public static let cameraOwner = AttributeID(rawValue: 64)
  /// The model of the lens.
  public static let lensModel = AttributeID(rawValue: 65)
  /// The ISO speed used.
  public static let isoSpeed = AttributeID(rawValue: 66)
  /// How the picture lies: 0 landscape, 1 portrait.
  public static let orientation = AttributeID(rawValue: 67)
  /// The names of the layers in the file.
  public static let layerNames = AttributeID(rawValue: 68)
  /// How white balance was set: 0 automatic, 1 manual.
  public static let whiteBalance = AttributeID(rawValue: 69)
  /// The aperture as an APEX value.
  public static let aperture = AttributeID(rawValue: 70)
  /// The name of the colour profile.
  public static let profileName = AttributeID(rawValue: 71)
  /// The horizontal resolution in dots per inch.
  public static let resolutionWidthDPI = AttributeID(rawValue: 72)
  /// The vertical resolution in dots per inch.
  public static let resolutionHeightDPI = AttributeID(rawValue: 73)
  /// How exposure was set: 0 automatic, 1 manual, 2 automatic bracketing.
  public static let exposureMode = AttributeID(rawValue: 74)
  /// How long the shutter was open, in seconds.
  public static let exposureTime = AttributeID(rawValue: 75)
  /// The version of the EXIF header.
  public static let exifVersion = AttributeID(rawValue: 76)
  /// The version of the EXIF header of the position.
  public static let exifgpsVersion = AttributeID(rawValue: 77)
  /// Whether the picture has transparency.
  public static let hasAlphaChannel = AttributeID(rawValue: 78)
  /// Whether red-eye reduction was used.
  public static let redEyeOn = AttributeID(rawValue: 79)
  /// How light was metered.
  public static let meteringMode = AttributeID(rawValue: 80)
  /// The widest aperture of the lens as an APEX value.
  public static let maxAperture = AttributeID(rawValue: 81)
  /// The focal length divided by the diameter of the aperture.
  public static let fNumber = AttributeID(rawValue: 82)
  /// The exposure program of the camera.
  public static let exposureProgram = AttributeID(rawValue: 83)
  /// The exposure time as text, such as 1/250.
  public static let exposureTimeString = AttributeID(rawValue: 84)
  /// The people who edited the file.
  public static let editors = AttributeID(rawValue: 85)
  /// The people seen or written about in the item.
  public static let participants = AttributeID(rawValue: 86)
  /// The projects that the file belongs to.
  public static let projects = AttributeID(rawValue: 87)
  /// Where the file came from: URLs or mail details.
  public static let contentSources = AttributeID(rawValue: 88)
  /// A comment on the file.
  public static let comment = AttributeID(rawValue: 89)
  /// The copyright statement.
  public static let copyright = AttributeID(rawValue: 90)
  /// When the item was last opened.
  public static let lastUsedDate = AttributeID(rawValue: 91)
  /// When the content was made.
  public static let contentCreationDate = AttributeID(rawValue: 92)
  /// When the content last changed.
  public static let contentModificationDate = AttributeID(rawValue: 93)
  /// When the item came to its present place.
  public static let addedDate = AttributeID(rawValue: 94)
  /// When the file was last downloaded.
  public static let downloadedDate = AttributeID(rawValue: 95)
  /// The length in seconds.
  public static let duration = AttributeID(rawValue: 96)
  /// People tied to the content, its authors excepted.
  public static let contactKeywords = AttributeID(rawValue: 97)
  /// The codecs used.
  public static let codecs = AttributeID(rawValue: 98)
  /// The kinds of media inside, such as sound and video.
  public static let mediaTypes = AttributeID(rawValue: 99)
  /// Whether the content is prepared for streaming.
  public static let streamable = AttributeID(rawValue: 100)
  /// The bit rate of sound and video together.
  public static let totalBitRate = AttributeID(rawValue: 101)
  /// The bit rate of the video.
  public static let videoBitRate = AttributeID(rawValue: 102)
  /// The bit rate of the sound.
  public static let audioBitRate = AttributeID(rawValue: 103)
  /// How the content is delivered: 0 fast start, 1 RTSP.
  public static let deliveryType = AttributeID(rawValue: 104)
  /// The companies that made the content.
  public static let organizations = AttributeID(rawValue: 105)
  /// The role of the one who made the content.
  public static let role = AttributeID(rawValue: 106)
  /// The languages of the content as BCP 47 tags.
  public static let languages = AttributeID(rawValue: 107)
  /// Who holds which rights, or where that is written.
  public static let rights = AttributeID(rawValue: 108)
  /// Who publishes the content.
  public static let publishers = AttributeID(rawValue: 109)
  /// Who contributed to the content.
  public static let contributors = AttributeID(rawValue: 110)
  /// The places, periods or jurisdictions that the content covers.
  public static let coverage = AttributeID(rawValue: 111)
  /// The person's rating, drawn as stars.
  public static let rating = AttributeID(rawValue: 112)
  /// Text beside the rating, such as the number of reviews.
  public static let ratingDescription = AttributeID(rawValue: 113)
  /// How often the content was played.
  public static let playCount = AttributeID(rawValue: 114)
  /// Information about the content.
  public static let information = AttributeID(rawValue: 115)
  /// The director.
  public static let director = AttributeID(rawValue: 116)
  /// The producer.
  public static let producer = AttributeID(rawValue: 117)
  /// The genre.
  public static let genre = AttributeID(rawValue: 118)
  /// The performers.
  public static let performers = AttributeID(rawValue: 119)
  /// The format of the original.
  public static let originalFormat = AttributeID(rawValue: 120)
  /// The source of the original.
  public static let originalSource = AttributeID(rawValue: 121)
  /// Whether the content is on this device.
  public static let local = AttributeID(rawValue: 122)
  /// Whether the content is explicit.
  public static let contentRating = AttributeID(rawValue: 123)
  /// The URL that belongs with the item; an activity with the same web page is the same thing.
  public static let url = AttributeID(rawValue: 124)
  /// The sample rate in hertz.
  public static let audioSampleRate = AttributeID(rawValue: 125)
  /// The number of audio channels.
  public static let audioChannelCount = AttributeID(rawValue: 126)
  /// The beats per minute.
  public static let tempo = AttributeID(rawValue: 127)
  /// The musical key.
  public static let keySignature = AttributeID(rawValue: 128)
  /// The time signature.
  public static let timeSignature = AttributeID(rawValue: 129)
  /// The program that encoded the sound.
  public static let audioEncodingApplication = AttributeID(rawValue: 130)
  /// The composer.
  public static let composer = AttributeID(rawValue: 131)
  /// The writer of the words.
  public static let lyricist = AttributeID(rawValue: 132)
  /// The title of the album or collection.
  public static let album = AttributeID(rawValue: 133)
  /// The artist.
  public static let artist = AttributeID(rawValue: 134)
  /// The track number on the album.
  public static let audioTrackNumber = AttributeID(rawValue: 135)
  /// When the music was first recorded.
  public static let recordingDate = AttributeID(rawValue: 136)
  /// The musical genre.
  public static let musicalGenre = AttributeID(rawValue: 137)
  /// Whether the sequence is set up for General MIDI.
  public static let generalMIDISequence = AttributeID(rawValue: 138)
  /// The family of the instrument.
  public static let musicalInstrumentCategory = AttributeID(rawValue: 139)
  /// The instrument inside its family.
  public static let musicalInstrumentName = AttributeID(rawValue: 140)
  /// The identifier of the mail or chat account.
  public static let accountIdentifier = AttributeID(rawValue: 141)
  /// The addresses by which the account is known.
  public static let accountHandles = AttributeID(rawValue: 142)
  /// The body as UTF-8 HTML.
  public static let htmlContentData = AttributeID(rawValue: 143)
  /// The body as plain text.
  public static let textContent = AttributeID(rawValue: 144)
  /// The people the message is from.
  public static let authors = AttributeID(rawValue: 145)
  /// The people the message is to.
  public static let primaryRecipients = AttributeID(rawValue: 146)
  /// The people who get a copy.
  public static let additionalRecipients = AttributeID(rawValue: 147)
  /// The people who get a copy unseen by the others.
  public static let hiddenAdditionalRecipients = AttributeID(rawValue: 148)
  /// All headers of the message: from each name to its values.
  public static let emailHeaders = AttributeID(rawValue: 149)
  /// The mailboxes that hold the message: standard ones or the app's own.
  public static let mailboxIdentifiers = AttributeID(rawValue: 150)
  /// The names of the authors.
  public static let authorNames = AttributeID(rawValue: 151)
  /// The names of the recipients.
  public static let recipientNames = AttributeID(rawValue: 152)
  /// The mail addresses of the authors.
  public static let authorEmailAddresses = AttributeID(rawValue: 153)
  /// The mail addresses of the recipients.
  public static let recipientEmailAddresses = AttributeID(rawValue: 154)
  /// Other addresses of the authors.
  public static let authorAddresses = AttributeID(rawValue: 155)
  /// Other addresses of the recipients.
  public static let recipientAddresses = AttributeID(rawValue: 156)
  /// The phone numbers of the item, which a call uses.
  public static let phoneNumbers = AttributeID(rawValue: 157)
  /// The mail addresses of the item.
  public static let emailAddresses = AttributeID(rawValue: 158)
  /// The chat addresses of the item.
  public static let instantMessageAddresses = AttributeID(rawValue: 159)
  /// Whether the message is probably junk.
  public static let likelyJunk = AttributeID(rawValue: 160)
  /// Whether the system finds that the message matters.
  public static let isPriority = AttributeID(rawValue: 161)
  /// A synopsis of the content in one publishable line.
  public static let headline = AttributeID(rawValue: 162)
  /// Notes on use, such as an embargo.
  public static let instructions = AttributeID(rawValue: 163)
  /// The name of the street.
  public static let thoroughfare = AttributeID(rawValue: 164)
  /// The number in the street or the like.
  public static let subThoroughfare = AttributeID(rawValue: 165)
  /// The postal code.
  public static let postalCode = AttributeID(rawValue: 166)
  /// The city.
  public static let city = AttributeID(rawValue: 167)
  /// The state or province.
  public static let stateOrProvince = AttributeID(rawValue: 168)
  /// The full name of the country or region.
  public static let country = AttributeID(rawValue: 169)
  /// The whole address as text, which location suggestions need.
  public static let fullyFormattedAddress = AttributeID(rawValue: 170)
  /// Metres above sea level, in WGS 84.
  public static let altitude = AttributeID(rawValue: 171)
  /// Degrees north, in WGS 84.
  public static let latitude = AttributeID(rawValue: 172)
  /// Degrees east, in WGS 84.
  public static let longitude = AttributeID(rawValue: 173)
  /// The speed in kilometres per hour.
  public static let speed = AttributeID(rawValue: 174)
  /// When the recorded event took place.
  public static let timestamp = AttributeID(rawValue: 175)
  /// Where the camera looked, in degrees from true north.
  public static let imageDirection = AttributeID(rawValue: 176)
  /// The name of the place, which location suggestions need.
  public static let namedLocation = AttributeID(rawValue: 177)
  /// The direction of travel in degrees from true north.
  public static let gpsTrack = AttributeID(rawValue: 178)
  /// The status of the receiver.
  public static let gpsStatus = AttributeID(rawValue: 179)
  /// How the position was measured.
  public static let gpsMeasureMode = AttributeID(rawValue: 180)
  /// The dilution of precision.
  public static let gpsdop = AttributeID(rawValue: 181)
  /// The survey datum in use.
  public static let gpsMapDatum = AttributeID(rawValue: 182)
  /// The latitude of the destination.
  public static let gpsDestLatitude = AttributeID(rawValue: 183)
  /// The longitude of the destination.
  public static let gpsDestLongitude = AttributeID(rawValue: 184)
  /// The bearing to the destination.
  public static let gpsDestBearing = AttributeID(rawValue: 185)
  /// The distance to the destination.
  public static let gpsDestDistance = AttributeID(rawValue: 186)
  /// The method used to find the position.
  public static let gpsProcessingMethod = AttributeID(rawValue: 187)
  /// The name of the area.
  public static let gpsAreaInformation = AttributeID(rawValue: 188)
  /// When the position was fixed.
  public static let gpsDateStamp = AttributeID(rawValue: 189)
  /// The differential correction; the spelling is that of the original API.
  public static let gpsDifferental = AttributeID(rawValue: 190)
}

extension AttributeTable {
  /// Every built-in attribute, by number.
  public static let all: [AttributeDefinition] = [
    AttributeDefinition(
      .displayName, "displayName", items: ["kMDItemDisplayName"], .string, .general,
      scope: .metadata),
    AttributeDefinition(
      .alternateNames, "alternateNames", items: ["kMDItemAlternateNames"], .strings, .general,
      scope: .metadata),
    AttributeDefinition(.path, "path", items: ["kMDItemPath"], .string, .general),
    AttributeDefinition(.contentURL, "contentURL", items: ["kMDItemContentURL"], .url, .general),
    AttributeDefinition(
      .thumbnailURL, "thumbnailURL", items: ["kMDItemThumbnailURL"], .url, .general),
    AttributeDefinition(
      .thumbnailData, "thumbnailData", items: ["kMDItemThumbnailData"], .data, .general),
    AttributeDefinition(
      .darkThumbnailURL, "darkThumbnailURL", items: ["kMDItemDarkThumbnailURL"], .url, .general),
    AttributeDefinition(
      .relatedUniqueIdentifier, "relatedUniqueIdentifier",
      items: ["kMDItemRelatedUniqueIdentifier"], .string, .general),
    AttributeDefinition(
      .weakRelatedUniqueIdentifier, "weakRelatedUniqueIdentifier",
      items: ["kMDItemWeakRelatedUniqueIdentifier"], .string, .general),
    AttributeDefinition(
      .metadataModificationDate, "metadataModificationDate", items: ["kMDItemAttributeChangeDate"],
      .date, .general),
    AttributeDefinition(
      .contentType, "contentType", items: ["kMDItemContentType"], .string, .general),
    AttributeDefinition(
      .contentTypeTree, "contentTypeTree", items: ["kMDItemContentTypeTree"], .strings, .general),
    AttributeDefinition(
      .keywords, "keywords", items: ["kMDItemKeywords"], .strings, .general, scope: .metadata),
    AttributeDefinition(
      .title, "title", items: ["kMDItemTitle"], .string, .general, scope: .metadata),
    AttributeDefinition(.version, "version", items: ["kMDItemVersion"], .string, .general),
    AttributeDefinition(
      .userCreated, "userCreated", items: ["kMDItemUserCreated"], .boolean, .general),
    AttributeDefinition(.userOwned, "userOwned", items: ["kMDItemUserOwned"], .boolean, .general),
    AttributeDefinition(
      .userCurated, "userCurated", items: ["kMDItemUserCurated"], .boolean, .general),
    AttributeDefinition(
      .rankingHint, "rankingHint", items: ["kMDItemRankingHint"], .number, .general),
    AttributeDefinition(
      .domainIdentifier, "domainIdentifier", items: ["kMDItemDomainIdentifier"], .string, .general),
    AttributeDefinition(
      .textContentSummary, "textContentSummary", items: [], .string, .general, scope: .text,
      isSettable: false),
    AttributeDefinition(
      .transcribedTextContent, "transcribedTextContent", items: [], .string, .general,
      scope: .text),
    AttributeDefinition(
      .supportsPhoneCall, "supportsPhoneCall", items: ["kMDItemSupportsPhoneCall"], .boolean,
      .actionExtras),
    AttributeDefinition(
      .supportsNavigation, "supportsNavigation", items: ["kMDItemSupportsNavigation"], .boolean,
      .actionExtras),
    AttributeDefinition(
      .actionIdentifiers, "actionIdentifiers", items: ["kMDItemActionIdentifiers"], .strings,
      .actionExtras),
    AttributeDefinition(
      .sharedItemContentType, "sharedItemContentType", items: ["kMDItemSharedItemContentType"],
      .type, .actionExtras),
    AttributeDefinition(
      .containerTitle, "containerTitle", items: ["kMDItemContainerTitle"], .string, .containment,
      scope: .metadata),
    AttributeDefinition(
      .containerDisplayName, "containerDisplayName", items: ["kMDItemContainerDisplayName"],
      .string, .containment, scope: .metadata),
    AttributeDefinition(
      .containerIdentifier, "containerIdentifier", items: ["kMDItemContainerIdentifier"], .string,
      .containment),
    AttributeDefinition(
      .containerOrder, "containerOrder", items: ["kMDItemContainerOrder"], .number, .containment),
    AttributeDefinition(
      .providerDataTypeIdentifiers, "providerDataTypeIdentifiers",
      items: ["kMDItemProviderDataTypes"], .strings, .itemProvider),
    AttributeDefinition(
      .providerFileTypeIdentifiers, "providerFileTypeIdentifiers",
      items: ["kMDItemProviderFileTypes"], .strings, .itemProvider),
    AttributeDefinition(
      .providerInPlaceFileTypeIdentifiers, "providerInPlaceFileTypeIdentifiers",
      items: ["kMDItemProviderInPlaceFileTypes"], .strings, .itemProvider),
    AttributeDefinition(
      .subject, "subject", items: ["kMDItemSubject"], .string, .documents, scope: .metadata),
    AttributeDefinition(
      .theme, "theme", items: ["kMDItemTheme"], .string, .documents, scope: .metadata),
    AttributeDefinition(
      .contentDescription, "contentDescription", items: ["kMDItemDescription"], .string, .documents,
      scope: .metadata),
    AttributeDefinition(
      .identifier, "identifier", items: ["kMDItemIdentifier"], .string, .documents,
      scope: .metadata),
    AttributeDefinition(
      .audiences, "audiences", items: ["kMDItemAudiences"], .strings, .documents, scope: .metadata),
    AttributeDefinition(.fileSize, "fileSize", items: ["kMDItemFileSize"], .number, .documents),
    AttributeDefinition(
      .pageCount, "pageCount", items: ["kMDItemNumberOfPages"], .number, .documents),
    AttributeDefinition(.pageWidth, "pageWidth", items: ["kMDItemPageWidth"], .number, .documents),
    AttributeDefinition(
      .pageHeight, "pageHeight", items: ["kMDItemPageHeight"], .number, .documents),
    AttributeDefinition(
      .securityMethod, "securityMethod", items: ["kMDItemSecurityMethod"], .string, .documents),
    AttributeDefinition(
      .creator, "creator", items: ["kMDItemCreator"], .string, .documents, scope: .metadata),
    AttributeDefinition(
      .encodingApplications, "encodingApplications", items: ["kMDItemEncodingApplications"],
      .strings, .documents),
    AttributeDefinition(
      .kind, "kind", items: ["kMDItemKind"], .string, .documents, scope: .metadata),
    AttributeDefinition(
      .fontNames, "fontNames", items: ["kMDItemFonts"], .strings, .documents, scope: .metadata),
    AttributeDefinition(.dueDate, "dueDate", items: ["kMDItemDueDate"], .date, .events),
    AttributeDefinition(
      .completionDate, "completionDate", items: ["kMDItemCompletionDate"], .date, .events),
    AttributeDefinition(.startDate, "startDate", items: ["kMDItemStartDate"], .date, .events),
    AttributeDefinition(.endDate, "endDate", items: ["kMDItemEndDate"], .date, .events),
    AttributeDefinition(
      .importantDates, "importantDates", items: ["kMDItemImportantDates"], .dates, .events),
    AttributeDefinition(
      .allDay, "allDay", items: ["kMDItemFullDay", "kMDItemIsAllDay"], .boolean, .events),
    AttributeDefinition(
      .pixelHeight, "pixelHeight", items: ["kMDItemPixelHeight"], .number, .images),
    AttributeDefinition(.pixelWidth, "pixelWidth", items: ["kMDItemPixelWidth"], .number, .images),
    AttributeDefinition(.pixelCount, "pixelCount", items: ["kMDItemPixelCount"], .number, .images),
    AttributeDefinition(.colorSpace, "colorSpace", items: ["kMDItemColorSpace"], .string, .images),
    AttributeDefinition(
      .bitsPerSample, "bitsPerSample", items: ["kMDItemBitsPerSample"], .number, .images),
    AttributeDefinition(.flashOn, "flashOn", items: ["kMDItemFlashOnOff"], .boolean, .images),
    AttributeDefinition(
      .focalLength, "focalLength", items: ["kMDItemFocalLength"], .number, .images),
    AttributeDefinition(
      .focalLength35mm, "focalLength35mm", items: ["kMDItemFocalLength35mm"], .boolean, .images),
    AttributeDefinition(
      .acquisitionMake, "acquisitionMake", items: ["kMDItemAcquisitionMake"], .string, .images,
      scope: .metadata),
    AttributeDefinition(
      .acquisitionModel, "acquisitionModel", items: ["kMDItemAcquisitionModel"], .string, .images,
      scope: .metadata),
    AttributeDefinition(
      .cameraOwner, "cameraOwner", items: ["kMDItemCameraOwner"], .string, .images,
      scope: .metadata),
    AttributeDefinition(
      .lensModel, "lensModel", items: ["kMDItemLensModel"], .string, .images, scope: .metadata),
    AttributeDefinition(
      .isoSpeed, "isoSpeed", objectiveC: "ISOSpeed", items: ["kMDItemISOSpeed"], .number, .images),
    AttributeDefinition(
      .orientation, "orientation", items: ["kMDItemOrientation"], .number, .images),
    AttributeDefinition(
      .layerNames, "layerNames", items: ["kMDItemLayerNames"], .strings, .images, scope: .metadata),
    AttributeDefinition(
      .whiteBalance, "whiteBalance", items: ["kMDItemWhiteBalance"], .number, .images),
    AttributeDefinition(.aperture, "aperture", items: ["kMDItemAperture"], .number, .images),
    AttributeDefinition(
      .profileName, "profileName", items: ["kMDItemProfileName"], .string, .images),
    AttributeDefinition(
      .resolutionWidthDPI, "resolutionWidthDPI", items: ["kMDItemResolutionWidthDPI"], .number,
      .images),
    AttributeDefinition(
      .resolutionHeightDPI, "resolutionHeightDPI", items: ["kMDItemResolutionHeightDPI"], .number,
      .images),
    AttributeDefinition(
      .exposureMode, "exposureMode", items: ["kMDItemExposureMode"], .number, .images),
    AttributeDefinition(
      .exposureTime, "exposureTime", items: ["kMDItemExposureTimeSeconds"], .number, .images),
    AttributeDefinition(
      .exifVersion, "exifVersion", objectiveC: "EXIFVersion", items: ["kMDItemEXIFVersion"],
      .string, .images),
    AttributeDefinition(
      .exifgpsVersion, "exifgpsVersion", objectiveC: "EXIFGPSVersion",
      items: ["kMDItemEXIFGPSVersion"], .string, .images),
    AttributeDefinition(
      .hasAlphaChannel, "hasAlphaChannel", items: ["kMDItemHasAlphaChannel"], .boolean, .images),
    AttributeDefinition(.redEyeOn, "redEyeOn", items: ["kMDItemRedEyeOnOff"], .boolean, .images),
    AttributeDefinition(
      .meteringMode, "meteringMode", items: ["kMDItemMeteringMode"], .string, .images),
    AttributeDefinition(
      .maxAperture, "maxAperture", items: ["kMDItemMaxAperture"], .number, .images),
    AttributeDefinition(.fNumber, "fNumber", items: ["kMDItemFNumber"], .number, .images),
    AttributeDefinition(
      .exposureProgram, "exposureProgram", items: ["kMDItemExposureProgram"], .string, .images),
    AttributeDefinition(
      .exposureTimeString, "exposureTimeString", items: ["kMDItemExposureTimeString"], .string,
      .images),
    AttributeDefinition(
      .editors, "editors", items: ["kMDItemEditors"], .strings, .media, scope: .metadata),
    AttributeDefinition(
      .participants, "participants", items: ["kMDItemParticipants"], .strings, .media,
      scope: .metadata),
    AttributeDefinition(
      .projects, "projects", items: ["kMDItemProjects"], .strings, .media, scope: .metadata),
    AttributeDefinition(
      .contentSources, "contentSources", items: ["kMDItemWhereFroms"], .strings, .media),
    AttributeDefinition(
      .comment, "comment", items: ["kMDItemComment"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .copyright, "copyright", items: ["kMDItemCopyright"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .lastUsedDate, "lastUsedDate", items: ["kMDItemLastUsedDate"], .date, .media),
    AttributeDefinition(
      .contentCreationDate, "contentCreationDate", items: ["kMDItemContentCreationDate"], .date,
      .media),
    AttributeDefinition(
      .contentModificationDate, "contentModificationDate",
      items: ["kMDItemContentModificationDate"], .date, .media),
    AttributeDefinition(.addedDate, "addedDate", items: ["kMDItemDateAdded"], .date, .media),
    AttributeDefinition(
      .downloadedDate, "downloadedDate", items: ["kMDItemDownloadedDate"], .date, .media),
    AttributeDefinition(.duration, "duration", items: ["kMDItemDurationSeconds"], .number, .media),
    AttributeDefinition(
      .contactKeywords, "contactKeywords", items: ["kMDItemContactKeywords"], .strings, .media,
      scope: .metadata),
    AttributeDefinition(.codecs, "codecs", items: ["kMDItemCodecs"], .strings, .media),
    AttributeDefinition(.mediaTypes, "mediaTypes", items: ["kMDItemMediaTypes"], .strings, .media),
    AttributeDefinition(.streamable, "streamable", items: ["kMDItemStreamable"], .boolean, .media),
    AttributeDefinition(
      .totalBitRate, "totalBitRate", items: ["kMDItemTotalBitRate"], .number, .media),
    AttributeDefinition(
      .videoBitRate, "videoBitRate", items: ["kMDItemVideoBitRate"], .number, .media),
    AttributeDefinition(
      .audioBitRate, "audioBitRate", items: ["kMDItemAudioBitRate"], .number, .media),
    AttributeDefinition(
      .deliveryType, "deliveryType", items: ["kMDItemDeliveryType"], .number, .media),
    AttributeDefinition(
      .organizations, "organizations", items: ["kMDItemOrganizations"], .strings, .media,
      scope: .metadata),
    AttributeDefinition(.role, "role", items: ["kMDItemRole"], .string, .media, scope: .metadata),
    AttributeDefinition(.languages, "languages", items: ["kMDItemLanguages"], .strings, .media),
    AttributeDefinition(
      .rights, "rights", items: ["kMDItemRights"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .publishers, "publishers", items: ["kMDItemPublishers"], .strings, .media, scope: .metadata),
    AttributeDefinition(
      .contributors, "contributors", items: ["kMDItemContributors"], .strings, .media,
      scope: .metadata),
    AttributeDefinition(
      .coverage, "coverage", items: ["kMDItemCoverage"], .strings, .media, scope: .metadata),
    AttributeDefinition(.rating, "rating", items: ["kMDItemStarRating"], .number, .media),
    AttributeDefinition(
      .ratingDescription, "ratingDescription", items: ["kMDItemRatingDescription"], .string, .media,
      scope: .metadata),
    AttributeDefinition(.playCount, "playCount", items: ["kMDItemPlayCount"], .number, .media),
    AttributeDefinition(
      .information, "information", items: ["kMDItemInformation"], .string, .media,
      scope: .metadata),
    AttributeDefinition(
      .director, "director", items: ["kMDItemDirector"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .producer, "producer", items: ["kMDItemProducer"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .genre, "genre", items: ["kMDItemGenre"], .string, .media, scope: .metadata),
    AttributeDefinition(
      .performers, "performers", items: ["kMDItemPerformers"], .strings, .media, scope: .metadata),
    AttributeDefinition(
      .originalFormat, "originalFormat", items: ["kMDItemOriginalFormat"], .string, .media,
      scope: .metadata),
    AttributeDefinition(
      .originalSource, "originalSource", items: ["kMDItemOriginalSource"], .string, .media,
      scope: .metadata),
    AttributeDefinition(.local, "local", items: ["kMDItemIsLocal"], .boolean, .media),
    AttributeDefinition(
      .contentRating, "contentRating", items: ["kMDItemContentRating"], .boolean, .media),
    AttributeDefinition(.url, "url", objectiveC: "URL", items: ["kMDItemURL"], .url, .media),
    AttributeDefinition(
      .audioSampleRate, "audioSampleRate", items: ["kMDItemAudioSampleRate"], .number, .music),
    AttributeDefinition(
      .audioChannelCount, "audioChannelCount", items: ["kMDItemAudioChannelCount"], .number,
      .music),
    AttributeDefinition(.tempo, "tempo", items: ["kMDItemTempo"], .number, .music),
    AttributeDefinition(
      .keySignature, "keySignature", items: ["kMDItemKeySignature"], .string, .music),
    AttributeDefinition(
      .timeSignature, "timeSignature", items: ["kMDItemTimeSignature"], .string, .music),
    AttributeDefinition(
      .audioEncodingApplication, "audioEncodingApplication",
      items: ["kMDItemAudioEncodingApplication"], .string, .music),
    AttributeDefinition(
      .composer, "composer", items: ["kMDItemComposer"], .string, .music, scope: .metadata),
    AttributeDefinition(
      .lyricist, "lyricist", items: ["kMDItemLyricist"], .string, .music, scope: .metadata),
    AttributeDefinition(
      .album, "album", items: ["kMDItemAlbum"], .string, .music, scope: .metadata),
    AttributeDefinition(
      .artist, "artist", items: ["kMDItemArtist"], .string, .music, scope: .metadata),
    AttributeDefinition(
      .audioTrackNumber, "audioTrackNumber", items: ["kMDItemAudioTrackNumber"], .number, .music),
    AttributeDefinition(
      .recordingDate, "recordingDate", items: ["kMDItemRecordingDate"], .date, .music),
    AttributeDefinition(
      .musicalGenre, "musicalGenre", items: ["kMDItemMusicalGenre"], .string, .music,
      scope: .metadata),
    AttributeDefinition(
      .generalMIDISequence, "generalMIDISequence", items: ["kMDItemIsGeneralMIDISequence"],
      .boolean, .music),
    AttributeDefinition(
      .musicalInstrumentCategory, "musicalInstrumentCategory",
      items: ["kMDItemMusicalInstrumentCategory"], .string, .music, scope: .metadata),
    AttributeDefinition(
      .musicalInstrumentName, "musicalInstrumentName", items: ["kMDItemMusicalInstrumentName"],
      .string, .music, scope: .metadata),
    AttributeDefinition(
      .accountIdentifier, "accountIdentifier", items: ["kMDItemAccountIdentifier"], .string,
      .messaging),
    AttributeDefinition(
      .accountHandles, "accountHandles", items: ["kMDItemAccountHandles"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .htmlContentData, "htmlContentData", objectiveC: "HTMLContentData",
      items: ["kMDItemHTMLContentData"], .data, .messaging, scope: .text),
    AttributeDefinition(
      .textContent, "textContent", items: ["kMDItemTextContent"], .string, .messaging,
      scope: .text),
    AttributeDefinition(
      .authors, "authors", items: ["kMDItemAuthorPersons"], .people, .messaging, scope: .metadata),
    AttributeDefinition(
      .primaryRecipients, "primaryRecipients", items: ["kMDItemPrimaryRecipientPersons"], .people,
      .messaging, scope: .metadata),
    AttributeDefinition(
      .additionalRecipients, "additionalRecipients", items: ["kMDItemAdditionalRecipientPersons"],
      .people, .messaging, scope: .metadata),
    AttributeDefinition(
      .hiddenAdditionalRecipients, "hiddenAdditionalRecipients",
      items: ["kMDItemHiddenAdditionalRecipientPersons"], .people, .messaging, scope: .metadata),
    AttributeDefinition(
      .emailHeaders, "emailHeaders", items: ["kMDItemEmailHeadersDictionary"], .headers,
      .messaging),
    AttributeDefinition(
      .mailboxIdentifiers, "mailboxIdentifiers", items: ["kMDItemMailboxes"], .strings, .messaging),
    AttributeDefinition(
      .authorNames, "authorNames", items: ["kMDItemAuthors"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .recipientNames, "recipientNames", items: ["kMDItemRecipients"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .authorEmailAddresses, "authorEmailAddresses", items: ["kMDItemAuthorEmailAddresses"],
      .strings, .messaging, scope: .metadata),
    AttributeDefinition(
      .recipientEmailAddresses, "recipientEmailAddresses",
      items: ["kMDItemRecipientEmailAddresses"], .strings, .messaging, scope: .metadata),
    AttributeDefinition(
      .authorAddresses, "authorAddresses", items: ["kMDItemAuthorAddresses"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .recipientAddresses, "recipientAddresses", items: ["kMDItemRecipientAddresses"], .strings,
      .messaging, scope: .metadata),
    AttributeDefinition(
      .phoneNumbers, "phoneNumbers", items: ["kMDItemPhoneNumbers"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .emailAddresses, "emailAddresses", items: ["kMDItemEmailAddresses"], .strings, .messaging,
      scope: .metadata),
    AttributeDefinition(
      .instantMessageAddresses, "instantMessageAddresses",
      items: ["kMDItemInstantMessageAddresses"], .strings, .messaging, scope: .metadata),
    AttributeDefinition(
      .likelyJunk, "likelyJunk", items: ["kMDItemIsLikelyJunk"], .boolean, .messaging),
    AttributeDefinition(
      .isPriority, "isPriority", items: [], .boolean, .messaging, isSettable: false),
    AttributeDefinition(
      .headline, "headline", items: ["kMDItemHeadline"], .string, .places, scope: .metadata),
    AttributeDefinition(
      .instructions, "instructions", items: ["kMDItemInstructions"], .string, .places,
      scope: .metadata),
    AttributeDefinition(
      .thoroughfare, "thoroughfare", items: ["kMDItemThoroughfare"], .string, .places,
      scope: .metadata),
    AttributeDefinition(
      .subThoroughfare, "subThoroughfare", items: ["kMDItemSubThoroughfare"], .string, .places,
      scope: .metadata),
    AttributeDefinition(
      .postalCode, "postalCode", items: ["kMDItemPostalCode"], .string, .places, scope: .metadata),
    AttributeDefinition(.city, "city", items: ["kMDItemCity"], .string, .places, scope: .metadata),
    AttributeDefinition(
      .stateOrProvince, "stateOrProvince", items: ["kMDItemStateOrProvince"], .string, .places,
      scope: .metadata),
    AttributeDefinition(
      .country, "country", items: ["kMDItemCountry"], .string, .places, scope: .metadata),
    AttributeDefinition(
      .fullyFormattedAddress, "fullyFormattedAddress", items: ["kMDItemFullyFormattedAddress"],
      .string, .places, scope: .metadata),
    AttributeDefinition(.altitude, "altitude", items: ["kMDItemAltitude"], .number, .places),
    AttributeDefinition(.latitude, "latitude", items: ["kMDItemLatitude"], .number, .places),
    AttributeDefinition(.longitude, "longitude", items: ["kMDItemLongitude"], .number, .places),
    AttributeDefinition(.speed, "speed", items: ["kMDItemSpeed"], .number, .places),
    AttributeDefinition(.timestamp, "timestamp", items: ["kMDItemTimestamp"], .date, .places),
    AttributeDefinition(
      .imageDirection, "imageDirection", items: ["kMDItemImageDirection"], .number, .places),
    AttributeDefinition(
      .namedLocation, "namedLocation", items: ["kMDItemNamedLocation"], .string, .places,
      scope: .metadata),
    AttributeDefinition(
      .gpsTrack, "gpsTrack", objectiveC: "GPSTrack", items: ["kMDItemGPSTrack"], .number, .places),
    AttributeDefinition(
      .gpsStatus, "gpsStatus", objectiveC: "GPSStatus", items: ["kMDItemGPSStatus"], .string,
      .places),
    AttributeDefinition(
      .gpsMeasureMode, "gpsMeasureMode", objectiveC: "GPSMeasureMode",
      items: ["kMDItemGPSMeasureMode"], .string, .places),
    AttributeDefinition(
      .gpsdop, "gpsdop", objectiveC: "GPSDOP", items: ["kMDItemGPSDOP"], .number, .places),
    AttributeDefinition(
      .gpsMapDatum, "gpsMapDatum", objectiveC: "GPSMapDatum", items: ["kMDItemGPSMapDatum"],
      .string, .places),
    AttributeDefinition(
      .gpsDestLatitude, "gpsDestLatitude", objectiveC: "GPSDestLatitude",
      items: ["kMDItemGPSDestLatitude"], .number, .places),
    AttributeDefinition(
      .gpsDestLongitude, "gpsDestLongitude", objectiveC: "GPSDestLongitude",
      items: ["kMDItemGPSDestLongitude"], .number, .places),
    AttributeDefinition(
      .gpsDestBearing, "gpsDestBearing", objectiveC: "GPSDestBearing",
      items: ["kMDItemGPSDestBearing"], .number, .places),
    AttributeDefinition(
      .gpsDestDistance, "gpsDestDistance", objectiveC: "GPSDestDistance",
      items: ["kMDItemGPSDestDistance"], .number, .places),
    AttributeDefinition(
      .gpsProcessingMethod, "gpsProcessingMethod", objectiveC: "GPSProcessingMethod",
      items: ["kMDItemGPSProcessingMethod"], .string, .places),
    AttributeDefinition(
      .gpsAreaInformation, "gpsAreaInformation", objectiveC: "GPSAreaInformation",
      items: ["kMDItemGPSAreaInformation"], .string, .places, scope: .metadata),
    AttributeDefinition(
      .gpsDateStamp, "gpsDateStamp", objectiveC: "GPSDateStamp", items: ["kMDItemGPSDateStamp"],
      .date, .places),
    AttributeDefinition(
      .gpsDifferental, "gpsDifferental", objectiveC: "GPSDifferental",
      items: ["kMDItemGPSDifferental"], .number, .places),
  ]
}

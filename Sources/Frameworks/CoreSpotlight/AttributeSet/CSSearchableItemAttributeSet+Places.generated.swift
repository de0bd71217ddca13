// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Places

extension CSSearchableItemAttributeSet {
  /// A synopsis of the content in one publishable line.
  public var headline: String? {
    get { self[string: .headline] }
    set { self[string: .headline] = newValue }
  }

  /// Notes on use, such as an embargo.
  public var instructions: String? {
    get { self[string: .instructions] }
    set { self[string: .instructions] = newValue }
  }

  /// The name of the street.
  public var thoroughfare: String? {
    get { self[string: .thoroughfare] }
    set { self[string: .thoroughfare] = newValue }
  }

  /// The number in the street or the like.
  public var subThoroughfare: String? {
    get { self[string: .subThoroughfare] }
    set { self[string: .subThoroughfare] = newValue }
  }

  /// The postal code.
  public var postalCode: String? {
    get { self[string: .postalCode] }
    set { self[string: .postalCode] = newValue }
  }

  /// The city.
  public var city: String? {
    get { self[string: .city] }
    set { self[string: .city] = newValue }
  }

  /// The state or province.
  public var stateOrProvince: String? {
    get { self[string: .stateOrProvince] }
    set { self[string: .stateOrProvince] = newValue }
  }

  /// The full name of the country or region.
  public var country: String? {
    get { self[string: .country] }
    set { self[string: .country] = newValue }
  }

  /// The whole address as text, which location suggestions need.
  public var fullyFormattedAddress: String? {
    get { self[string: .fullyFormattedAddress] }
    set { self[string: .fullyFormattedAddress] = newValue }
  }

  /// Metres above sea level, in WGS 84.
  public var altitude: NSNumber? {
    get { self[number: .altitude] }
    set { self[number: .altitude] = newValue }
  }

  /// Degrees north, in WGS 84.
  public var latitude: NSNumber? {
    get { self[number: .latitude] }
    set { self[number: .latitude] = newValue }
  }

  /// Degrees east, in WGS 84.
  public var longitude: NSNumber? {
    get { self[number: .longitude] }
    set { self[number: .longitude] = newValue }
  }

  /// The speed in kilometres per hour.
  public var speed: NSNumber? {
    get { self[number: .speed] }
    set { self[number: .speed] = newValue }
  }

  /// When the recorded event took place.
  public var timestamp: Date? {
    get { self[date: .timestamp] }
    set { self[date: .timestamp] = newValue }
  }

  /// Where the camera looked, in degrees from true north.
  public var imageDirection: NSNumber? {
    get { self[number: .imageDirection] }
    set { self[number: .imageDirection] = newValue }
  }

  /// The name of the place, which location suggestions need.
  public var namedLocation: String? {
    get { self[string: .namedLocation] }
    set { self[string: .namedLocation] = newValue }
  }

  /// The direction of travel in degrees from true north.
  public var gpsTrack: NSNumber? {
    get { self[number: .gpsTrack] }
    set { self[number: .gpsTrack] = newValue }
  }

  /// The status of the receiver.
  public var gpsStatus: String? {
    get { self[string: .gpsStatus] }
    set { self[string: .gpsStatus] = newValue }
  }

  /// How the position was measured.
  public var gpsMeasureMode: String? {
    get { self[string: .gpsMeasureMode] }
    set { self[string: .gpsMeasureMode] = newValue }
  }

  /// The dilution of precision.
  public var gpsdop: NSNumber? {
    get { self[number: .gpsdop] }
    set { self[number: .gpsdop] = newValue }
  }

  /// The survey datum in use.
  public var gpsMapDatum: String? {
    get { self[string: .gpsMapDatum] }
    set { self[string: .gpsMapDatum] = newValue }
  }

  /// The latitude of the destination.
  public var gpsDestLatitude: NSNumber? {
    get { self[number: .gpsDestLatitude] }
    set { self[number: .gpsDestLatitude] = newValue }
  }

  /// The longitude of the destination.
  public var gpsDestLongitude: NSNumber? {
    get { self[number: .gpsDestLongitude] }
    set { self[number: .gpsDestLongitude] = newValue }
  }

  /// The bearing to the destination.
  public var gpsDestBearing: NSNumber? {
    get { self[number: .gpsDestBearing] }
    set { self[number: .gpsDestBearing] = newValue }
  }

  /// The distance to the destination.
  public var gpsDestDistance: NSNumber? {
    get { self[number: .gpsDestDistance] }
    set { self[number: .gpsDestDistance] = newValue }
  }

  /// The method used to find the position.
  public var gpsProcessingMethod: String? {
    get { self[string: .gpsProcessingMethod] }
    set { self[string: .gpsProcessingMethod] = newValue }
  }

  /// The name of the area.
  public var gpsAreaInformation: String? {
    get { self[string: .gpsAreaInformation] }
    set { self[string: .gpsAreaInformation] = newValue }
  }

  /// When the position was fixed.
  public var gpsDateStamp: Date? {
    get { self[date: .gpsDateStamp] }
    set { self[date: .gpsDateStamp] = newValue }
  }

  /// The differential correction; the spelling is that of the original API.
  public var gpsDifferental: NSNumber? {
    get { self[number: .gpsDifferental] }
    set { self[number: .gpsDifferental] = newValue }
  }
}

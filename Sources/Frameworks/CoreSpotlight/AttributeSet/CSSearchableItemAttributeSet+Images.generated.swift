// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Images

extension CSSearchableItemAttributeSet {
  /// The height of the picture or video frame in pixels.
  public var pixelHeight: NSNumber? {
    get { self[number: .pixelHeight] }
    set { self[number: .pixelHeight] = newValue }
  }

  /// The width of the picture or video frame in pixels.
  public var pixelWidth: NSNumber? {
    get { self[number: .pixelWidth] }
    set { self[number: .pixelWidth] = newValue }
  }

  /// The total number of pixels.
  public var pixelCount: NSNumber? {
    get { self[number: .pixelCount] }
    set { self[number: .pixelCount] = newValue }
  }

  /// The colour model, such as RGB.
  public var colorSpace: String? {
    get { self[string: .colorSpace] }
    set { self[string: .colorSpace] = newValue }
  }

  /// The bits in one image or audio sample.
  public var bitsPerSample: NSNumber? {
    get { self[number: .bitsPerSample] }
    set { self[number: .bitsPerSample] = newValue }
  }

  /// Whether the flash fired.
  public var flashOn: NSNumber? {
    get { self[boolean: .flashOn] }
    set { self[boolean: .flashOn] = newValue }
  }

  /// The focal length of the lens in millimetres.
  public var focalLength: NSNumber? {
    get { self[number: .focalLength] }
    set { self[number: .focalLength] = newValue }
  }

  /// Whether the focal length is 35 mm; some apps put an equivalent length here.
  public var focalLength35mm: NSNumber? {
    get { self[boolean: .focalLength35mm] }
    set { self[boolean: .focalLength35mm] = newValue }
  }

  /// The maker of the device that took the picture.
  public var acquisitionMake: String? {
    get { self[string: .acquisitionMake] }
    set { self[string: .acquisitionMake] = newValue }
  }

  /// The model of the device that took the picture.
  public var acquisitionModel: String? {
    get { self[string: .acquisitionModel] }
    set { self[string: .acquisitionModel] = newValue }
  }

  /// The owner of the camera.
  public var cameraOwner: String? {
    get { self[string: .cameraOwner] }
    set { self[string: .cameraOwner] = newValue }
  }

  /// The model of the lens.
  public var lensModel: String? {
    get { self[string: .lensModel] }
    set { self[string: .lensModel] = newValue }
  }

  /// The ISO speed used.
  public var isoSpeed: NSNumber? {
    get { self[number: .isoSpeed] }
    set { self[number: .isoSpeed] = newValue }
  }

  /// How the picture lies: 0 landscape, 1 portrait.
  public var orientation: NSNumber? {
    get { self[number: .orientation] }
    set { self[number: .orientation] = newValue }
  }

  /// The names of the layers in the file.
  public var layerNames: [String]? {
    get { self[strings: .layerNames] }
    set { self[strings: .layerNames] = newValue }
  }

  /// How white balance was set: 0 automatic, 1 manual.
  public var whiteBalance: NSNumber? {
    get { self[number: .whiteBalance] }
    set { self[number: .whiteBalance] = newValue }
  }

  /// The aperture as an APEX value.
  public var aperture: NSNumber? {
    get { self[number: .aperture] }
    set { self[number: .aperture] = newValue }
  }

  /// The name of the colour profile.
  public var profileName: String? {
    get { self[string: .profileName] }
    set { self[string: .profileName] = newValue }
  }

  /// The horizontal resolution in dots per inch.
  public var resolutionWidthDPI: NSNumber? {
    get { self[number: .resolutionWidthDPI] }
    set { self[number: .resolutionWidthDPI] = newValue }
  }

  /// The vertical resolution in dots per inch.
  public var resolutionHeightDPI: NSNumber? {
    get { self[number: .resolutionHeightDPI] }
    set { self[number: .resolutionHeightDPI] = newValue }
  }

  /// How exposure was set: 0 automatic, 1 manual, 2 automatic bracketing.
  public var exposureMode: NSNumber? {
    get { self[number: .exposureMode] }
    set { self[number: .exposureMode] = newValue }
  }

  /// How long the shutter was open, in seconds.
  public var exposureTime: NSNumber? {
    get { self[number: .exposureTime] }
    set { self[number: .exposureTime] = newValue }
  }

  /// The version of the EXIF header.
  public var exifVersion: String? {
    get { self[string: .exifVersion] }
    set { self[string: .exifVersion] = newValue }
  }

  /// The version of the EXIF header of the position.
  public var exifgpsVersion: String? {
    get { self[string: .exifgpsVersion] }
    set { self[string: .exifgpsVersion] = newValue }
  }

  /// Whether the picture has transparency.
  public var hasAlphaChannel: NSNumber? {
    get { self[boolean: .hasAlphaChannel] }
    set { self[boolean: .hasAlphaChannel] = newValue }
  }

  /// Whether red-eye reduction was used.
  public var redEyeOn: NSNumber? {
    get { self[boolean: .redEyeOn] }
    set { self[boolean: .redEyeOn] = newValue }
  }

  /// How light was metered.
  public var meteringMode: String? {
    get { self[string: .meteringMode] }
    set { self[string: .meteringMode] = newValue }
  }

  /// The widest aperture of the lens as an APEX value.
  public var maxAperture: NSNumber? {
    get { self[number: .maxAperture] }
    set { self[number: .maxAperture] = newValue }
  }

  /// The focal length divided by the diameter of the aperture.
  public var fNumber: NSNumber? {
    get { self[number: .fNumber] }
    set { self[number: .fNumber] = newValue }
  }

  /// The exposure program of the camera.
  public var exposureProgram: String? {
    get { self[string: .exposureProgram] }
    set { self[string: .exposureProgram] = newValue }
  }

  /// The exposure time as text, such as 1/250.
  public var exposureTimeString: String? {
    get { self[string: .exposureTimeString] }
    set { self[string: .exposureTimeString] = newValue }
  }
}

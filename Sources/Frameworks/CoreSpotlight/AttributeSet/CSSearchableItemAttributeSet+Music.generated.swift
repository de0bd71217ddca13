// Written by Scripts/generate_attributes.py from Data/attributes.tsv; do not edit.

public import Foundation
import FresnelModel

// MARK: - Music

extension CSSearchableItemAttributeSet {
  /// The sample rate in hertz.
  public var audioSampleRate: NSNumber? {
    get { self[number: .audioSampleRate] }
    set { self[number: .audioSampleRate] = newValue }
  }

  /// The number of audio channels.
  public var audioChannelCount: NSNumber? {
    get { self[number: .audioChannelCount] }
    set { self[number: .audioChannelCount] = newValue }
  }

  /// The beats per minute.
  public var tempo: NSNumber? {
    get { self[number: .tempo] }
    set { self[number: .tempo] = newValue }
  }

  /// The musical key.
  public var keySignature: String? {
    get { self[string: .keySignature] }
    set { self[string: .keySignature] = newValue }
  }

  /// The time signature.
  public var timeSignature: String? {
    get { self[string: .timeSignature] }
    set { self[string: .timeSignature] = newValue }
  }

  /// The program that encoded the sound.
  public var audioEncodingApplication: String? {
    get { self[string: .audioEncodingApplication] }
    set { self[string: .audioEncodingApplication] = newValue }
  }

  /// The composer.
  public var composer: String? {
    get { self[string: .composer] }
    set { self[string: .composer] = newValue }
  }

  /// The writer of the words.
  public var lyricist: String? {
    get { self[string: .lyricist] }
    set { self[string: .lyricist] = newValue }
  }

  /// The title of the album or collection.
  public var album: String? {
    get { self[string: .album] }
    set { self[string: .album] = newValue }
  }

  /// The artist.
  public var artist: String? {
    get { self[string: .artist] }
    set { self[string: .artist] = newValue }
  }

  /// The track number on the album.
  public var audioTrackNumber: NSNumber? {
    get { self[number: .audioTrackNumber] }
    set { self[number: .audioTrackNumber] = newValue }
  }

  /// When the music was first recorded.
  public var recordingDate: Date? {
    get { self[date: .recordingDate] }
    set { self[date: .recordingDate] = newValue }
  }

  /// The musical genre.
  public var musicalGenre: String? {
    get { self[string: .musicalGenre] }
    set { self[string: .musicalGenre] = newValue }
  }

  /// Whether the sequence is set up for General MIDI.
  public var generalMIDISequence: NSNumber? {
    get { self[boolean: .generalMIDISequence] }
    set { self[boolean: .generalMIDISequence] = newValue }
  }

  /// The family of the instrument.
  public var musicalInstrumentCategory: String? {
    get { self[string: .musicalInstrumentCategory] }
    set { self[string: .musicalInstrumentCategory] = newValue }
  }

  /// The instrument inside its family.
  public var musicalInstrumentName: String? {
    get { self[string: .musicalInstrumentName] }
    set { self[string: .musicalInstrumentName] = newValue }
  }
}

#include "CExpat.h"

#include <expat.h>

typedef struct reading {
  XML_Parser parser;
  const fresnel_xml_handlers *handlers;
  fresnel_xml_result result;
  uint32_t depth;
  uint32_t most_depth;
} reading;

static uint64_t line_of(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }

static uint64_t column_of(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }

// Stops at the present place. expat may still tell what it knows already, so the handlers look at the result.
static void stop(reading *reading, fresnel_xml_result result) {
  reading->result = result;
  XML_StopParser(reading->parser, XML_FALSE);
}

static void start(void *context, const XML_Char *name, const XML_Char **attributes) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  if (++reading->depth > reading->most_depth) {
    stop(reading, fresnel_xml_too_deep);
  } else if (!reading->handlers->start(
                 reading->handlers->context, name, (const char *const *)attributes,
                 line_of(reading->parser), column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void end(void *context, const XML_Char *name) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  reading->depth -= 1;
  if (!reading->handlers->end(
          reading->handlers->context, name, line_of(reading->parser),
          column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void text(void *context, const XML_Char *text, int count) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  if (!reading->handlers->text(
          reading->handlers->context, text, (size_t)count, line_of(reading->parser),
          column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void document_type(
    void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
    int has_subset) {
  (void)name, (void)system, (void)public, (void)has_subset;
  reading *reading = context;
  if (reading->result == fresnel_xml_done) {
    stop(reading, fresnel_xml_document_type);
  }
}

// Gives expat the text in pieces, because it looks at an unfinished tag anew with every one.
static void feed(reading *reading, const uint8_t *bytes, size_t count, size_t token) {
  static const size_t piece = 65536;
  size_t position = 0;
  do {
    size_t next = count - position < piece ? count - position : piece;
    bool is_last = position + next == count;
    enum XML_Status status =
        XML_Parse(reading->parser, (const char *)bytes + position, (int)next, is_last);
    position += next;
    if (status == XML_STATUS_ERROR) {
      if (reading->result == fresnel_xml_done) {
        reading->result = XML_GetErrorCode(reading->parser) == XML_ERROR_NO_MEMORY
                              ? fresnel_xml_no_memory
                              : fresnel_xml_malformed;
      }
      return;
    }
    // How much is not understood yet.
    XML_Index known = XML_GetCurrentByteIndex(reading->parser);
    if (!is_last && known >= 0 && position - (size_t)known > token + piece) {
      reading->result = fresnel_xml_too_long;
      return;
    }
  } while (position < count);
}

fresnel_xml_result fresnel_xml_read(
    const uint8_t *bytes, size_t count, uint32_t depth, size_t token,
    const fresnel_xml_handlers *handlers, fresnel_xml_end *place) {
  *place = (fresnel_xml_end){1, 0, "out of memory"};
  XML_Parser parser = XML_ParserCreateNS("UTF-8", FRESNEL_XML_SEPARATOR);
  if (parser == NULL) {
    return fresnel_xml_no_memory;
  }
  reading reading = {parser, handlers, fresnel_xml_done, 0, depth};
  XML_SetUserData(parser, &reading);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_SetStartDoctypeDeclHandler(parser, document_type);
  feed(&reading, bytes, count, token);
  place->line = line_of(parser);
  place->column = column_of(parser);
  const char *reason = XML_ErrorString(XML_GetErrorCode(parser));
  place->reason = reason == NULL ? "not well-formed" : reason;
  XML_ParserFree(parser);
  return reading.result;
}

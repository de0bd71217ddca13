#include <float.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "CICU.h"

enum { MAX_ZONE = 128 };

static UCalendar *open_calendar(const char *zone, const char *locale) {
  UErrorCode error = U_ZERO_ERROR;
  UChar units[MAX_ZONE];
  int32_t count = 0;
  if (zone != NULL) {
    u_strFromUTF8(units, MAX_ZONE, &count, zone, -1, &error);
    // A zone that does not fit is unknown, and unknown zones are GMT.
    if (U_FAILURE(error) || count == MAX_ZONE) {
      error = U_ZERO_ERROR;
      count = 3;
      u_strFromUTF8(units, MAX_ZONE, NULL, "GMT", -1, &error);
    }
  }
  UCalendar *calendar = ucal_open(zone == NULL ? NULL : units, count, locale, UCAL_GREGORIAN, &error);
  if (U_FAILURE(error)) return NULL;
  // ISO 8601 counts in the Gregorian calendar at all times.
  ucal_setGregorianChange(calendar, -DBL_MAX, &error);
  // Where clocks are set back over midnight, the day begins the first time it strikes.
  ucal_setAttribute(calendar, UCAL_REPEATED_WALL_TIME, UCAL_WALLTIME_FIRST);
  return calendar;
}

static void set_midnight(UCalendar *calendar) {
  ucal_set(calendar, UCAL_HOUR_OF_DAY, 0);
  ucal_set(calendar, UCAL_MINUTE, 0);
  ucal_set(calendar, UCAL_SECOND, 0);
  ucal_set(calendar, UCAL_MILLISECOND, 0);
}

static void move_to_start(UCalendar *calendar, int32_t unit, int32_t offset, UErrorCode *error) {
  // Noon exists on every day and never twice, so days are counted from noon to noon.
  ucal_set(calendar, UCAL_HOUR_OF_DAY, 12);
  switch (unit) {
    case FRESNEL_WEEK: {
      int32_t first = ucal_getAttribute(calendar, UCAL_FIRST_DAY_OF_WEEK);
      int32_t today = ucal_get(calendar, UCAL_DAY_OF_WEEK, error);
      ucal_add(calendar, UCAL_DATE, -((today - first + 7) % 7), error);
      ucal_add(calendar, UCAL_WEEK_OF_YEAR, offset, error);
      break;
    }
    case FRESNEL_MONTH:
      ucal_set(calendar, UCAL_DATE, 1);
      ucal_add(calendar, UCAL_MONTH, offset, error);
      break;
    case FRESNEL_YEAR:
      ucal_set(calendar, UCAL_MONTH, UCAL_JANUARY);
      ucal_set(calendar, UCAL_DATE, 1);
      ucal_add(calendar, UCAL_EXTENDED_YEAR, offset, error);
      break;
    default:
      ucal_add(calendar, UCAL_DATE, offset, error);
      break;
  }
  set_midnight(calendar);
}

bool fresnel_calendar_start(
  const char *zone, const char *locale, int32_t unit, double time, int32_t offset, double *start) {
  UErrorCode error = U_ZERO_ERROR;
  UCalendar *calendar = open_calendar(zone, locale);
  if (calendar == NULL) return false;
  ucal_setMillis(calendar, time, &error);
  move_to_start(calendar, unit, offset, &error);
  *start = ucal_getMillis(calendar, &error);
  ucal_close(calendar);
  return U_SUCCESS(error);
}

bool fresnel_calendar_time(
  const char *zone, int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute,
  int32_t second, double *time) {
  UErrorCode error = U_ZERO_ERROR;
  UCalendar *calendar = open_calendar(zone, "root");
  if (calendar == NULL) return false;
  ucal_clear(calendar);
  ucal_set(calendar, UCAL_EXTENDED_YEAR, year);
  ucal_set(calendar, UCAL_MONTH, month - 1);
  ucal_set(calendar, UCAL_DATE, day);
  ucal_set(calendar, UCAL_HOUR_OF_DAY, hour);
  ucal_set(calendar, UCAL_MINUTE, minute);
  ucal_set(calendar, UCAL_SECOND, second);
  *time = ucal_getMillis(calendar, &error);
  ucal_close(calendar);
  return U_SUCCESS(error);
}

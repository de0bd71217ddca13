#include "CGTK.h"

// What there is in a build without GTK: all links, and the program says that it was built so.

#ifndef FRESNEL_DESKTOP

int fresnel_gtk_start(const char *app_id, fresnel_event event, void *context) {
  (void)app_id, (void)event, (void)context;
  return FRESNEL_GTK_NOT_BUILT;
}

void fresnel_gtk_run(void) {}
void fresnel_gtk_stop(void) {}

int fresnel_gtk_watch(int descriptor) {
  (void)descriptor;
  return -1;
}

void fresnel_gtk_after(uint32_t milliseconds, uint64_t number) { (void)milliseconds, (void)number; }
void fresnel_gtk_copy(fresnel_text text) { (void)text; }
uint32_t fresnel_gtk_event_time(void) { return 0; }
void fresnel_window_show(const char *token) { (void)token; }
void fresnel_window_hide(void) {}
int fresnel_window_is_shown(void) { return 0; }
void fresnel_gtk_set_look(uint32_t look) { (void)look; }
void fresnel_icons_keep(fresnel_text names) { (void)names; }
void fresnel_message_set(fresnel_text text, fresnel_text offer) { (void)text, (void)offer; }
void fresnel_field_set(fresnel_text text) { (void)text; }
void fresnel_field_focus(int selects_all) { (void)selects_all; }
void fresnel_rows_set(uint32_t first, const fresnel_row *rows, uint32_t count) { (void)first, (void)rows, (void)count; }
void fresnel_rows_set_count(uint32_t count) { (void)count; }
void fresnel_rows_select(uint32_t place) { (void)place; }
void fresnel_rows_focus(uint32_t place) { (void)place; }
void fresnel_rows_scroll_to_top(void) {}
uint32_t fresnel_rows_per_page(void) { return 1; }

#endif

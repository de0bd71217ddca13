// Calls each function of the search window's shim, for the address sanitizer, and checks what the widgets show. The
// test that builds it runs it on a display of its own. It ends with status 0 when all is as it should be.

#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <gtk/gtk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "CGTK.h"

#define CHECK(condition) check(condition, #condition, __LINE__)

static int step;
static int descriptors[2];
static uint64_t told[16];

static void check(int condition, const char *text, int line) {
  if (condition) return;
  fprintf(stderr, "line %d: %s\n", line, text);
  exit(1);
}

static fresnel_text text(const char *characters) {
  // Without a 0 behind it, as Swift's texts are: reading one byte too many is found.
  uint32_t length = (uint32_t)strlen(characters);
  char *copy = malloc(length == 0 ? 1 : length);
  memcpy(copy, characters, length);
  return (fresnel_text){copy, length};
}

static fresnel_row row(const char *title, const char *detail) {
  return (fresnel_row){.title = text(title), .detail = text(detail), .badge = text("Ctrl+1"), .spoken = text(title)};
}

static void release(fresnel_row row) {
  free((char *)row.title.text), free((char *)row.detail.text);
  free((char *)row.badge.text), free((char *)row.spoken.text);
}

/// Finds a widget of a class by CSS below another one, the number-th of those.
static GtkWidget *find(GtkWidget *widget, const char *class, int *number) {
  if (gtk_widget_has_css_class(widget, class) && (*number)-- == 0) return widget;
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find(child, class, number);
    if (found) return found;
  }
  return NULL;
}

static GtkWidget *window(void) {
  GListModel *all = gtk_window_get_toplevels();
  GtkWidget *first = g_list_model_get_item(all, 0);
  g_object_unref(first);
  return first;
}

static const char *label(const char *class, int number) {
  GtkWidget *found = find(window(), class, &number);
  return found ? gtk_label_get_text(GTK_LABEL(found)) : "(none)";
}

static void fill(void) {
  fresnel_row rows[3] = {row("Tomato soup", "With basil"), row("", ""), row("Сушени домати 北京", "")};
  fresnel_range bold[2] = {{0, 3}, {7, 9}};
  rows[0].bold = bold, rows[0].bold_count = 2;
  fresnel_rows_set(0, rows, 3);
  // Beyond what there may be: nothing happens.
  fresnel_rows_set(FRESNEL_ROWS - 1, rows, 3);
  fresnel_rows_set(UINT32_MAX, rows, 1);
  for (int index = 0; index < 3; index++) release(rows[index]);
  fresnel_rows_set_count(3);
  CHECK(!strcmp(label("title", 0), "Tomato soup") && !strcmp(label("title", 2), "Сушени домати 北京"));
  CHECK(!strcmp(label("detail", 0), "With basil") && !strcmp(label("badge", 1), "Ctrl+1"));
  CHECK(!strcmp(label("title", FRESNEL_ROWS - 1), "Tomato soup"));
  int number = 0;
  PangoAttrList *list = gtk_label_get_attributes(GTK_LABEL(find(window(), "title", &number)));
  GSList *attributes = pango_attr_list_get_attributes(list);
  CHECK(g_slist_length(attributes) == 2);
  CHECK(((PangoAttribute *)attributes->data)->start_index == 0 && ((PangoAttribute *)attributes->data)->end_index == 3);
  g_slist_free_full(attributes, (GDestroyNotify)pango_attribute_destroy);
}

static int event(void *context, uint32_t kind, uint64_t a, uint64_t b, fresnel_text typed) {
  CHECK(context == &step && kind < 16);
  (void)b, (void)typed;
  told[kind]++;
  if (kind == FRESNEL_EVENT_READABLE) {
    char byte;
    CHECK((int)a == descriptors[0] && read(descriptors[0], &byte, 1) == 1);
  }
  if (kind != FRESNEL_EVENT_TIME) return FRESNEL_ANSWER_IGNORED;
  switch (step++) {
    case 0:
      CHECK(a == 1 && fresnel_window_is_shown());
      fill();
      fresnel_rows_select(2);
      fresnel_rows_focus(2);
      break;
    case 1:
      // The frame with the rows was drawn.
      CHECK(fresnel_rows_per_page() >= 1);
      fresnel_rows_select(FRESNEL_NO_ROW);
      fresnel_rows_select(99);
      fresnel_rows_focus(99);
      fresnel_rows_scroll_to_top();
      fresnel_rows_set_count(1000);
      fresnel_rows_set_count(1);
      fresnel_window_set_message(text("Nothing found"));
      CHECK(!strcmp(label("message", 0), "Nothing found"));
      fresnel_field_set(text("Ünï"));
      CHECK(told[FRESNEL_EVENT_TYPED] == 0);
      fresnel_field_focus(1);
      fresnel_field_focus(0);
      CHECK(write(descriptors[1], "x", 1) == 1);
      break;
    case 2:
      CHECK(told[FRESNEL_EVENT_READABLE] == 1);
      fresnel_window_set_message((fresnel_text){NULL, 0});
      fresnel_field_set((fresnel_text){NULL, 0});
      fresnel_window_show("fresnel-1-1_TIME7");
      break;
    case 3:
      fresnel_window_hide();
      CHECK(!fresnel_window_is_shown());
      fresnel_window_hide();
      fresnel_window_show(NULL);
      break;
    default:
      gtk_window_close(GTK_WINDOW(window()));
      CHECK(told[FRESNEL_EVENT_CLOSED] == 1);
      CHECK(fresnel_gtk_event_time() == 0);
      fresnel_rows_set_count(0);
      fresnel_gtk_stop();
      return 0;
  }
  fresnel_gtk_after(100, (uint64_t)step + 1);
  return 0;
}

int main(void) {
  CHECK(pipe(descriptors) == 0);
  if (fresnel_gtk_start("org.fresnel.Fresnel", event, &step) != FRESNEL_GTK_STARTED) return 4;
  CHECK(!fresnel_window_is_shown());
  CHECK(fresnel_gtk_watch(-1) == -1 && fresnel_gtk_watch(descriptors[0]) == 0);
  fresnel_window_show(NULL);
  fresnel_gtk_after(100, 1);
  fresnel_gtk_run();
  CHECK(step == 5);
  puts("all is well");
  return 0;
}

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
  return (fresnel_row){.title = text(title), .detail = text(detail), .icon = text("no-such-icon text-x-generic"),
                       .badge = text("1"), .spoken = text(title)};
}

static void release(fresnel_row row) {
  free((char *)row.title.text), free((char *)row.detail.text), free((char *)row.icon.text);
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

/// The line below the rows, and the button beside it.
static const char *message(void) {
  int number = 0;
  return gtk_label_get_text(GTK_LABEL(gtk_widget_get_first_child(find(window(), "message", &number))));
}

static GtkWidget *button(void) {
  int number = 0;
  return gtk_widget_get_last_child(find(window(), "message", &number));
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
  CHECK(!strcmp(label("detail", 0), "With basil") && !strcmp(label("badge", 1), "1"));
  CHECK(!strcmp(label("title", FRESNEL_ROWS - 1), "Tomato soup"));
  int number = 0;
  PangoAttrList *list = gtk_label_get_attributes(GTK_LABEL(find(window(), "title", &number)));
  GSList *attributes = pango_attr_list_get_attributes(list);
  CHECK(g_slist_length(attributes) == 2);
  CHECK(((PangoAttribute *)attributes->data)->start_index == 0 && ((PangoAttribute *)attributes->data)->end_index == 3);
  g_slist_free_full(attributes, (GDestroyNotify)pango_attribute_destroy);
}

/// What the icon of the first row is drawn from.
static GtkImageType icon_type(const char *names) {
  fresnel_row one = row("Recipes", "");
  free((char *)one.icon.text);
  one.icon = text(names);
  fresnel_rows_set(0, &one, 1);
  release(one);
  int number = 0;
  GtkWidget *parts = gtk_widget_get_parent(gtk_widget_get_parent(find(window(), "title", &number)));
  return gtk_image_get_storage_type(GTK_IMAGE(gtk_widget_get_first_child(parts)));
}

/// The icon of an app is drawn where it was loaded before, and never looked up for a row.
static void check_icons(void) {
  CHECK(icon_type("app:image-missing text-x-generic") == GTK_IMAGE_GICON);
  fresnel_icons_keep(text("image-missing there-is-none"));
  // The row that is shown has it from then on.
  CHECK(icon_type("app:image-missing text-x-generic") == GTK_IMAGE_PAINTABLE);
  CHECK(icon_type("app:there-is-none text-x-generic") == GTK_IMAGE_GICON);
  CHECK(icon_type("app:there-is-none") == GTK_IMAGE_EMPTY && icon_type("") == GTK_IMAGE_EMPTY);
  CHECK(icon_type("image-missing") == GTK_IMAGE_GICON);
  CHECK(icon_type("app:image-missing") == GTK_IMAGE_PAINTABLE);
  fresnel_icons_keep(text(""));
  CHECK(icon_type("app:image-missing text-x-generic") == GTK_IMAGE_GICON);
  fresnel_icons_keep((fresnel_text){NULL, 0});
}

static char *repeated(const char *part, int count) {
  GString *all = g_string_new("");
  while (count-- > 0) g_string_append(all, part);
  return g_string_free(all, FALSE);
}

/// The longest texts that there may be, with and without places to break them.
static void fill_long(void) {
  char *wide = repeated("W", 200), *words = repeated("word ", 40);
  fresnel_row rows[2] = {row(wide, words), row(words, wide)};
  fresnel_rows_set(0, rows, 2);
  fresnel_message_set(text(wide), text("Search as typed"));
  for (int index = 0; index < 2; index++) release(rows[index]);
  g_free(wide), g_free(words);
}

static void check_width(int line) {
  int width = gdk_surface_get_width(gtk_native_get_surface(GTK_NATIVE(window())));
  if (width != 640) fprintf(stderr, "line %d: the window is %d wide\n", line, width), exit(1);
}

static GtkText *field(void) {
  GtkWidget *entry = gtk_widget_get_first_child(gtk_window_get_child(GTK_WINDOW(window())));
  return GTK_TEXT(gtk_editable_get_delegate(GTK_EDITABLE(entry)));
}

/// Types a text, and takes it back.
static void type_and_undo(void) {
  GtkEditable *editable = GTK_EDITABLE(field());
  int place = -1;
  gtk_editable_insert_text(editable, "soup", -1, &place);
  CHECK(told[FRESNEL_EVENT_TYPED] == 1);
  // Whose text is set by the program does not come back.
  fresnel_field_set(text(""));
  gtk_widget_activate_action(GTK_WIDGET(field()), "text.undo", NULL);
  CHECK(!strcmp(gtk_editable_get_text(editable), "") && told[FRESNEL_EVENT_TYPED] == 1);
}

static char *paste;
/// Frames that were begun, and how many there were when the last step was done.
static gint64 frames, frames_before, deadline;

/// Has frames drawn, one after the other.
static gboolean draw_on(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  frames++;
  gtk_widget_queue_draw(widget);
  return G_SOURCE_CONTINUE;
}

/// Whether what the last step did can be seen: it was laid out and drawn, the display server had a frame's time to
/// answer, and what comes from elsewhere is there. After 30 s the next step looks all the same, and fails.
static gboolean is_seen(void) {
  gboolean is_there = step != 3 || (told[FRESNEL_EVENT_READABLE] > 0 && paste != NULL);
  return (is_there && frames >= frames_before + 4) || g_get_monotonic_time() >= deadline;
}

static void wait_for_frames(void) {
  frames_before = frames;
  deadline = g_get_monotonic_time() + 30 * G_USEC_PER_SEC;
  fresnel_gtk_after(10, (uint64_t)step + 1);
}

static void pasted(GObject *clipboard, GAsyncResult *result, gpointer data) {
  (void)data;
  paste = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
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
  if (!is_seen()) return fresnel_gtk_after(10, a), 0;
  switch (step++) {
    case 0:
      CHECK(a == 1 && fresnel_window_is_shown());
      fill();
      fresnel_rows_select(2);
      fresnel_rows_focus(2);
      break;
    case 1:
      CHECK(fresnel_rows_per_page() >= 1);
      check_width(__LINE__);
      check_icons();
      fill_long();
      fresnel_gtk_set_look(FRESNEL_LOOK_DARK | FRESNEL_LOOK_DARK_IS_KNOWN | FRESNEL_LOOK_CONTRAST);
      break;
    case 2:
      check_width(__LINE__);
      fresnel_gtk_set_look(0);
      fresnel_rows_select(FRESNEL_NO_ROW);
      fresnel_rows_select(99);
      fresnel_rows_focus(99);
      fresnel_rows_scroll_to_top();
      fresnel_rows_set_count(1000);
      fresnel_rows_set_count(1);
      fresnel_message_set(text("Nothing found"), text(""));
      CHECK(!strcmp(message(), "Nothing found") && !gtk_widget_get_visible(button()));
      fresnel_message_set(text("Showing results for"), text("Search as typed"));
      g_signal_emit_by_name(button(), "clicked");
      CHECK(told[FRESNEL_EVENT_OFFER] == 1 && gtk_widget_get_visible(button()));
      type_and_undo();
      fresnel_gtk_copy(text("https://example.org/"));
      gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(window())), NULL, pasted, NULL);
      fresnel_field_set(text("Ünï"));
      CHECK(told[FRESNEL_EVENT_TYPED] == 1);
      fresnel_field_focus(1);
      fresnel_field_focus(0);
      CHECK(write(descriptors[1], "x", 1) == 1);
      break;
    case 3:
      CHECK(told[FRESNEL_EVENT_READABLE] == 1);
      CHECK(g_strcmp0(paste, "https://example.org/") == 0);
      fresnel_message_set((fresnel_text){NULL, 0}, (fresnel_text){NULL, 0});
      fresnel_field_set((fresnel_text){NULL, 0});
      fresnel_window_show("fresnel-1-1_TIME7");
      break;
    case 4:
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
  wait_for_frames();
  return 0;
}

int main(void) {
  CHECK(pipe(descriptors) == 0);
  if (fresnel_gtk_start("org.fresnel.Fresnel", event, &step) != FRESNEL_GTK_STARTED) return 4;
  CHECK(!fresnel_window_is_shown());
  CHECK(fresnel_gtk_watch(-1) == -1 && fresnel_gtk_watch(descriptors[0]) == 0);
  fresnel_window_show(NULL);
  gtk_widget_add_tick_callback(GTK_WIDGET(window()), draw_on, NULL, NULL);
  wait_for_frames();
  fresnel_gtk_run();
  CHECK(step == 6);
  puts("all is well");
  return 0;
}

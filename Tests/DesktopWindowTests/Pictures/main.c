// Draws the search window in each of its states, and compares what is drawn with the pictures beside this file.
//
//   pictures DIRECTORY plain|fallback [NEW-DIRECTORY]
//
// plain: the pictures with letters of DejaVu Sans; fallback: those that need Droid Sans Fallback, too (it has no
// Hangul). A few pixels may differ, as those of letters do between versions of FreeType. A state is drawn after each
// frame until it is as in its picture, since the display server takes a new size when it gets to it; after 30 s it has
// failed. With NEW-DIRECTORY it writes the pictures there, each once two frames are the same. It ends with status 0
// when each is as it should be.

#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8

#include <gtk/gtk.h>
#include <stdio.h>
#include <string.h>

#include "CGTK.h"
#include "States.h"

/// A difference of a colour up to this is none, and so many in a thousand pixels may differ.
enum { COLOUR_TOLERANCE = 24, PIXEL_TOLERANCE = 5 };
/// In microseconds.
static const gint64 PATIENCE = 30 * G_USEC_PER_SEC;

static const char *directory, *new_directory;
static size_t current;
static gboolean wants_fallback, is_begun, has_failed;
static gint64 deadline;
/// What was drawn of the state last.
static GdkTexture *last;

static fresnel_text text(const char *characters) {
  return (fresnel_text){characters, characters == NULL ? 0 : (uint32_t)strlen(characters)};
}

static GtkWindow *window(void) {
  GListModel *all = gtk_window_get_toplevels();
  GtkWindow *first = g_list_model_get_item(all, 0);
  g_object_unref(first);
  return first;
}

/// Whether a font is installed.
static gboolean has_font(const char *name) {
  PangoFontFamily **families;
  int count;
  pango_context_list_families(gtk_widget_get_pango_context(GTK_WIDGET(window())), &families, &count);
  gboolean has = FALSE;
  for (int index = 0; index < count; index++) has |= strcmp(pango_font_family_get_name(families[index]), name) == 0;
  g_free(families);
  return has;
}

static void set_up(const struct state *state) {
  static char wide[201];
  memset(wide, 'W', 200);
  gtk_widget_set_default_direction(
      strcmp(state->name, "right-to-left") == 0 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
  fresnel_gtk_set_look(state->look);
  fresnel_field_set(text(state->typed));
  uint32_t count = 0;
  for (; count < MOST_ROWS && state->lines[count].icon != NULL; count++) {
    const struct line *line = &state->lines[count];
    const char *title = line->title == NULL ? wide : line->title;
    char badge[2] = {(char)('1' + count), 0};
    fresnel_range bold = {0, (uint32_t)strlen(state->typed)};
    gboolean is_prefix = g_ascii_strncasecmp(title, state->typed, bold.end) == 0;
    fresnel_row row = {
        .title = text(title), .detail = text(line->detail == NULL ? wide : line->detail), .icon = text(line->icon),
        .badge = text(badge), .spoken = text(title), .bold = &bold, .bold_count = is_prefix ? 1 : 0};
    fresnel_rows_set(count, &row, 1);
  }
  fresnel_rows_set_count(count);
  fresnel_rows_select(count > 0 ? 0 : FRESNEL_NO_ROW);
  fresnel_message_set(text(state->message), text(state->offer));
  fresnel_window_show(NULL);
  fresnel_field_focus(0);
}

/// The window as it is drawn.
static GdkTexture *draw(void) {
  GtkWidget *widget = GTK_WIDGET(window());
  GdkPaintable *paintable = gtk_widget_paintable_new(widget);
  double width = gdk_paintable_get_intrinsic_width(paintable), height = gdk_paintable_get_intrinsic_height(paintable);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
  g_object_unref(paintable);
  GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(widget));
  graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
  GdkTexture *texture = gsk_renderer_render_texture(renderer, node, &all);
  gsk_render_node_unref(node);
  return texture;
}

static guchar *pixels(GdkTexture *texture, size_t *length) {
  size_t stride = (size_t)gdk_texture_get_width(texture) * 4;
  *length = stride * (size_t)gdk_texture_get_height(texture);
  guchar *bytes = g_malloc(*length);
  gdk_texture_download(texture, bytes, stride);
  return bytes;
}

/// How many pixels of two textures differ; -1 where their sizes do.
static gint64 difference(GdkTexture *one, GdkTexture *other) {
  if (gdk_texture_get_width(one) != gdk_texture_get_width(other)) return -1;
  if (gdk_texture_get_height(one) != gdk_texture_get_height(other)) return -1;
  size_t length;
  gint64 different = 0;
  guchar *left = pixels(one, &length), *right = pixels(other, &length);
  for (size_t pixel = 0; pixel < length; pixel += 4) {
    gboolean is_other = FALSE;
    for (size_t byte = pixel; byte < pixel + 4; byte++) is_other |= abs(left[byte] - right[byte]) > COLOUR_TOLERANCE;
    different += is_other;
  }
  g_free(left), g_free(right);
  return different;
}

/// Whether what was drawn is as in the state's picture. Where it is not and there is no more time, it says how.
static gboolean is_as_wanted(const struct state *state, GdkTexture *drawn, gboolean is_late) {
  char *path = g_strdup_printf("%s/%s.png", directory, state->name);
  GError *error = NULL;
  GdkTexture *wanted = gdk_texture_new_from_filename(path, &error);
  g_free(path);
  if (wanted == NULL) {
    if (is_late) printf("%s: %s\n", state->name, error->message);
    g_error_free(error);
    return FALSE;
  }
  gint64 different = difference(drawn, wanted);
  gint64 count = (gint64)gdk_texture_get_width(wanted) * gdk_texture_get_height(wanted);
  gboolean is_same = different >= 0 && different * 1000 <= count * PIXEL_TOLERANCE;
  if (!is_same && is_late && different < 0) {
    printf("%s: %d by %d, not %d by %d\n", state->name, gdk_texture_get_width(drawn), gdk_texture_get_height(drawn),
           gdk_texture_get_width(wanted), gdk_texture_get_height(wanted));
  } else if (!is_same && is_late) {
    printf("%s: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " pixels differ\n", state->name, different, count);
  }
  g_object_unref(wanted);
  return is_same;
}

/// Whether two frames of the state are the same; the picture is written then.
static gboolean is_written(const struct state *state, GdkTexture *drawn) {
  gboolean is_same = last != NULL && difference(drawn, last) == 0;
  g_set_object(&last, drawn);
  if (!is_same) return FALSE;
  char *path = g_strdup_printf("%s/%s.png", new_directory, state->name);
  if (!gdk_texture_save_to_png(drawn, path)) printf("%s: not written\n", path), has_failed = TRUE;
  g_free(path);
  return TRUE;
}

/// Sets up the next state of those that are asked for, or stops.
static void begin_next(void) {
  while (current < G_N_ELEMENTS(states) && states[current].needs_fallback != wants_fallback) current++;
  if (current == G_N_ELEMENTS(states)) {
    fresnel_gtk_stop();
    return;
  }
  g_clear_object(&last);
  deadline = g_get_monotonic_time() + PATIENCE;
  set_up(&states[current]);
}

/// Called after each frame.
static void look(GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  if (current == G_N_ELEMENTS(states)) return;
  if (!is_begun) {
    // GTK selects what the field has when the window is shown for the first time, which it is by now.
    is_begun = TRUE;
    begin_next();
  } else {
    const struct state *state = &states[current];
    gboolean is_late = g_get_monotonic_time() >= deadline;
    GdkTexture *drawn = draw();
    gboolean is_done = new_directory != NULL ? is_written(state, drawn) : is_as_wanted(state, drawn, is_late);
    g_object_unref(drawn);
    if (is_done || is_late) {
      has_failed |= !is_done;
      current++;
      begin_next();
    }
  }
}

/// Has frames drawn, one after the other, until all is done.
static gboolean draw_on(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  (void)clock, (void)data;
  gtk_widget_queue_draw(widget);
  return G_SOURCE_CONTINUE;
}

static int event(void *context, uint32_t kind, uint64_t a, uint64_t b, fresnel_text typed) {
  (void)context, (void)kind, (void)a, (void)b, (void)typed;
  return FRESNEL_ANSWER_IGNORED;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  directory = arguments[1];
  wants_fallback = strcmp(arguments[2], "fallback") == 0;
  new_directory = count > 3 ? arguments[3] : NULL;
  if (fresnel_gtk_start("org.fresnel.Fresnel", event, NULL) != FRESNEL_GTK_STARTED) return 4;
  // What a desktop or the machine sets is not to be seen.
  g_object_set(
      gtk_settings_get_default(), "gtk-font-name", "DejaVu Sans,Droid Sans Fallback 10", "gtk-icon-theme-name", "Adwaita",
      "gtk-xft-dpi", 96 * 1024, "gtk-xft-antialias", 1, "gtk-xft-hinting", 0, "gtk-xft-rgba", "none", "gtk-cursor-blink", FALSE,
      "gtk-enable-animations", FALSE, NULL);
  if (gtk_get_minor_version() != 8 || !has_font("DejaVu Sans") ||
      (wants_fallback && !has_font("Droid Sans Fallback"))) {
    puts("the pictures are of GTK 4.8 with the fonts DejaVu Sans and Droid Sans Fallback");
    return 3;
  }
  fresnel_window_show(NULL);
  GtkWidget *widget = GTK_WIDGET(window());
  // Our own icon stands for that of an app.
  gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(gtk_widget_get_display(widget)), "Support/desktop");
  fresnel_icons_keep(text("org.fresnel.Fresnel not-there"));
  gtk_widget_add_tick_callback(widget, draw_on, NULL, NULL);
  g_signal_connect(gtk_widget_get_frame_clock(widget), "after-paint", G_CALLBACK(look), NULL);
  fresnel_gtk_run();
  if (has_failed) return 1;
  puts("all is well");
  return 0;
}

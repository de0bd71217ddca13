#include "Shim.h"

#ifdef FRESNEL_DESKTOP

#include <string.h>

/// Stands before the name of an app's icon.
static const char mark[] = "app:";
enum { MOST_ICONS = 1000 };

/// The icons of apps by their names, each loaded already, and the names that were asked for.
static GHashTable *kept;
static char **names;

/// Loads the icons. None of those of apps is looked up later, when a row is shown: an app that watches its file would
/// learn from that what is typed.
static void load(void) {
  if (kept == NULL) kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  g_hash_table_remove_all(kept);
  GtkWidget *window = fresnel_shim.window;
  GtkIconTheme *theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(window));
  for (size_t index = 0; names != NULL && names[index] != NULL && index < MOST_ICONS; index++) {
    GtkIconPaintable *icon = gtk_icon_theme_lookup_icon(
        theme, names[index], NULL, FRESNEL_ICON_SIZE, gtk_widget_get_scale_factor(window),
        gtk_widget_get_direction(window), GTK_ICON_LOOKUP_PRELOAD);
    // Another one stands for an icon that is not there. Asking whether it is there leaves out those outside of themes.
    if (g_strcmp0(gtk_icon_paintable_get_icon_name(icon), names[index]) == 0) {
      g_hash_table_insert(kept, g_strdup(names[index]), icon);
    } else {
      g_object_unref(icon);
    }
  }
  fresnel_rows_renew_icons();
}

static void renew(GObject *source, GParamSpec *property, gpointer data) {
  (void)source, (void)property, (void)data;
  load();
}

static void theme_changed(GtkIconTheme *theme, gpointer data) {
  (void)theme, (void)data;
  load();
}

void fresnel_icons_keep(fresnel_text text) {
  if (names == NULL) {
    GtkWidget *window = fresnel_shim.window;
    g_signal_connect(window, "notify::scale-factor", G_CALLBACK(renew), NULL);
    g_signal_connect(
        gtk_icon_theme_get_for_display(gtk_widget_get_display(window)), "changed", G_CALLBACK(theme_changed), NULL);
  }
  char *copy = fresnel_copy(text);
  g_strfreev(names);
  names = g_strsplit(copy, " ", -1);
  g_free(copy);
  load();
}

void fresnel_icon_set(GtkImage *image, const char *wanted) {
  char **parts = g_strsplit(wanted, " ", -1);
  char **first = parts;
  GtkIconPaintable *own = NULL;
  if (*first != NULL && g_str_has_prefix(*first, mark)) {
    if (kept != NULL) own = g_hash_table_lookup(kept, *first + strlen(mark));
    first++;
  }
  if (own != NULL) {
    gtk_image_set_from_paintable(image, GDK_PAINTABLE(own));
  } else if (*first == NULL || **first == 0) {
    gtk_image_clear(image);
  } else {
    GIcon *icon = g_themed_icon_new_from_names(first, -1);
    gtk_image_set_from_gicon(image, icon);
    g_object_unref(icon);
  }
  g_strfreev(parts);
}

#endif

#include "Shim.h"

#ifdef FRESNEL_DESKTOP

#include <string.h>

/// The rows that are made with the window; more are made when they are first shown. None is ever made anew.
enum { FIRST_ROWS = 12, MOST_HEIGHT = 520 };

struct row {
  GtkWidget *row, *icon, *title, *detail, *badge;
  /// The names of the icon that is shown; NULL for none.
  char *icon_names;
};

static struct row pool[FRESNEL_ROWS];
static uint32_t made, shown;

/// A label that is as wide as there is room. Without a bound its natural width is that of the whole text, and the
/// window would follow it.
static GtkWidget *make_line(const char *class) {
  GtkWidget *label = gtk_label_new("");
  gtk_widget_add_css_class(label, class);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_single_line_mode(GTK_LABEL(label), TRUE);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 1);
  return label;
}

static GtkWidget *make_badge(void) {
  GtkWidget *label = gtk_label_new("");
  gtk_widget_add_css_class(label, "badge");
  gtk_widget_set_valign(label, GTK_ALIGN_CENTER);
  return label;
}

static void make_row(void) {
  struct row *row = &pool[made++];
  row->row = gtk_list_box_row_new();
  row->icon = gtk_image_new();
  gtk_image_set_pixel_size(GTK_IMAGE(row->icon), FRESNEL_ICON_SIZE);
  row->title = make_line("title");
  row->detail = make_line("detail");
  row->badge = make_badge();
  GtkWidget *lines = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_hexpand(lines, TRUE);
  gtk_widget_set_valign(lines, GTK_ALIGN_CENTER);
  gtk_box_append(GTK_BOX(lines), row->title);
  gtk_box_append(GTK_BOX(lines), row->detail);
  GtkWidget *parts = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_box_append(GTK_BOX(parts), row->icon);
  gtk_box_append(GTK_BOX(parts), lines);
  gtk_box_append(GTK_BOX(parts), row->badge);
  // Whether there is a second line or not, rows are of one height.
  gtk_widget_set_size_request(parts, -1, 42);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row->row), parts);
  gtk_widget_set_visible(row->row, FALSE);
  gtk_list_box_append(GTK_LIST_BOX(fresnel_shim.list), row->row);
}

/// Comes before the list's own keys.
static gboolean pressed(
    GtkEventControllerKey *controller, guint value, guint code, GdkModifierType held, gpointer data) {
  (void)code, (void)data;
  switch (fresnel_tell_key(value, held, FRESNEL_KEY_IN_ROWS)) {
    case FRESNEL_ANSWER_TAKEN: return TRUE;
    case FRESNEL_ANSWER_TO_FIELD: return fresnel_field_forward(GTK_EVENT_CONTROLLER(controller));
    default: return FALSE;
  }
}

static void tell_click(GtkGestureClick *gesture, double y, uint32_t kind) {
  fresnel_shim.event_time = gtk_event_controller_get_current_event_time(GTK_EVENT_CONTROLLER(gesture));
  GtkListBoxRow *row = gtk_list_box_get_row_at_y(GTK_LIST_BOX(fresnel_shim.list), (int)y);
  if (row != NULL) fresnel_tell_plain(kind, (uint64_t)gtk_list_box_row_get_index(row), 0);
}

static void button_pressed(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  (void)count, (void)x, (void)data;
  tell_click(gesture, y, FRESNEL_EVENT_PRESSED);
}

static void button_released(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  (void)count, (void)x, (void)data;
  // The list does nothing of its own with it. Not claimed before: a finger that moves scrolls.
  gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  tell_click(gesture, y, FRESNEL_EVENT_RELEASED);
}

GtkWidget *fresnel_rows_make(void) {
  GtkWidget *list = gtk_list_box_new();
  gtk_accessible_update_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL, "Results", -1);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(pressed), NULL);
  gtk_widget_add_controller(list, keys);
  GtkGesture *clicks = gtk_gesture_click_new();
  gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(clicks), GTK_PHASE_CAPTURE);
  g_signal_connect(clicks, "pressed", G_CALLBACK(button_pressed), NULL);
  g_signal_connect(clicks, "released", G_CALLBACK(button_released), NULL);
  gtk_widget_add_controller(list, GTK_EVENT_CONTROLLER(clicks));
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), MOST_HEIGHT);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  gtk_widget_set_visible(scroller, FALSE);
  fresnel_shim.list = list;
  fresnel_shim.scroller = scroller;
  while (made < FIRST_ROWS) make_row();
  return scroller;
}

static void set_text(GtkWidget *label, fresnel_text text) {
  char *copy = fresnel_copy(text);
  // GTK lays a label out anew for the same text too.
  if (strcmp(gtk_label_get_text(GTK_LABEL(label)), copy) != 0) gtk_label_set_text(GTK_LABEL(label), copy);
  g_free(copy);
}

static void set_icon(struct row *row, fresnel_text names) {
  char *copy = fresnel_copy(names);
  if (g_strcmp0(row->icon_names, copy) == 0) {
    g_free(copy);
    return;
  }
  g_free(row->icon_names);
  row->icon_names = copy;
  fresnel_icon_set(GTK_IMAGE(row->icon), copy);
}

void fresnel_rows_renew_icons(void) {
  for (uint32_t index = 0; index < made; index++) {
    if (pool[index].icon_names != NULL) fresnel_icon_set(GTK_IMAGE(pool[index].icon), pool[index].icon_names);
  }
}

static void set_bold(GtkWidget *label, const fresnel_row *row) {
  PangoAttrList *list = pango_attr_list_new();
  for (uint32_t index = 0; index < row->bold_count; index++) {
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    bold->start_index = row->bold[index].begin;
    bold->end_index = row->bold[index].end;
    pango_attr_list_insert(list, bold);
  }
  gtk_label_set_attributes(GTK_LABEL(label), list);
  pango_attr_list_unref(list);
}

void fresnel_rows_set(uint32_t first, const fresnel_row *rows, uint32_t count) {
  for (uint32_t index = 0; index < count && first + index < FRESNEL_ROWS; index++) {
    while (made <= first + index) make_row();
    struct row *row = &pool[first + index];
    set_icon(row, rows[index].icon);
    set_text(row->title, rows[index].title);
    set_bold(row->title, &rows[index]);
    set_text(row->detail, rows[index].detail);
    gtk_widget_set_visible(row->detail, rows[index].detail.length > 0);
    set_text(row->badge, rows[index].badge);
    // An empty one has a border.
    gtk_widget_set_visible(row->badge, rows[index].badge.length > 0);
    char *spoken = fresnel_copy(rows[index].spoken);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
    g_free(spoken);
  }
}

void fresnel_rows_set_count(uint32_t count) {
  if (count > FRESNEL_ROWS) count = FRESNEL_ROWS;
  while (made < count) make_row();
  for (uint32_t index = shown; index < count; index++) gtk_widget_set_visible(pool[index].row, TRUE);
  for (uint32_t index = count; index < shown; index++) gtk_widget_set_visible(pool[index].row, FALSE);
  shown = count;
  gtk_widget_set_visible(fresnel_shim.scroller, count > 0);
}

void fresnel_rows_select(uint32_t place) {
  GtkListBox *list = GTK_LIST_BOX(fresnel_shim.list);
  gtk_list_box_select_row(list, place < shown ? GTK_LIST_BOX_ROW(pool[place].row) : NULL);
}

void fresnel_rows_focus(uint32_t place) {
  if (place < shown) gtk_widget_grab_focus(pool[place].row);
}

void fresnel_rows_scroll_to_top(void) {
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(fresnel_shim.scroller));
  gtk_adjustment_set_value(place, gtk_adjustment_get_lower(place));
}

uint32_t fresnel_rows_per_page(void) {
  int height = shown > 0 ? gtk_widget_get_height(pool[0].row) : 0;
  if (height <= 0) return 1;
  int count = gtk_widget_get_height(fresnel_shim.scroller) / height;
  return count > 1 ? (uint32_t)count : 1;
}

#endif

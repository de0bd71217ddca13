// The states of the search window that there are pictures of, each named after its picture. What they show is invented.

#include <gtk/gtk.h>

#include "CGTK.h"

enum { MOST_ROWS = 4 };

struct line {
  const char *title, *detail, *icon;
};

struct state {
  const char *name, *typed;
  struct line lines[MOST_ROWS];
  const char *message, *offer;
  uint32_t look;
  /// Whether it has letters that DejaVu has not.
  gboolean needs_fallback;
};

static const struct state states[] = {
    {.name = "light",
     .typed = "tom",
     .lines = {{"Tomato soup", "Recipes · Ripe tomatoes, basil and a little cream", "text-x-generic"},
               {"Tom’s birthday", "Calendar · Saturday at seven, bring the guitar", "x-office-calendar"},
               {"Tomorrow.jpg", "Photos", "image-x-generic"},
               {"Tom Baker", "Contacts · +49 30 1234567", "x-office-address-book"}}},
    {.name = "dark",
     .typed = "tom",
     .lines = {{"Tomato soup", "Recipes · Ripe tomatoes, basil and a little cream", "text-x-generic"},
               {"Tom’s birthday", "Calendar · Saturday at seven, bring the guitar", "x-office-calendar"},
               {"Tomorrow.jpg", "Photos", "image-x-generic"}},
     .look = FRESNEL_LOOK_DARK | FRESNEL_LOOK_DARK_IS_KNOWN},
    {.name = "contrast",
     .typed = "tom",
     .lines = {{"Tomato soup", "Recipes · Ripe tomatoes, basil and a little cream", "text-x-generic"},
               {"Tomorrow.jpg", "Photos", "image-x-generic"}},
     .look = FRESNEL_LOOK_CONTRAST},
    {.name = "right-to-left",
     .typed = "מרק",
     .lines = {{"מרק עגבניות", "מתכונים · עגבניות בשלות ובזיליקום", "text-x-generic"},
               {"حساء الطماطم", "وصفات", "text-x-generic"},
               {"Tomato soup", "Recipes", "text-x-generic"}}},
    {.name = "cjk",
     .typed = "北京",
     .lines = {{"北京大学", "地图 · 海淀区颐和园路5号", "text-x-generic"},
               {"さくらの写真", "写真", "image-x-generic"},
               {"國家圖書館", "臺北市 · 週一休館", "text-x-generic"}},
     .needs_fallback = TRUE},
    {.name = "long",
     .typed = "w",
     .lines = {{NULL, NULL, "text-x-generic"}, {"Short", "", "text-x-generic"}, {NULL, "Notes", "text-x-generic"}}},
    {.name = "actions",
     .typed = "tom",
     .lines = {{"Open", "", "document-open-symbolic"},
               {"Open example.org", "", "web-browser-symbolic"},
               {"Show in Folder", "", "folder-open-symbolic"},
               {"Copy Link", "", "edit-copy-symbolic"}},
     .message = "What to do with “Tomato soup”. Esc goes back"},
    {.name = "apps",
     .typed = "rec",
     .lines = {{"Recipes", "Application", "app:org.fresnel.Fresnel application-x-executable"},
               {"Recent soups", "Recipes · Twelve of them", "app:org.fresnel.Fresnel text-x-generic"},
               {"Receipt.pdf", "Files", "x-office-document"},
               {"Recorder", "Application", "app:not-there application-x-executable"}}},
    {.name = "answer",
     .typed = "12*(3+4)",
     .lines = {{"84", "Calculation · 12 × (3 + 4)", "accessories-calculator x-office-spreadsheet"},
               {"12 things for 3 or 4 people", "Recipes", "text-x-generic"}}},
    {.name = "settings",
     .typed = "",
     .lines = {{"Order results by what I chose before", "On", "checkbox-checked-symbolic object-select-symbolic"},
               {"Offer filters for what I type", "Off", "checkbox-symbolic"},
               {"Keep what I search for as recent searches", "On", "checkbox-checked-symbolic object-select-symbolic"},
               {"Key that shows this window", "<Super>slash",
                "input-keyboard-symbolic preferences-desktop-keyboard-symbolic"}},
     .message = "Settings. Enter changes the selected one, Esc goes back"},
    {.name = "nothing", .typed = "xyzzy", .message = "Nothing found"},
    {.name = "corrected",
     .typed = "tomtao",
     .lines = {{"Tomato soup", "Recipes", "text-x-generic"}},
     .message = "Showing results for “tomato”",
     .offer = "Search as typed (Ctrl+E)"},
    {.name = "offline",
     .typed = "tom",
     .message = "The index daemon cannot be reached: /run/user/1000/fresnel/daemon is not there."},
};

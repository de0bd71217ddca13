/// What is looked for on every page, as expressions of JavaScript.
enum BrowserChecks {
  /// Whether what has the focus shows it.
  static let isFocusSeen = """
    (() => { const style = getComputedStyle(document.activeElement);
      return style.outlineStyle != 'none' && parseFloat(style.outlineWidth) >= 2
        && document.activeElement.checkVisibility(); })()
    """

  /// Headings that are more than a level deeper than the one before.
  static let headingLeap = """
    [...document.querySelectorAll('h1, h2, h3, h4')].filter((heading, place, all) =>
      place > 0 && +heading.tagName[1] > +all[place - 1].tagName[1] + 1).map(h => h.textContent).join()
    """

  /// Elements that don't fit into the window, where the page is wider than that.
  static let wideElements = """
    (() => { const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return '';
      return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > width)
        .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 20)).join(' | ') || 'something'; })()
    """

  /// Texts whose contrast is less than WCAG AA asks for.
  static let faintTexts = """
    (() => {
      const light = ([r, g, b]) => [r, g, b].map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const numbers = text => text.match(/[\\d.]+/g).map(Number);
      const faint = new Set();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest('.hidden, select')) continue;
        const style = getComputedStyle(element);
        let back = null;
        for (let e = element; e && !back; e = e.parentElement) {
          const colour = numbers(getComputedStyle(e).backgroundColor);
          if (colour[3] !== 0) back = colour;
        }
        const pair = [light(numbers(style.color)), light(back ?? [255, 255, 255])].sort((a, b) => b - a);
        const size = parseFloat(style.fontSize);
        const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
        if ((pair[0] + 0.05) / (pair[1] + 0.05) < least) faint.add(walker.currentNode.data.trim().slice(0, 40));
      }
      return [...faint].join(' | ');
    })()
    """
}

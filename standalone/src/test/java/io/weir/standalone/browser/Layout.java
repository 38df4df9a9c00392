package io.weir.standalone.browser;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import java.util.List;

/** Finds problems of the layout of the page. */
final class Layout {
    /** WCAG exempts links within sentences, and controls that the page hides. */
    private static final String SMALL_TARGETS = """
            () => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a, button, select, input, summary, [role=option], [role=treeitem]')]
              .filter(one => one.checkVisibility() && !one.closest('.unseen') && !one.matches('p a, dd a, .skip'))
              .map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
              .filter(([, {width, height}]) => width < 44 || height < 44)
              .map(([html, {width, height}]) => `a target of ${width} x ${height} pixels: ${html}`)""";

    private static final String BEYOND_THE_SCREEN = """
            () => document.documentElement.scrollWidth <= innerWidth ? [] : [`${document.documentElement.scrollWidth} of ${innerWidth} pixels: `
              + [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML.slice(0, 80)).slice(0, 5)]""";

    /** Texts and controls, of which the visible parts count. Plots and timelines clip their texts themselves. */
    private static final String OVERLAPS = """
            () => {
              const SLACK = 3;
              scrollTo(0, 0);
              const root = document.querySelector('dialog[open]') ?? document.body;
              const visible = one => {
                let [left, top, right, bottom] = [0, -Infinity, Infinity, Infinity];
                for (let up = one; up && up !== document.documentElement; up = up.parentElement) {
                  const {overflowX, overflowY} = getComputedStyle(up);
                  const box = up.getBoundingClientRect();
                  overflowX === 'visible' || ([left, right] = [Math.max(left, box.left), Math.min(right, box.right)]);
                  overflowY === 'visible' || ([top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]);
                }
                return {left, top, right, bottom};
              };
              const range = document.createRange();
              const texts = one => [...one.childNodes].filter(node => node.nodeType === 3 && node.data.trim()).flatMap(node => {
                range.selectNodeContents(node);
                return [...range.getClientRects()];
              });
              const boxes = [...root.querySelectorAll('*')]
                .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.unseen, .skip:not(:focus), .u-wrap, .state, svg, option, th, pre'))
                .flatMap(one => {
                  const clip = visible(one);
                  return (one.matches('button, input, select, summary') ? [one.getBoundingClientRect()] : texts(one)).map(box => ({one,
                    left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom)}));
                }).filter(box => box.right - box.left > SLACK && box.bottom - box.top > SLACK);
              const name = ({one}) => one.outerHTML.slice(0, 80);
              const found = new Set();
              boxes.forEach((box, i) => boxes.slice(i + 1).filter(({one}) => !one.contains(box.one) && !box.one.contains(one))
                .filter(other => Math.min(box.right, other.right) - Math.max(box.left, other.left) > SLACK && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > SLACK)
                .forEach(other => found.add(`overlap: ${name(box)} and ${name(other)}`)));
              return [...found].slice(0, 5);
            }""";

    private Layout() {}

    /** Makes the page that of a touch screen. */
    static void touch(Page page, int width, int height) {
        page.setViewportSize(width, height);
        JsonObject touch = new JsonObject();
        touch.addProperty("enabled", true);
        page.context().newCDPSession(page).send("Emulation.setTouchEmulationEnabled", touch);
    }

    /** Changes the size of the screen; returns when the page has drawn itself in it. */
    static void resize(Page page, int width, int height) {
        page.setViewportSize(width, height);
        page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    }

    /** Targets that are too small for fingers. */
    static List<String> smallTargets(Page page) {
        return found(page, SMALL_TARGETS);
    }

    /** What makes the page scroll sideways. */
    static List<String> beyondTheScreen(Page page) {
        return found(page, BEYOND_THE_SCREEN);
    }

    /** Texts and controls that cover each other. */
    static List<String> overlaps(Page page) {
        return found(page, OVERLAPS);
    }

    @SuppressWarnings("unchecked")
    private static List<String> found(Page page, String script) {
        return (List<String>) page.evaluate(script);
    }
}

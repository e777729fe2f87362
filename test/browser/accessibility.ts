import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { sized } from '../support/size.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const COLOUR_SCHEMES = ['light', 'dark'] as const;

const ALL_RULE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe rules whose result can depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; nodes: { html: string }[] };

/** Switches the page to a colour scheme. Returns the violated axe rules, each with up to three HTML elements. */
export async function accessibilityViolations(
  page: Page,
  colorScheme: (typeof COLOUR_SCHEMES)[number],
): Promise<string[]> {
  await page.waitForLoadState('load');
  await page.emulateMedia({ colorScheme });
  if (await page.evaluate('typeof axe === "undefined"')) {
    // Loads axe as an init script, because the content security policy would block a script element.
    await page.addInitScript({ content: axe });
    await page.evaluate(axe);
  }
  const rules = colorScheme === 'dark' ? COLOUR_RULES : ALL_RULE_TAGS;
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  const violations = await page.evaluate<Violation[]>(`axe.run(${options}).then(({ violations }) => violations)`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
}

/** Source of a function that runs in the browser and returns the text and elements that are cut off. */
const FIND_CUT = `() => {
  const hidden = '.visually-hidden';
  const cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element.closest(hidden) || (node.matches?.(hidden) ?? node.data.trim() === '')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = node.nodeType === Node.TEXT_NODE ? [...range.getClientRects()] : [node.getBoundingClientRect()];
    let [left, right] = [0, innerWidth];
    for (let around = element; around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue;
      const box = around.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    }
    if (rects.some((rect) => rect.width > 0 && (rect.left < left - 1 || rect.right > right + 1)))
      cut.push((node.data ?? node.outerHTML).trim().slice(0, 60));
  }
  return cut;
}`;

/** Returns content that is cut off on a narrow page or in large text (WCAG 1.4.4 and 1.4.10). */
export async function cutOff(page: Page): Promise<string[]> {
  const viewport = page.viewportSize();
  const found: string[] = [];
  const sizes = [
    [320, '200%'],
    [320, '100%'],
    [640, '200%'],
  ] as const;
  // The short run checks only the narrow window with large text, where most problems occur.
  for (const [width, letters] of sizes.slice(0, sized(1, 3))) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`);
    const cut: string[] = await page.evaluate(`(${FIND_CUT})()`);
    found.push(...cut.slice(0, 3).map((content) => `${width}, ${letters}: ${content}`));
  }
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  if (viewport) await page.setViewportSize(viewport);
  return found;
}

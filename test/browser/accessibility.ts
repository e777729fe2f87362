import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that look at colours: all that a page can break in dark colours when it breaks none in light ones. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** The rules that axe finds broken on the page, in dark colours those of colours, each with up to three elements. */
export async function accessibilityViolations(page: Page, colours: 'light' | 'dark' = 'light'): Promise<string[]> {
  const only = colours === 'dark' ? COLOUR_RULES : axeTags;
  // By the debugger, and not as an element of the page, which its policy would refuse.
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(only)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`,
  );
}

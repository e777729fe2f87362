// Script of every page. Provides the search and copy buttons, and stores the chosen language of the samples.
import { createSearch } from './search.ts';

// Redirects links of the conformance kit, such as `#tag/Webhooks/operation/listWebhooks`, to the operation's page.
const [, operation] = /^#tag\/.*\/operation\/(\w+)$/.exec(location.hash) ?? [];

const MAX_RESULTS = 15;
const { root } = document.currentScript.dataset;
if (operation) location.replace(`${root}operations/${operation}.html`);

let stored = {};
try {
  stored = localStorage;
} catch {
  // The browser blocks storage, so a choice lasts until the reader leaves the page.
}

const languages = [...document.querySelectorAll('input[name=language]')];
for (const input of languages) {
  input.checked ||= input.value === stored.language;
  input.addEventListener('change', () => {
    stored.language = input.value;
  });
}

const element = (name, properties, ...children) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};

const copyButton = (label, getText) => {
  const button = element('button', { type: 'button', className: 'copy', textContent: label });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(await getText());
    button.textContent = 'Copied';
  });
  return button;
};

const markdown = document.querySelector('#markdown');
// Browsers provide `navigator.clipboard` only over HTTPS and on localhost.
if (navigator.clipboard) {
  for (const code of document.querySelectorAll('.code pre, [data-copy]')) {
    code.parentElement.append(copyButton('Copy', () => code.textContent));
  }
  markdown.after(copyButton('Copy as Markdown', async () => (await fetch(markdown.href)).text()));
}

// Scrolls the menu to the current page. After `scrollIntoView`, the first Tab key would focus a link in the menu.
const current = document.querySelector('#menu [aria-current]');
if (current) current.closest('#menu').scrollTop = current.offsetTop - innerHeight / 3;

let loading;
/** Loads the index at the first search. Uses a script, because `fetch` fails on pages that are opened as files. */
const loadSearch = () => {
  loading ??= new Promise((resolve, reject) => {
    const script = element('script', { src: `${root}search-index.js`, onerror: reject });
    script.onload = () => resolve(createSearch(window.searchData));
    document.head.append(script);
  });
  return loading;
};

const resultItem = ({ path, title, kind, snippet }) =>
  element(
    'li',
    {},
    element('a', { href: root + path }, title),
    element('span', {}, ` ${kind}`),
    element('p', {}, ...snippet.flatMap(({ word, isMatch }) => [isMatch ? element('mark', {}, word) : word, ' '])),
  );

const form = document.querySelector('search form');
const field = form.elements.q;
const results = form.querySelector('.results');
field.addEventListener('focus', loadSearch);
field.addEventListener('input', async () => {
  const search = await loadSearch();
  const query = field.value.trim();
  const items = search(query).slice(0, MAX_RESULTS).map(resultItem);
  results.replaceChildren(...(items.length > 0 ? items : ['No results']));
  results.togglePopover(query !== '');
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const search = await loadSearch();
  const [best] = search(field.value);
  if (best) location.assign(root + best.path);
});
document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  field.focus();
});
form.addEventListener('keydown', (event) => {
  const places = [field, ...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  places.at((places.indexOf(document.activeElement) + step) % places.length).focus();
});

// Script of every page: search, the language of the samples that the reader chose, and copy buttons.
import { createSearch } from './search.ts';

// The conformance kit links to the operations in a reference by this fragment.
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

for (const block of document.querySelectorAll('pre')) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(block);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  block.before(button);
}

// Scrolls without `scrollIntoView`, after which the first Tab would go to the next link of the menu.
const menu = document.querySelector('#menu');
const current = menu.querySelector('[aria-current]');
if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;

let loading;
/** Loads the index when a reader first searches. A script also works in a folder without a server. */
const loadSearch = () => {
  loading ??= new Promise((resolve, reject) => {
    const script = element('script', { src: `${root}search-index.js`, onerror: reject });
    script.onload = () => resolve(createSearch(window.searchData));
    document.head.append(script);
  });
  return loading;
};

const resultItem = ({ path, title, kind, excerpt }) =>
  element(
    'li',
    {},
    element('a', { href: root + path }, title),
    element('span', {}, ` ${kind}`),
    element('p', {}, excerpt),
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
  results.hidden = query === '';
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const search = await loadSearch();
  const [best] = search(field.value);
  if (best) location.assign(root + best.path);
});
form.addEventListener('keydown', (event) => {
  const places = [field, ...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') results.hidden = true;
  if (step === undefined) return;
  event.preventDefault();
  places.at((places.indexOf(document.activeElement) + step) % places.length).focus();
});
document.addEventListener('click', (event) => {
  results.hidden ||= !form.contains(event.target);
});

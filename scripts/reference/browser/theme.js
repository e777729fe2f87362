// Runs before the page appears. Sets the colour scheme that the reader chose; without a choice, the page follows the
// system. Marks the page of search results, so that the page reserves their space and nothing moves.
const { dataset } = document.documentElement;
try {
  dataset.theme = localStorage.getItem('theme') ?? '';
} catch {
  // The browser blocks storage, so the page follows the system.
}
const query = new URLSearchParams(location.search).get('q');
if (query && location.pathname.endsWith('/search.html')) dataset.searching = query;

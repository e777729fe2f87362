// Sets the colour scheme that the reader chose, before the page appears. Without a choice, the page follows the system.
try {
  document.documentElement.dataset.theme = localStorage.getItem('theme') ?? '';
} catch {
  // The browser blocks storage, so the page follows the system.
}

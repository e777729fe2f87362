// Script of the developer pages: copies commands and bodies, and shows new deliveries.
(() => {
  const POLL_INTERVAL_MS = 2000;
  const status = document.createElement('p');
  status.className = 'visually-hidden';
  status.setAttribute('role', 'status');

  const addButton = (command) => {
    const button = document.createElement('button');
    const { title } = command.dataset;
    button.type = 'button';
    button.className = 'copy secondary';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy: ${title}`);
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = 'Copied';
        status.textContent = `Copied: ${title}`;
      } catch {
        getSelection().selectAllChildren(command);
        status.textContent = 'The text is selected. Copy it with the keyboard.';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
        status.textContent = '';
      }, 2000);
    });
    command.after(button);
  };
  const addButtons = (root) => root.querySelectorAll('pre[data-title]').forEach(addButton);

  const list = document.getElementById('deliveries');

  /** Adds new deliveries at the top without changing the rest of the page. */
  const refresh = async () => {
    if (document.hidden) return;
    const response = await fetch(location.href, { cache: 'no-store' });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const newItems = [...page.querySelectorAll('#deliveries > li')].filter(({ id }) => !document.getElementById(id));
    if (newItems.length === 0) return;
    for (const item of newItems) addButtons(item);
    list.prepend(...newItems);
    document.getElementById('count').replaceChildren(...page.getElementById('count').childNodes);
  };
  const poll = () =>
    refresh()
      .catch(() => {})
      .finally(() => setTimeout(poll, POLL_INTERVAL_MS));

  document.body.append(status);
  addButtons(document);
  if (list) setTimeout(poll, POLL_INTERVAL_MS);
})();

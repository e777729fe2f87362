// On the pages for developers: copies commands and bodies, and shows new deliveries.
(() => {
  const ASK_EVERY_MS = 2000;
  const said = document.createElement('p');
  said.className = 'visually-hidden';
  said.setAttribute('role', 'status');

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
        said.textContent = `Copied: ${title}`;
      } catch {
        getSelection().selectAllChildren(command);
        said.textContent = 'Selected. Copy it with the keyboard.';
      }
      setTimeout(() => {
        button.textContent = 'Copy';
        said.textContent = '';
      }, 2000);
    });
    command.after(button);
  };
  const addButtons = (root) => root.querySelectorAll('pre[data-title]').forEach(addButton);

  const list = document.getElementById('deliveries');

  /** Adds new deliveries at the top without changing the rest of the page. */
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, { cache: 'no-store' });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const news = [...page.querySelectorAll('#deliveries > li')].filter(({ id }) => !document.getElementById(id));
    if (news.length === 0) return;
    for (const item of news) addButtons(item);
    list.prepend(...news);
    document.getElementById('count').replaceChildren(...page.getElementById('count').childNodes);
  };
  const lookAgain = () =>
    look()
      .catch(() => {})
      .finally(() => setTimeout(lookAgain, ASK_EVERY_MS));

  document.body.append(said);
  addButtons(document);
  if (list) setTimeout(lookAgain, ASK_EVERY_MS);
})();

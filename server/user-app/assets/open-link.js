// Sends on what stands in the fragment of a partner's link: browsers do not send it themselves.
(() => {
  const form = document.getElementById('open-link');
  const byId = (id) => document.getElementById(id);

  /** Shows one of the three states of the page. */
  const show = (state) => {
    for (const name of ['working', 'again', 'empty']) byId(name).hidden = name !== state;
  };

  /** Fills the form; false when there is no link in the text. */
  const fill = (text) => {
    const link = new URLSearchParams(text);
    for (const field of ['clientId', 'documentType', 'content'])
      form.elements[field].value = link.get(field) || '';
    return form.elements.clientId.value !== '' && form.elements.content.value !== '';
  };

  /** What a page without a fragment was opened with, when the way back led to it. */
  const remembered = () => history.state?.link || '';

  const open = () => {
    const text = location.hash.slice(1);
    if (fill(text)) {
      // The fragment goes before the form does, so that the way back does not send it once more.
      history.replaceState({ link: text }, '', location.pathname + location.search);
      show('working');
      form.submit();
    } else {
      show(fill(remembered()) ? 'again' : 'empty');
    }
  };

  // The browser took the page out of its memory as it was left: the person came back, and decides.
  addEventListener('pageshow', (event) => {
    if (event.persisted) show(fill(remembered()) ? 'again' : 'empty');
  });
  // Another link of the same kind was opened in this tab: only the fragment changes then.
  addEventListener('hashchange', open);
  open();
})();

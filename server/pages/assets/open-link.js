// Submits the fragment of a partner's link in a form, because browsers do not send fragments.
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId('again');

  const show = (state) => {
    for (const name of ['working', 'again', 'empty']) byId(name).hidden = name !== state;
  };

  /** Fills the form from the fragment. Returns false if the fragment is not a link. */
  const fill = (text) => {
    const link = new URLSearchParams(text);
    for (const field of ['clientId', 'documentType', 'content']) form.elements[field].value = link.get(field) || '';
    return form.elements.clientId.value !== '' && form.elements.content.value !== '';
  };

  /** Returns the fragment of an earlier visit to the page, or an empty string. */
  const remembered = () => history.state?.link || '';

  const open = () => {
    const text = location.hash.slice(1);
    if (fill(text)) {
      // Removes the fragment before the form is sent, so that going back does not send the form again.
      history.replaceState({ link: text }, '', location.pathname + location.search);
      show('working');
      form.submit();
    } else {
      show(fill(remembered()) ? 'again' : 'empty');
    }
  };

  // If the person returns to a cached page, they can decide whether to open the link again.
  addEventListener('pageshow', (event) => {
    if (event.persisted) show(fill(remembered()) ? 'again' : 'empty');
  });
  // If another link of the same kind is opened in this tab, only the fragment changes.
  addEventListener('hashchange', open);
  open();
})();

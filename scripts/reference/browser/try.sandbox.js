// Only a sandbox serves this script. It shows the editor of an operation, sends the request, and shows the response.
const form = document.querySelector('#try form');

if (form) {
  const result = document.querySelector('#try .result');
  const base = new URL(`${document.querySelector('[data-root]').dataset.root}..`, location.href).href.slice(0, -1);
  const values = { BASE_URL: base, ...JSON.parse(form.dataset.values) };
  form.parentElement.hidden = false;
  if (location.hash === '#try') form.parentElement.scrollIntoView();

  const getToken = async () => {
    const body = { grant_type: 'client_credentials', client_id: values.CLIENT_ID, client_secret: values.CLIENT_SECRET };
    const response = await fetch(base + form.dataset.tokenPath, { method: 'POST', body: new URLSearchParams(body) });
    return (await response.json()).access_token;
  };

  const send = async () => {
    const { value } = form.elements.request;
    if (value.includes('{{TOKEN}}')) values.TOKEN = await getToken();
    const text = value.replace(/\{\{(\w+)\}\}/g, (name, key) => {
      if (!(key in values)) throw new Error(`replace ${name} in the request with a value from an earlier response.`);
      return values[key];
    });
    const message = /^([A-Z]+) (\S+)((?:\n.+)*)(?:\n\n?([\s\S]*))?$/.exec(text);
    if (message === null) throw new Error('write a method and a URL, headers, an empty line, and the body.');
    const [, method, url, fields, body] = message;
    const headers = new Headers([...fields.matchAll(/^(.*?): *(.*)$/gm)].map(([, ...pair]) => pair));
    const response = await fetch(url, { method, headers, body: body || undefined });
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    const answer = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type'));
    return [
      `HTTP ${response.status}`,
      ...lines,
      '',
      isJson ? JSON.stringify(JSON.parse(answer), null, 2) : answer,
    ].join('\n');
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent = await send().catch((error) => `The request could not be sent: ${error.message}`);
    result.replaceChildren(shown);
  });
}

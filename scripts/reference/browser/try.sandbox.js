// Only a sandbox serves this script. It shows the editor of an operation, sends the request, and shows the response.
const editor = document.querySelector('#try');

if (editor) {
  const form = editor.querySelector('form');
  const result = editor.querySelector('[role=status]');
  const base = new URL(`${document.querySelector('[data-root]').dataset.root}..`, location.href).href.slice(0, -1);
  const values = { BASE_URL: base, ...JSON.parse(form.dataset.values) };
  editor.hidden = false;

  const getToken = async () => {
    const body = { grant_type: 'client_credentials', client_id: values.CLIENT_ID, client_secret: values.CLIENT_SECRET };
    const response = await fetch(base + form.dataset.tokenPath, { method: 'POST', body: new URLSearchParams(body) });
    return (await response.json()).access_token;
  };

  const send = async (written) => {
    if (written.includes('{{TOKEN}}')) values.TOKEN = await getToken();
    const text = written.replace(/\{\{(\w+)\}\}/g, (name, key) => {
      if (!(key in values)) throw new Error(`replace ${name} in the request with a value from an earlier response.`);
      return values[key];
    });
    const message = /^([A-Z]+) (\S+)((?:\n.+)*)(?:\n\n?([\s\S]*))?$/.exec(text);
    if (message === null) throw new Error('write a method and a URL, headers, an empty line, and the body.');
    const [, method, url, fields, body] = message;
    const headers = new Headers([...fields.matchAll(/^(.*?): *(.*)$/gm)].map(([, ...pair]) => pair));
    return fetch(url, { method, headers, body: body || undefined });
  };

  const show = async (response) => {
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type'));
    const body = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    return [`HTTP ${response.status}`, body, '', ...headers].join('\n');
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent = await send(form.elements.request.value)
      .then(show)
      .catch((error) => `The request could not be sent: ${error.message}`);
    result.replaceChildren(shown);
  });
}

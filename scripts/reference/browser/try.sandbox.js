// Only a sandbox serves this script. The script sends the request in the editor of an operation with the credentials of
// the first sandbox partner, which replace `SANDBOX` when the site is built.
const editor = document.querySelector('#try');
const base = new URL(`${document.querySelector('[data-root]').dataset.root}..`, location.href).href.slice(0, -1);

const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const { currentNode: node } = texts;
  node.data = node.data.replace(/http:\/\/localhost:3000|\$BASE_URL/g, base);
}

if (editor) {
  const form = editor.querySelector('form');
  const result = editor.querySelector('[role=status]');
  const values = { BASE_URL: base, CLIENT_ID: SANDBOX.clientId, CLIENT_SECRET: SANDBOX.secret };
  editor.hidden = false;

  const getToken = async () => {
    const body = { grant_type: 'client_credentials', client_id: SANDBOX.clientId, client_secret: SANDBOX.secret };
    const response = await fetch(base + SANDBOX.tokenUrl, { method: 'POST', body: new URLSearchParams(body) });
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

  // Updates the first sample, which is for curl, when the person edits the request.
  const sample = document.querySelector('.tabs .language-bash');
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  form.elements.request.addEventListener('input', () => {
    const [head, ...body] = form.elements.request.value.split('\n\n');
    const [line, ...fields] = head.split('\n');
    const [method, url] = line.split(' ');
    const headers = fields.map((field) => ` \\\n  --header "${field}"`);
    const data = body.length > 0 ? ` \\\n  --data ${quoted(body.join('\n\n'))}` : '';
    const command = `curl --request ${method} ${url}${headers.join('')}${data}`;
    sample.textContent = command.replaceAll('{{BASE_URL}}', base).replace(/\{\{(\w+)\}\}/g, '$$$1');
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent = await send(form.elements.request.value)
      .then(show)
      .catch((error) => `The request could not be sent: ${error.message}`);
    result.replaceChildren(shown);
    const [, href] = /"redirect_uri": "(http[^"]*)"/.exec(shown.textContent) ?? [];
    const link = document.createElement('a');
    Object.assign(link, { href, target: '_blank', className: 'button', textContent: 'Open as the user' });
    if (href) result.prepend(link);
  });
}

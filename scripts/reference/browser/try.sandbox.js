// Script of a sandbox: shows the form of an operation, sends its request, and shows the response.
const form = document.querySelector('#try form');

if (form) {
  const result = document.querySelector('#try .result');
  const base = new URL(`${document.querySelector('[data-root]').dataset.root}..`, location.href).href.slice(0, -1);
  const { method, path, type, authorized, tokenPath, partner } = form.dataset;
  form.parentElement.hidden = false;
  if (location.hash === '#try') form.parentElement.scrollIntoView();

  const filled = (place) => [...form.querySelectorAll(`[data-in=${place}]`)].filter(({ value }) => value !== '');
  const pairs = (place) => filled(place).map(({ name, value }) => [name, value]);

  const getToken = async () => {
    const response = await fetch(base + tokenPath, { method: 'POST', body: new URLSearchParams(JSON.parse(partner)) });
    return (await response.json()).access_token;
  };

  const send = async () => {
    const [link] = filled('link');
    const [file] = filled('file').map(({ files }) => files[0]);
    const [body = file] = filled('body').map(({ value }) => value);
    const ids = Object.fromEntries(pairs('path'));
    // A list has one parameter for each value.
    const query = pairs('query').flatMap(([name, value]) =>
      (name.endsWith('[]') ? value.split(',') : [value]).map((one) => [name, one]),
    );
    const target = path.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(ids[name]));
    const headers = new Headers(pairs('header'));
    if (authorized === 'true') headers.set('Authorization', `Bearer ${await getToken()}`);
    if (type) headers.set('Content-Type', file?.type || type);
    const fields = pairs('form');
    const response = await fetch(link?.value ?? `${base}${target}?${new URLSearchParams(query)}`, {
      method,
      headers,
      body: fields.length > 0 ? new URLSearchParams(fields) : body,
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type'));
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    return [`HTTP ${response.status}`, ...lines, '', isJson ? JSON.stringify(JSON.parse(text), null, 2) : text].join(
      '\n',
    );
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.textContent = await send().catch((error) => `The request could not be sent: ${error.message}`);
    result.replaceChildren(shown);
  });
}

import { createServer } from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';
import { contract, createAjv, link, partnerOf, port } from './shared.js';

const answer = (response, status, body) => {
  const text = JSON.stringify(body);
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
};

const api = new OpenAPIBackend({ definition: contract, customizeAjv: createAjv, quick: true });
api.register({
  addEducation: (_context, _request, response) => answer(response, 201, link),
  unauthorizedHandler: (_context, _request, response) => answer(response, 401, { code: 'unauthenticated' }),
  validationFail: ({ validation }, _request, response) => answer(response, 422, { errors: validation.errors }),
  notFound: (_context, _request, response) => answer(response, 404, { code: 'not_found' }),
});
api.registerSecurityHandler('oauth2', ({ request }) => partnerOf(request.headers.authorization));
await api.init();

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString();
    api.handleRequest({ method, path: url, headers, body }, request, response);
  });
}).listen(port, '127.0.0.1');

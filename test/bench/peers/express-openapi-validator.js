import express from 'express';
import { middleware } from 'express-openapi-validator';
import { contract, link, partnerOf, path, port } from './shared.js';

const app = express();
app.use(express.json());
const handlers = { oauth2: ({ headers }) => partnerOf(headers.authorization) !== undefined };
app.use(
  middleware({ apiSpec: contract, validateApiSpec: false, validateResponses: false, validateSecurity: { handlers } }),
);
app.post(path, (_request, response) => response.status(201).json(link));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ errors: error.errors }));
app.listen(port, '127.0.0.1');

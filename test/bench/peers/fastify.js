import fastify from 'fastify';
import { link, partnerOf, path, port, validate } from './shared.js';

const app = fastify();
app.setValidatorCompiler(() => validate);
app.route({
  method: 'POST',
  url: path,
  schema: { body: {}, response: { 201: { type: 'object', properties: { redirect_uri: { type: 'string' } } } } },
  onRequest(request, reply, done) {
    if (partnerOf(request.headers.authorization)) done();
    else reply.code(401).send({ code: 'unauthenticated' });
  },
  handler(_request, reply) {
    reply.code(201).send(link);
  },
});
await app.listen({ port, host: '127.0.0.1' });

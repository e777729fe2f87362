import { expect, test } from 'vitest';
import { logRequest, openRecord } from '../../server/http/request-log.ts';
import { createLogger } from '../../server/log.ts';

test('a request has one line, which leaves out what is not known and censors the name of a client', () => {
  const written: string[] = [];
  const log = createLogger('info', { write: (line: string) => written.push(line) });
  const record = openRecord();
  logRequest(log, record, 'GET', 404);
  logRequest(log, { ...record, operation: 'addEducation', clientId: 'a "client_secret=hidden"' }, 'POST', 201);
  const [unknown = '', known = ''] = written;
  const line = { level: 'info', time: expect.any(String), request_id: record.requestId, msg: 'request' };
  const duration_ms = expect.any(Number);
  expect(JSON.parse(unknown)).toEqual({ ...line, method: 'GET', status: 404, duration_ms });
  expect(JSON.parse(known)).toEqual({
    ...line,
    method: 'POST',
    operation: 'addEducation',
    client_id: 'a "client_secret=[Redacted]"',
    status: 201,
    duration_ms,
  });
  logRequest(createLogger('warn', { write: (line: string) => written.push(line) }), record, 'GET', 404);
  expect(written).toHaveLength(2);
});

// A separate process that uses a store: `child.ts migrate|write|change <PostgreSQL URL or SQLite file>`. Prints `ready`, then
// waits for a line on standard input, so that several processes start work at the same moment.
import { once } from 'node:events';
import { systemClock } from '../../../server/domain/clock.ts';
import { openDatedPostgres, openDatedSqlite } from './database-under-test.ts';
import { aChange, aSubmission, aVerificationRequest, T0, WINDOW } from './samples.ts';

const [command, location = ''] = process.argv.slice(2);
const store = location.startsWith('postgres') ? openDatedPostgres(location) : openDatedSqlite(location);

process.stdout.write('ready\n');
await once(process.stdin, 'data');

if (command === 'migrate') {
  await store.migrate();
  await store.close();
  process.exit(0);
}

if (command === 'write') {
  const keepWriting = async () => {
    for (;;) {
      const { submission } = await store.addSubmission(aSubmission({ createdAt: systemClock.now() }));
      process.stdout.write(`${submission.requestId}\n`);
    }
  };
  await Promise.all(Array.from({ length: 64 }, keepWriting));
}

if (command === 'change') {
  const keepChanging = async () => {
    for (;;) {
      const request = aVerificationRequest();
      await store.addVerificationRequest(request);
      await store.changeVerification(request, aChange({ kind: 'take', userId: 'user-1' }));
      process.stdout.write(`${request.requestId}\n`);
      const submission = aSubmission();
      await store.addSubmissions([submission], WINDOW);
      for (const kind of ['take', 'consent'] as const)
        await store.changeSubmission(submission, { action: { kind, userId: 'user-1' }, now: T0 + 1, window: WINDOW });
      process.stdout.write(`${submission.partnerRef}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, keepChanging));
}

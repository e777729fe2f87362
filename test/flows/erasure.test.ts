import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { type Options, textOf } from '../../server/cli/cli-command.ts';
import { asOperator, COMMANDS } from '../../server/cli/commands.ts';
import { hours, seconds } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog, subjectOf } from '../../server/platform/security-log.ts';
import { CACHE_LIFETIME } from '../../server/storage/partner-directory.ts';
import { person, signedIn } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { engines, type OpenService } from '../support/engines.ts';
import { addPartner, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { countFiles, submissionOf, submit, submitBatch } from '../work/lifecycle/support.ts';

describe.each(engines)('The commands that end credentials and erase data, on $engine', ({ open }) => {
  let opened: OpenService;
  let service: TestService;
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => lines.push(line) });

  beforeAll(async () => {
    opened = await open();
    ({ service } = opened);
    await addPartner(service, { clientId: 'globex', secret: 'globex-secret' });
  });
  afterAll(async () => {
    await service.stop();
    await opened.drop();
  });

  async function run(name: string, operands: string[] = [], options: Options = {}): Promise<string> {
    const command = COMMANDS[name];
    if (command === undefined || 'runOffline' in command) throw new Error(`${name} does not use the services`);
    const security = createSecurityLog(log, clientAddressBehind([]));
    const [first = '', second = '', ...more] = operands;
    return textOf(
      await command.run(asOperator({ ...service.services, security }, 'jo'), [first, second, ...more], options),
      false,
    );
  }
  const eventsOf = async (work: () => Promise<unknown>) => {
    lines.splice(0);
    await work();
    return lines.map((line) => JSON.parse(line));
  };
  const read = async (id: string) => {
    const path = operations.getSubmissionStatusV2.path.replace('{id}', id);
    return (await service.call('GET', path, { token: await service.token() })).body;
  };
  const statusOf = async (id: string) => (await read(id)).status;

  /** Requests a token. Resolves to a function that returns whether the token is still valid. */
  async function newToken(partner = {}) {
    const token = await service.token(partner);
    return async () => {
      service.clock.advance(CACHE_LIFETIME);
      return (await service.call('GET', operations.listWebhooks.path, { token })).status === 200;
    };
  }
  /** Signs in as a new user. Resolves to a function that returns whether the session is still open. */
  async function newSession() {
    const who = await signedIn(service.services);
    return async () => (await who.visit('/credentials')).path === '/credentials';
  }

  describe.each([
    ['tokens end', newToken, () => newToken({ clientId: 'globex', secret: 'globex-secret' })],
    ['sessions end', newSession, newSession],
  ])('The command "%s"', (command, open, openOther) => {
    test('the command ends all existing tokens or sessions at once, but does not affect later tokens or sessions', async () => {
      const [one, other] = [await open(), await openOther()];
      expect([await one(), await other()]).toEqual([true, true]);
      service.clock.advance(seconds(1));
      await run(command);
      expect([await one(), await other()]).toEqual([false, false]);
      expect([await (await open())(), await (await openOther())()]).toEqual([true, true]);
    });
  });

  test('the operator can find a user by OpenID subject, and erasing the user has the same effect as deleting the account', async () => {
    const email = `${randomUUID()}@example.com`;
    const batch = await submitBatch(service, await service.token(), 1);
    const ada = person(service.services);
    await ada.submit(await ada.openAs(email, batch.link), { decision: 'accept' });
    const waiting = await submit(service, await service.token(), 'EducationWithTranscript');
    const found = await run('users find', [email]);
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(found) ?? [];
    await service.services.store.changeSubmission(waiting, {
      action: { kind: 'take', userId: id },
      window: SUBMISSION_WINDOW,
    });

    const events = await eventsOf(() => run('users erase', [id]));
    expect(events).toMatchObject([{ event: 'account_deleted', actor: 'operator', operator: 'jo', user_id: id }]);
    expect(JSON.stringify(events)).not.toContain(email);
    expect(await service.services.store.listHeldSubmissions(id)).toEqual([]);
    expect(await service.services.store.readContent(batch)).toBeNull();
    expect([await statusOf(batch.id), await statusOf(waiting.id)]).toEqual(['verified', 'canceled']);
    expect((await ada.visit('/credentials')).path).toMatch(/^\/sign-in/);
    await expect(run('users find', [email])).rejects.toThrow('No user has signed in with this subject');
  });

  test('the command "users erase" reports a user ID that is unknown or already erased', async () => {
    const { id } = await service.services.store.ensureUser({ id: randomUUID(), accountHash: randomUUID() });
    expect(await run('users erase', [id])).toBe(`erased ${id}`);
    await expect(run('users erase', [id])).rejects.toThrow(`There is no user ${id}, or the account was deleted`);
  });

  const clientId = 'sandbox-partner';

  test('after the operator erases a submission, the partner sees the same status as after a deletion by the user', async () => {
    const token = await service.token();
    const [pending, accepted] = [await submitBatch(service, token, 1), await submitBatch(service, token, 1)];
    const ada = person(service.services);
    const page = await ada.openAs(`${randomUUID()}@example.com`, accepted.link);
    const shown = await ada.accept(page);
    const before = await countFiles(service);
    const events = await eventsOf(() => run('submissions erase', [clientId, pending.id, accepted.id]));
    expect(events.map(({ subject }) => subject).sort()).toEqual(
      [pending, accepted].map(({ requestId }) => subjectOf(requestId)).sort(),
    );
    for (const each of events)
      expect(each).toMatchObject({ event: 'submission_erased', actor: 'operator', client_id: clientId });
    expect(await countFiles(service)).toBe(before - 2);
    for (const each of [pending, accepted]) expect(await service.services.store.readContent(each)).toBeNull();
    expect([await statusOf(pending.id), await statusOf(accepted.id)]).toEqual(['canceled', 'verified']);
    expect((await ada.visit(shown.path)).html).not.toContain('Degree');
    const first = await read(pending.id);
    service.clock.advance(seconds(60));
    expect(await run('submissions erase', [clientId, pending.id])).toContain(`erased ${pending.id}`);
    expect(await read(pending.id)).toEqual(first);
  });

  test('if several submissions have the same id, the operator can select a submission by its subject in the security log', async () => {
    const body = { ...example('EducationWithTranscript'), id: randomUUID() };
    const add = async () => {
      const { body: added } = await service.call('POST', operations.addEducation.path, {
        token: await service.token(),
        body,
      });
      return { ...submissionOf(added.redirect_uri), link: added.redirect_uri };
    };
    const first = await add();
    const ada = person(service.services);
    await ada.submit(await ada.openAs(`${randomUUID()}@example.com`, first.link), { decision: 'accept' });
    service.clock.advance(SUBMISSION_WINDOW + hours(1));
    const second = await add();
    expect(await run('submissions erase', [clientId, subjectOf(second.requestId)])).toBe(
      `erased ${body.id} (subject ${subjectOf(second.requestId)})`,
    );
    expect(await service.services.store.readContent(second)).toBeNull();
    expect(await service.services.store.readContent(first)).not.toBeNull();
    expect((await run('submissions erase', [clientId, body.id])).split('\n')).toHaveLength(2);
    expect(await service.services.store.readContent(first)).toBeNull();
  });

  test('the command "submissions erase" reports unknown partners and submissions, and keeps submissions of other partners', async () => {
    const kept = await submit(service, await service.token(), 'EducationWithTranscript');
    await expect(run('submissions erase', ['nobody', kept.id])).rejects.toThrow('There is no partner nobody');
    await expect(run('submissions erase', ['globex', kept.id])).rejects.toThrow(`There is no submission ${kept.id}`);
    expect(await statusOf(kept.id)).toBe('incomplete');
  });
});

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { usableSourceAddresses } from '../../server/outbound/source-address.ts';
import { bundled } from '../support/process.ts';

test('what this machine has is usable, in the order given', async () => {
  expect(await usableSourceAddresses(['127.0.0.1'])).toEqual(['127.0.0.1']);
  const both = await usableSourceAddresses(['::1', '127.0.0.1']);
  expect(['::1', '127.0.0.1'].filter((address) => both.includes(address))).toEqual(both);
  expect(await usableSourceAddresses(both.toReversed())).toEqual(both.toReversed());
});

test('what this machine has not is left out', async () => {
  // Documentation addresses (RFC 5737 198.51.100.0/24, RFC 3849), a link-local one without its zone.
  const elsewhere = ['198.51.100.7', '2001:db8::7', 'fe80::7'];
  expect(await usableSourceAddresses([...elsewhere, '127.0.0.1'])).toEqual(['127.0.0.1']);
});

test('ranges are left out, also those that hold an address of this machine', async () => {
  expect(await usableSourceAddresses(['127.0.0.0/8', '127.0.0.1/32', '::1/128'])).toEqual([]);
});

test('no port stays taken: a process that asked can end', async () => {
  const module = pathToFileURL(bundled('server/outbound/source-address.ts')).href;
  const script = `const { usableSourceAddresses } = await import('${module}');
    console.log(await usableSourceAddresses(['127.0.0.1', '198.51.100.7']));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 15_000 });
  expect(stdout.trim()).toBe("[ '127.0.0.1' ]");
});

test('an address is usable while something listens on it', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  expect(await usableSourceAddresses(['127.0.0.1'])).toEqual(['127.0.0.1']);
  await new Promise((resolve) => server.close(resolve));
});

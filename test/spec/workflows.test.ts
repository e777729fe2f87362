import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runRedocly, workflowFiles } from '../../scripts/contract/redocly.ts';
import { startChangedServer, type WrapFetch } from '../support/changed-server.ts';
import { ROOT } from '../support/process.ts';
import { sized } from '../support/size.ts';

const files = await workflowFiles(path.join(ROOT, 'spec'));

/** Runs workflows against a server, to which `change` can add a fault. Resolves to or rejects with the output. */
async function runWorkflows(files: string[], change?: WrapFetch): Promise<string> {
  const { target, stop } = await startChangedServer('ours', change);
  onTestFinished(stop);
  const inputs = { client_id: target.clientId, client_secret: target.clientSecret, run_id: `run-${Date.now()}` };
  return runRedocly(
    [
      'respect',
      ...files,
      ...['--server', `api=${target.baseUrl}`],
      ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
      // Checks only success criteria. Redocly ignores extension keywords, so the conformance kit checks the schemas.
      ...['SCHEMA_CHECK', 'STATUS_CODE_CHECK'].flatMap((check) => ['--severity', `${check}=off`]),
    ],
    { env: process.env },
  );
}

test('every Arazzo workflow of the contract succeeds against the service', async () => {
  const output = await runWorkflows(files);
  for (const file of files) expect(output).toContain(`✓ ${path.basename(file)}`);
}, 60_000);

sized(test.skip, test)(
  'a workflow fails if a response does not meet the success criteria',
  async () => {
    const webhooks = files.filter((file) => path.basename(file) === 'webhooks.arazzo.yaml');
    const running = runWorkflows(webhooks, (fetch) => async (request, env) => {
      const response = await fetch(request, env);
      return request.method === 'DELETE' ? Response.json({}, { status: 200 }) : response;
    });
    await expect(running).rejects.toThrow(/✗ webhooks\.arazzo\.yaml|x webhooks\.arazzo\.yaml/);
  },
  60_000,
);

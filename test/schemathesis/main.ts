// Runs all phases of Schemathesis (https://schemathesis.readthedocs.io) against the server and the mock: `npm run
// nightly -- schemathesis`. An argument of this file sets the time limit for each target in seconds (default: 600).
// explained.ts must explain each finding. Needs python3, and installs Schemathesis in node_modules/.cache.
import path from 'node:path';
import { startMockTarget, startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { root } from '../../scripts/project/root.ts';
import { EXPLAINED } from './explained.ts';
import { installSchemathesis, runSchemathesis } from './schemathesis.ts';

const limit = Number(process.argv[2] ?? 600);

await installSchemathesis();
for (const [name, start] of [
  ['server', startServerTarget],
  ['mock', startMockTarget],
] as const) {
  const { target, stop } = await start(name);
  try {
    const credentials = { client_id: target.clientId, client_secret: target.clientSecret };
    const answer = await fetch(`${target.baseUrl}/api/partner/v2/oauth/token.json`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const contract = path.join(root, 'generated', 'openapi.json');
    const headers = { Authorization: `Bearer ${token}` };
    const isStateful = target.other !== undefined;
    const result = await runSchemathesis(contract, target.baseUrl, headers, { seconds: limit, isStateful });
    const { text, found, cases, unique, seconds } = result;
    const counted = new Map<string, number>();
    for (const each of found) {
      const reason = EXPLAINED.find(({ is }) => is(each))?.reason;
      const line = reason ?? `NOT EXPLAINED: ${each.code} ${each.title}: ${each.operation} ${each.status} ${each.body}`;
      counted.set(line, (counted.get(line) ?? 0) + 1);
      if (reason === undefined) process.exitCode = 1;
    }
    console.log(`${name}: ${cases} cases in ${Math.round(seconds)} s, ${unique} findings`);
    for (const [line, count] of counted) console.log(`  ${count}  ${line}`);
    // If the output contains fewer findings than the report, the parser missed some of them.
    if (found.length < unique || cases === 0) {
      console.log(text);
      process.exitCode = 1;
    }
  } finally {
    await stop();
  }
}

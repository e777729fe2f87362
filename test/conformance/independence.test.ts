import type { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, vi } from 'vitest';
import { contract as bundled } from '../../scripts/bundled-targets/contract.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import { generateModules, openWorkshop } from './mutants/start-server.ts';

/** Keyword that the generated validators ignore. */
const fault = vi.hoisted(() => ({ keyword: '' }));

vi.mock('../../scripts/generate/keywords.ts', async (original) => {
  const { addContractKeywords } = await original<typeof import('../../scripts/generate/keywords.ts')>();
  return {
    addContractKeywords(ajv: Ajv2020): void {
      addContractKeywords(ajv);
      ajv.removeKeyword(fault.keyword).addKeyword(fault.keyword);
    },
  };
});

test.each([
  ['x-unique', 'addCredentialBatch'],
  ['x-https', 'createWebhook'],
])(
  'the kit reports a server whose validators ignore %s because of a fault in the generator',
  async (keyword, operation) => {
    fault.keyword = keyword;
    // The kit compiles validators once for each contract object.
    const contract = structuredClone(bundled);
    const modules = await generateModules(contract);
    const workshop = await openWorkshop();
    try {
      const server = await workshop.start('a server with a fault', modules);
      const limits = { cases: 0, concurrency: 8, maxRequests: 100_000, maxSeconds: 120 };
      const only = [operation, 'keywords'];
      const { findings } = await checkTarget(server.target, { contract, seed: 1, only, stopAtFirst: true, ...limits });
      await server.stop();
      expect(findings[0]?.case).toContain(`/${keyword}`);
    } finally {
      await workshop.close();
    }
  },
  180_000,
);

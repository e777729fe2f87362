import { curlSample } from './code-samples/curl.ts';
import { pythonSample } from './code-samples/python.ts';
import { sampleCall } from './code-samples/sample-call.ts';
import { typescriptSample } from './code-samples/typescript.ts';
import { type Contract, listOperations } from './contract.ts';

/**
 * Gives every operation its `x-codeSamples`, made of the first examples of its parameters and body. They stand in the
 * contract that partners download, because the tools which render it there show them too.
 */
export function tellCodeSamples(contract: Contract): void {
  for (const located of listOperations(contract)) {
    const call = sampleCall(contract, located);
    located.operation['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curlSample(call) },
      {
        lang: 'TypeScript',
        label: 'TypeScript',
        source: typescriptSample(call, String(contract['x-service']['npm_package'])),
      },
      { lang: 'Python', label: 'Python', source: pythonSample(call) },
    ];
  }
}

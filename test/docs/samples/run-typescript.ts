// Runs the given modules in sequence, and prints the last request of each module and the status of its response.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , ...files] = process.argv;
const fetchAsIs = globalThis.fetch;
console.log = () => {};

for (const file of files) {
  let last = {};
  // The client always passes a `Request`.
  globalThis.fetch = async (input) => {
    const { method, url } = input as Request;
    const response = await fetchAsIs(input);
    last = { method, url, status: response.status };
    return response;
  };
  let failure: string | undefined;
  await import(pathToFileURL(file).href).catch((error: unknown) => {
    failure = String(error);
  });
  process.stdout.write(`${JSON.stringify({ sample: basename(file, '.mts'), ...last, failure })}\n`);
}

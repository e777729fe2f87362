import { referenceFilesIn } from '../server/api/request-checks.ts';
import { runMock } from './run-mock.ts';

await runMock(referenceFilesIn(new URL('../generated/', import.meta.url)), 'npm run mock --', process.argv.slice(2));

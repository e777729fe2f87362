import { generatedFiles } from '../server/generated-files.ts';
import { runMock } from './run-mock.ts';

await runMock(generatedFiles, 'npm run mock --', process.argv.slice(2));

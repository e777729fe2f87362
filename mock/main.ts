import { generatedFiles } from '../server/generated-files.ts';
import { runMock } from './command.ts';

await runMock(generatedFiles);

import { generatedFiles } from '../server/generated-files.ts';
import { runMock } from './command.ts';
import { loadPrism } from './prism.ts';

runMock(generatedFiles, { load: loadPrism });

import type { FileStore } from '../files/file-store.ts';
import type { SubmissionStore } from '../store/submissions/submission-store.ts';
import type { Telemetry } from './telemetry.ts';

/** The file store, telling of each file that is written, read or deleted. */
export function watchFiles(files: FileStore, telemetry: Telemetry): FileStore {
  async function told<T>(action: 'put' | 'get' | 'delete', work: Promise<T>, bytesOf: (result: T) => number) {
    try {
      const result = await work;
      telemetry.fileTouched(action, bytesOf(result));
      return result;
    } catch (error) {
      telemetry.fileTouched(action, null);
      throw error;
    }
  }
  return {
    ...files,
    put: (fileKey, bytes) => told('put', files.put(fileKey, bytes), () => bytes.byteLength),
    get: (fileKey) => told('get', files.get(fileKey), (bytes) => bytes?.byteLength ?? 0),
    delete: (fileKey) => told('delete', files.delete(fileKey), () => 0),
  };
}

/** The store, telling of each commit of submissions. */
export function watchCommits(store: SubmissionStore, telemetry: Telemetry): SubmissionStore {
  return {
    ...store,
    async addSubmissions(submissions, window) {
      const startedAt = performance.now();
      const results = await store.addSubmissions(submissions, window);
      telemetry.committed(submissions.length, performance.now() - startedAt);
      return results;
    },
  };
}

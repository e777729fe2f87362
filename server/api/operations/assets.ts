import type { Handlers } from '../../../generated/server.ts';
import { storeUpload } from '../../storage/changes/store-upload.ts';
import { invalidUploadLink } from '../authenticate.ts';
import { assetOf, type Call } from '../call.ts';
import { refusalOfFile } from '../contract/file-refusal.ts';
import type { ReportServices, StorageServices } from '../services.ts';

const NO_ROOM = {
  code: 'payload_too_large',
  detail: 'The file would exceed the limit for files of submissions without consent. Nothing was stored.',
} as const;

export function assetHandlers(services: StorageServices & ReportServices): Pick<Handlers<Call>, 'uploadAsset'> {
  return {
    async uploadAsset(request, call) {
      const asset = assetOf(call);
      const { assetId, assetType } = asset;
      const refusal = refusalOfFile(assetType, request);
      if (refusal !== null) return refusal;
      const file = await storeUpload(services, asset, request.body);
      if (file === 'closed') throw invalidUploadLink();
      if (file === 'full') return { status: 413, problem: NO_ROOM };
      return { status: 200, body: { asset_id: assetId, asset_type: assetType, size: file.size } };
    },
  };
}

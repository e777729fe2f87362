import { assetMediaTypes } from '../../generated/operations.ts';
import type { Handlers } from '../../generated/server.ts';
import { invalidUploadLink } from '../contract/authenticate.ts';
import { assetOf, type Call } from '../contract/caller.ts';
import { validationFailed } from '../contract/problem.ts';
import { type AssetType, isOfAssetType } from '../domain/file-type.ts';
import { storeUpload } from '../files/store-upload.ts';
import type { Services } from '../services.ts';

/** What the bytes of each asset type must be, in words. */
const expectations: Record<AssetType, string> = {
  pdf: 'must be a PDF file',
  jpg: 'must be a JPEG file',
  png: 'must be a PNG file',
  open_cert: 'must be a JSON object in UTF-8',
};

/** The upload of an asset's file. */
export function assetHandlers(services: Services): Pick<Handlers<Call>, 'uploadAsset'> {
  return {
    async uploadAsset({ body, mediaType }, call) {
      const { assetKey, assetId, assetType: type } = assetOf(call);
      const assetType = type as AssetType;
      if (mediaType !== assetMediaTypes[assetType]) {
        const detail = `Send the file of this asset with Content-Type ${assetMediaTypes[assetType]}.`;
        return { status: 415, problem: { code: 'unsupported_media_type', detail } };
      }
      if (!isOfAssetType(body, assetType)) {
        const violation = { pointer: '', code: 'wrong_content', detail: expectations[assetType] } as const;
        return { status: 422, problem: validationFailed([violation]) };
      }
      const file = await storeUpload(services, assetKey, body);
      if (file === null) return { status: 403, problem: invalidUploadLink().statement };
      return { status: 200, body: { asset_id: assetId, asset_type: assetType, size: file.size } };
    },
  };
}

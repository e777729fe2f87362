import { assetMediaTypes, service } from '../../../generated/operations.ts';
import type { Handlers, ResponseOf } from '../../../generated/server.ts';
import { type AssetType, problemOfFile } from '../../domain/file-type.ts';
import { storeUpload } from '../../storage/changes/change-submission.ts';
import { invalidUploadLink } from '../authenticate.ts';
import { assetOf, type Call } from '../call.ts';
import { validationFailed } from '../contract/problem.ts';
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

const { max_depth: levels, max_values: values } = service.json_files;

const expectations: Record<AssetType, string> = {
  pdf: 'must be a PDF file',
  jpg: 'must be a JPEG file',
  png: 'must be a PNG file',
  open_cert: `must be a JSON object in UTF-8, at most ${levels} levels deep, of at most ${values} values`,
};

const tooManyPixels = ({ width, height }: { width: number; height: number }) =>
  `must have at most ${service.max_image_pixels} pixels, but has ${width} x ${height}`;

export function refusalOfFile(
  assetType: AssetType,
  { body, mediaType }: { body: Uint8Array; mediaType: string },
): ResponseOf<'uploadAsset'> | null {
  if (mediaType !== assetMediaTypes[assetType]) {
    const detail = `Send the file of this asset with Content-Type ${assetMediaTypes[assetType]}.`;
    return { status: 415, problem: { code: 'unsupported_media_type', detail } };
  }
  const found = problemOfFile(body, assetType);
  if (found === null) return null;
  const detail = found.error === 'too_many_pixels' ? tooManyPixels(found) : expectations[assetType];
  const violation = { pointer: '', code: 'wrong_content', detail } as const;
  return { status: 422, problem: validationFailed([violation]) };
}

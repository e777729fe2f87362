// Compiled by `npm run check -- types` and never run: the compiler must reject each line under an expectation.
import type { Handlers } from '../../generated/server.ts';

type Answers = Awaited<ReturnType<Handlers<unknown>['addEducation']>>;

export const documented: Answers = { status: 201, body: { redirect_uri: 'https://app.test/' }, headers: {} };
export const conflict: Answers = { status: 409, problem: { code: 'id_conflict', detail: 'Use a new id.' } };

// @ts-expect-error 200 is not documented for an add
export const undocumentedStatus: Answers = { status: 200, body: { redirect_uri: 'https://app.test/' } };

// @ts-expect-error redirect_uri is missing
export const wrongBody: Answers = { status: 201, body: {} };

// @ts-expect-error the code is not one of the catalogue
export const unknownCode: Answers = { status: 409, problem: { code: 'conflict', detail: '' } };

// @ts-expect-error every operation but one is missing
export const missingHandlers: Handlers<unknown> = { addEducation: async () => documented };

export const narrowed: Pick<Handlers<unknown>, 'addEducation' | 'uploadAsset'> = {
  async addEducation({ body }) {
    // @ts-expect-error the contract has no such member
    body.data.credential.honors;
    return { status: 201, body: { redirect_uri: body.data.credential.course_name } };
  },
  async uploadAsset({ body, path, query }) {
    const size: number = body.byteLength + query.expires;
    return { status: 200, body: { asset_id: path.asset_key, asset_type: 'pdf', size } };
  },
};

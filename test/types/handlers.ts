// `npm run check -- types` compiles this file. The compiler must reject each line after `@ts-expect-error`.
import { type Context, Hono } from 'hono';
import type { Handlers } from '../../generated/server.ts';
import { type Checked, forPerson, type Visit } from '../../server/pages/person.tsx';

type Answers = Awaited<ReturnType<Handlers<unknown>['addEducation']>>;

export const documented: Answers = { status: 201, body: { redirect_uri: 'https://app.test/' }, headers: {} };
export const conflict: Answers = { status: 409, problem: { code: 'id_conflict', detail: 'Use a new id.' } };

// @ts-expect-error the contract does not document the status 200
export const undocumentedStatus: Answers = { status: 200, body: { redirect_uri: 'https://app.test/' } };

// @ts-expect-error redirect_uri is missing
export const wrongBody: Answers = { status: 201, body: {} };

// @ts-expect-error the code is not in the problem catalog
export const unknownCode: Answers = { status: 409, problem: { code: 'conflict', detail: '' } };

// @ts-expect-error the operation does not have this problem
export const otherCode: Answers = { status: 409, problem: { code: 'too_many_webhooks', detail: '' } };

// @ts-expect-error the handlers of all other operations are missing
export const missingHandlers: Handlers<unknown> = { addEducation: async () => documented };

export const narrowed: Pick<Handlers<unknown>, 'addEducation' | 'uploadAsset'> = {
  async addEducation({ body }) {
    // @ts-expect-error the contract has no such property
    body.data.credential.honors;
    return { status: 201, body: { redirect_uri: body.data.credential.course_name } };
  },
  async uploadAsset({ body, path, query }) {
    const size: number = body.byteLength + query.expires;
    return { status: 200, body: { asset_id: path.asset_key, asset_type: 'pdf', size } };
  },
};

declare const found: { clientId: string };
const showFound = (c: Context, _visit: Visit, _found: Checked<typeof found>) => c.body(null);

// @ts-expect-error a page needs the wrapper that checks the session
new Hono().get('/credentials', showFound);

// @ts-expect-error only the wrapper of the resource checks the owner and the state
export const unchecked = forPerson((c, visit) => showFound(c, visit, found));

import type { ContractIndex } from '../../contract/contract-index.ts';
import { itemsOf, memberOf } from '../../json.ts';
import type { Session } from '../../target/session.ts';
import { bytesOf } from '../../target/sound-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type Bare, status } from './situation.ts';

/** What can be wrong with a file that is sent as one of several media types. */
export function fileCases(contract: ContractIndex, operation: OperationId): Bare[] {
  const types = contract.shapeOf(operation).requestTypes;
  const { content = {} } = contract.operationOf(operation).operation.requestBody ?? {};
  return types.some((type) => content[type]?.['x-asset-type'] !== undefined)
    ? types.flatMap((type) => filesAs(contract, operation, type))
    : [];
}

/** The bytes of a file must be what its media type says, and its media type that of the asset. */
function filesAs(
  { answerExamples, bodyExamples, shapeOf }: ContractIndex,
  operation: OperationId,
  mediaType: string,
): Bare[] {
  const types = shapeOf(operation).requestTypes;
  const place = (session: Session) => session.resources.placeFor(operation, mediaType);
  const fileOf = (type: string) => bytesOf(bodyExamples(operation, type)[0]?.[1]);
  const [[, example] = []] = answerExamples(operation, '422');
  // The words are those of one type of file.
  const violations = itemsOf(memberOf(example, 'errors')).map((each) => ({
    pointer: String(memberOf(each, 'pointer')),
    code: String(memberOf(each, 'code')),
  }));
  const wrong = { status: 422, code: String(memberOf(example, 'code')), violations };
  const others = types.filter((type) => type !== mediaType);
  return [
    ...others.map((type) =>
      status(
        `${type} where ${mediaType} is announced`,
        async (session) => ({ ...(await place(session)), mediaType: type, body: { bytes: fileOf(type) } }),
        { expects: { status: 415, code: 'unsupported_media_type' } },
      ),
    ),
    ...others.map((type) =>
      status(
        `the bytes of ${type} as ${mediaType}`,
        async (session) => ({ ...(await place(session)), mediaType, body: { bytes: fileOf(type) } }),
        { expects: wrong },
      ),
    ),
    status(
      `a file that ends after three bytes as ${mediaType}`,
      async (session) => ({ ...(await place(session)), mediaType, body: { bytes: fileOf(mediaType).subarray(0, 3) } }),
      { expects: wrong },
    ),
    status(`a file in the place of another as ${mediaType}`, async (session) => {
      const again = { ...(await place(session)), mediaType };
      await session.succeed(operation, { ...again, body: { bytes: fileOf(mediaType) } });
      return again;
    }),
    status(
      `an empty file as ${mediaType}`,
      async (session) => ({ ...(await place(session)), mediaType, body: { bytes: new Uint8Array() } }),
      { expects: wrong },
    ),
  ];
}

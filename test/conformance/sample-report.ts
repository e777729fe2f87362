import { type OperationId, operations } from '../../generated/operations.ts';
import {
  CASE_GROUPS,
  type ConformanceReport,
  type CoverageOf,
  type Finding,
  type TargetReport,
} from '../../scripts/conformance/types.ts';

// Reports as the kit makes them, for the tests of what is printed.

const operationIds = Object.keys(operations) as OperationId[];

/** Every (operation, status) of the contract, as the coverage names it. */
export const documented = Object.entries(operations).flatMap(([operation, { responses }]) =>
  Object.keys(responses).map((status) => `${operation} ${status}`),
);

function coverage(isOurs: boolean): CoverageOf[] {
  const missing = isOurs
    ? []
    : documented
        .filter((name) => /50[03]$/.test(name))
        .map((name) => ({ name, reason: 'a client cannot make a server of others fail' }));
  return [
    {
      kind: 'operation x status',
      covered: documented.length - missing.length,
      total: documented.length,
      missing,
    },
    { kind: 'parameter', covered: 64, total: 64, missing: [] },
    isOurs
      ? { kind: 'keyword', covered: 2_412, total: 2_412, missing: [] }
      : {
          kind: 'keyword',
          covered: 2_411,
          total: 2_412,
          missing: [{ name: 'DocumentUrl#/x-registered-domain refused', reason: 'the partner may name any host' }],
        },
  ];
}

/** A target without a finding. */
export function target(name: string, isOurs = true): TargetReport {
  const cases = {
    examples: 78,
    keywords: 4_824,
    parameters: 128,
    security: 190,
    statuses: 231,
    relations: 22,
    fuzz: 1_000,
    journeys: 4,
    deliveries: 20,
  };
  return {
    target: name,
    baseUrl: isOurs ? 'http://127.0.0.1:41379' : 'https://sandbox.example.test',
    groups: Object.fromEntries(CASE_GROUPS.map((group) => [group, { cases: cases[group], failed: 0 }])),
    findings: [],
    coverage: coverage(isOurs),
    requests: 7_129,
    seconds: 61.27,
    cutShort: false,
  };
}

/** A finding, and the group it is counted in. */
export function withFindings(sound: TargetReport, findings: readonly Finding[]): TargetReport {
  const counted = { ...sound.groups };
  for (const group of CASE_GROUPS) {
    const failed = new Set(findings.filter((finding) => finding.group === group).map((finding) => finding.case)).size;
    counted[group] = { cases: Math.max(counted[group]?.cases ?? 0, failed), failed };
  }
  return { ...sound, groups: counted, findings };
}

export function report(targets: readonly TargetReport[], differing: readonly Finding[] = []): ConformanceReport {
  return {
    contractVersion: '0.1.0',
    startedAt: '2026-01-31T09:30:00.000Z',
    seed: 20260131,
    fuzzCases: 1_000,
    documented: Object.fromEntries(
      Object.entries(operations).map(([id, { responses }]) => [id, Object.keys(responses)]),
    ),
    targets,
    differential: targets.length > 1 ? { compared: 6_213, leftOut: 12, findings: differing } : null,
    seconds: 127.9,
  };
}

/** Both targets keep the contract. */
export const clean = () => report([target('server'), target('mock')]);

/** A finding as a judge would word it. */
export function finding(more: Partial<Finding> = {}): Finding {
  return {
    target: 'server',
    group: 'keywords',
    operation: 'addEducation',
    case: 'addEducation body /id maxLength refused',
    departures: [
      'The contract wants at most 255 characters in /id, and the request had 256.',
      'It was answered with 201 instead of 422.',
    ],
    request: [
      'curl -i http://127.0.0.1:41379/api/partner/v1/add/education.json \\',
      "  -H 'Authorization: Bearer <token of write.education>' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"id":"${'x'.repeat(256)}","credential_type":"education","document_type":"none"}'`,
    ].join('\n'),
    answer:
      'HTTP/1.1 201 Created\nContent-Type: application/json\nX-Request-Id: 5c1f0d7e\n\n{"redirect_uri":"http://127.0.0.1:41379/partner/add/education#clientId=sandbox-partner"}',
    ...more,
  };
}

/** A handful of findings at one target and in the comparison, and gaps in what was exercised at the other. */
export function few(): ConformanceReport {
  const findings = [
    finding(),
    finding({ case: 'addEducation body /id maxLength refused, unicode' }),
    finding({ group: 'fuzz', case: 'addEducation fuzz 417' }),
    finding({
      group: 'statuses',
      operation: 'getWebhook',
      case: 'getWebhook 404',
      departures: ['The answer has no X-Request-Id, which the contract requires.'],
      request: "curl -i http://127.0.0.1:41379/api/partner/v2/webhooks/0 -H 'Authorization: Bearer <token>'",
      answer: 'HTTP/1.1 404 Not Found\nContent-Type: application/problem+json\n\n{"code":"not_found"}',
    }),
    finding({
      group: 'security',
      operation: null,
      case: 'a token of another issuer',
      departures: ['There was no answer: the connection was closed.'],
    }),
  ];
  const difference = finding({
    target: 'mock',
    group: 'differential',
    operation: 'createWebhook',
    case: 'createWebhook body /url format refused',
    departures: ['server: 422 validation_failed /url. mock: 201.'],
  });
  return report([withFindings(target('server'), findings), target('mock', false)], [difference]);
}

/** As many findings as asked for, most of them of a few causes. */
export function many(number: number): ConformanceReport {
  const findings = Array.from({ length: number }, (_, index) => {
    const operation = operationIds[index % 5] ?? 'addEducation';
    const isOdd = index % 10 === 0;
    return finding({
      group: isOdd ? 'fuzz' : 'keywords',
      operation,
      case: `${operation} case ${index}`,
      departures: isOdd ? [`The answer is 500 after ${index} ms.`] : ['It was answered with 201 instead of 422.'],
    });
  });
  return report([withFindings(target('server'), findings)]);
}

/** What a target that means harm could answer, in every text. */
export const hostileText = [
  `<script>alert('owned')</script><img src=x onerror="alert(1)">`,
  ']]><testcase/><![CDATA[ --> </style></title></textarea>',
  '\u0000\u0007\u001b[2J\u001b]0;owned\u0007\u009b31m\r\nPASSED: No finding.\u2028\u2029',
  '\ud800 \udc00 \ufffe \uffff \u202eesrever\u2066 العربية 🧑‍🎓',
  '&amp; &lt; &#x3c; $& {{ }} \' " `',
  'long "\'<>& '.repeat(1_000),
].join(' ');

/** Many causes, all of them hostile, in every field that is a text. */
export function hostile(number = 300): ConformanceReport {
  const findings = Array.from({ length: number }, (_, index) =>
    finding({
      target: hostileText,
      case: `${index} ${hostileText}`,
      departures: [`${index} ${hostileText}`, hostileText, ...Array.from({ length: 10 }, () => '<b>&"')],
      request: hostileText,
      answer: hostileText,
    }),
  );
  const sound = withFindings(target(hostileText), findings);
  const missing = Array.from({ length: 500 }, (_, index) => ({
    name: `${index} ${hostileText}`,
    reason: hostileText,
  }));
  return {
    ...report([{ ...sound, baseUrl: hostileText, coverage: [{ kind: hostileText, covered: 1, total: 501, missing }] }]),
    contractVersion: hostileText,
    startedAt: hostileText,
    differential: {
      compared: number,
      leftOut: 0,
      findings: findings.map((of) => ({ ...of, group: 'differential' })),
    },
  };
}

import { createHash } from 'node:crypto';
import type { ConformanceReport, Finding } from '../types.ts';
import { clip, printable } from './text.ts';
import { verdictOn } from './verdict.ts';

/** GitHub takes no more results of a run. */
const MAX_RESULTS = 5_000;
const MAX_MESSAGE = 1_000;

const GROUPS: Readonly<Record<Finding['group'], string>> = {
  examples: 'The examples of the contract are accepted.',
  keywords: 'The nearest value on either side of a keyword is judged as the keyword says.',
  parameters: 'Parameters mean what the contract says.',
  security: 'What lacks a credential or a scope is refused.',
  statuses: 'Every documented status is had as the contract says.',
  relations: 'Each answer agrees with what the requests before it did.',
  fuzz: 'Whatever is sent is answered as the contract says.',
  journeys: 'The journeys of the contract can be walked.',
  deliveries: 'What is delivered is signed, sent again and ended as the contract says.',
  differential: 'Two targets give the same answers.',
};

/** SARIF 2.1.0 (OASIS Standard, 27 March 2020): a rule for each group of cases, a result for each finding. */
export function sarifReport(given: ConformanceReport): string {
  const report = printable(given);
  const findings = [...report.targets.flatMap((target) => target.findings), ...(report.differential?.findings ?? [])];
  const ids = Object.keys(GROUPS);
  const run = {
    tool: {
      driver: {
        name: 'conformance',
        semanticVersion: report.contractVersion,
        rules: Object.entries(GROUPS).map(([id, text]) => ({ id, shortDescription: { text } })),
      },
    },
    invocations: [
      {
        executionSuccessful: verdictOn(report).outcome !== 'incomplete',
        startTimeUtc: report.startedAt,
        exitCode: verdictOn(report).outcome === 'passed' ? 0 : 1,
      },
    ],
    originalUriBaseIds: { CONTRACT: { description: { text: 'The folder of the contract.' } } },
    results: findings.slice(0, MAX_RESULTS).map((finding) => ({
      ruleId: finding.group,
      ruleIndex: ids.indexOf(finding.group),
      level: 'error',
      message: { text: clip(messageOf(finding), MAX_MESSAGE) },
      locations: [
        {
          // A place in a file is wanted by those who show results: the contract is what the target departs from.
          physicalLocation: {
            artifactLocation: { uri: 'openapi.json', uriBaseId: 'CONTRACT' },
            region: { startLine: 1 },
          },
          logicalLocations: [{ fullyQualifiedName: finding.broken?.[0]?.at ?? finding.operation ?? finding.target }],
        },
      ],
      partialFingerprints: { 'case/v1': digest(`${finding.target} ${finding.case}`) },
      properties: { case: finding.case, target: finding.target, request: finding.request, answer: finding.answer },
    })),
  };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

const messageOf = ({ operation, departures, broken = [] }: Finding) =>
  [
    ...(operation === null ? [] : [`${operation}:`]),
    ...(departures.length === 0 ? ['It departs from the contract.'] : departures),
    ...broken.map(({ text, at, link }) => `${text} (${link ?? at})`),
  ].join(' ');

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

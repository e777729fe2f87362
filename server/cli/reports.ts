import type { Services } from '../services.ts';
import type { ReportRow } from '../store/reports/report-store.ts';
import type { Commands } from './command.ts';

/** The operator's reports. */
export const reportCommands: Commands = {
  'report partners': { operands: 0, options: [], run: reportPartners },
};

const HEAD = ['partner', 'kind', 'chain or source', 'all', 'incomplete', 'verified', 'canceled'];

/**
 * A line for each partner, kind, and partner chain or source of requests, with the outcomes. Several chains of one
 * batch stand together, so that each submission counts once.
 */
async function reportPartners({ store }: Pick<Services, 'store'>): Promise<string> {
  const lines = (await store.reportPartners()).map(lineOf).sort();
  return [HEAD.join('\t'), ...lines].join('\n');
}

function lineOf({ clientId, kind, origins, incomplete, verified, canceled }: ReportRow): string {
  const from = origins.map((names) => names.join(' > ')).join('; ') || '-';
  return [clientId, kind, from, incomplete + verified + canceled, incomplete, verified, canceled].join('\t');
}

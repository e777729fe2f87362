import type { Services } from '../services.ts';
import type { ReportRow } from '../store/reports/report-store.ts';
import { type Commands, type Listing, listing } from './command.ts';

/** The operator's reports. */
export const reportCommands: Commands = {
  'report partners': listing(reportPartners),
};

const HEAD = ['partner', 'kind', 'chain or source', 'all', 'incomplete', 'verified', 'canceled'];

/**
 * A line for each partner, kind, and partner chain or source of requests, with the outcomes. Several chains of one
 * batch stand together, so that each submission counts once.
 */
async function reportPartners({ store }: Pick<Services, 'store'>): Promise<Listing> {
  const rows = await store.reportPartners();
  return { lines: [HEAD.join('\t'), ...rows.map(lineOf).sort()], objects: rows.map(objectOf) };
}

function lineOf({ clientId, kind, origins, incomplete, verified, canceled }: ReportRow): string {
  const from = origins.map((names) => names.join(' > ')).join('; ') || '-';
  return [clientId, kind, from, incomplete + verified + canceled, incomplete, verified, canceled].join('\t');
}

const objectOf = ({ clientId, ...rest }: ReportRow) => ({ client_id: clientId, ...rest });

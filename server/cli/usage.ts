import { service } from '../../generated/operations.ts';

/** Help text of the operator's commands. server/README.md contains the same text. */
export const USAGE = `Usage: npm run cli -- <command>

  partners list
  partners add ID --name NAME --scopes "a b" [--domains a.example,b.example] [--may-vouch] [--link-secret]
                                         prints the client secret once; --may-vouch lets the partner submit digital identities;
                                         --link-secret adds a secret to the links of new verification requests
  partners change ID [--name NAME] [--scopes "a b"] [--domains a.example] [--[no-]may-vouch] [--[no-]link-secret]
  partners new-secret ID [--keep-old-for 24h]     prints the new secret once; the old secret stays valid for the given time
  partners disable ID                    ends its tokens, and pauses its links, downloads, and deliveries, within ${service.disabled_within_seconds} seconds
  partners enable ID                     lets the partner request new tokens, and continues the rest; older tokens stay invalid
  partners end-tokens ID                 invalidates all issued tokens within ${service.disabled_within_seconds} seconds, for example after a leak
  documents list                         lists documents submitted as URLs that are not stored: pending or failed
  deliveries list ID [--state failed] [--limit 100]     lists deliveries to the partner's webhooks, newest first
  deliveries redeliver ID DELIVERY_ID...                queues redeliveries of these events
  queue [--limit 10]                     lists the webhooks with the most deliveries due
  status                                 shows settings, clock, and numbers of open resources
  sweep [--dry-run]                      runs the retention rules now, as the server does every minute; --dry-run only lists
                                         what they would end or delete: partner, kind, number, and time of the oldest
  keys rotate                            creates a new signing key; tokens signed with the old key stay valid
  keys reencrypt                         re-encrypts all data under the first of DATA_KEYS while the service runs; can be repeated
  keys check                             reports whether the other DATA_KEYS can be removed
  files adopt                            assigns the files in DATA_DIR or FILES_URL to the database, after files were moved or lost
  database distribute                    distributes the rows across the nodes of a Citus cluster while the service runs; can be repeated
  migrate                                migrates the schema; required for PostgreSQL before a new version starts

status and the commands that print lists accept --json, which prints one JSON object per line.
The commands read the server's settings from the environment.
`;

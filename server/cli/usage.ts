import { service } from '../../generated/operations.ts';

/** Help text of the operator's commands. server/README.md contains it too. */
export const USAGE = `Usage: npm run cli -- <command>

  partners list
  partners add ID --name NAME --scopes "a b" [--domains a.example,b.example]     prints the client secret, once
  partners change ID [--name NAME] [--scopes "a b"] [--domains a.example]
  partners new-secret ID [--keep-old-for 24h]     prints the new client secret, once; the old one is good for as long as it is kept
  partners disable ID                    its tokens stop working within ${service.disabled_within_seconds} seconds
  partners enable ID                     tokens from before stay refused
  partners end-tokens ID                 refuses every token issued until now, within ${service.disabled_within_seconds} seconds: after a secret became known
  documents list                         those given as URLs that are not there: pending, or given up
  deliveries list ID [--state failed] [--limit 100]     what was sent to the webhooks of a partner, newest first
  deliveries redeliver ID DELIVERY_ID...                sends the events of these deliveries again
  queue [--limit 10]                     what waits to be sent: how much, since when, and the webhooks with the most of it
  status                                 what the service runs on, and counts of what is open
  sweep [--yes]                          ends what the retention rules end by now, as the server does every minute; --yes: however much it is
  keys rotate                            makes a new key for access tokens; the old one still verifies
  keys reencrypt                         encrypts everything under the first of DATA_KEYS, while the service runs; may be run again
  keys check                             whether the other DATA_KEYS can be dropped, or what is still encrypted under them
  files adopt                            takes the files that DATA_DIR or FILES_URL has for those of the database, after they were moved or lost
  database distribute                    spreads the rows of all partners over the nodes of a Citus cluster, while the service runs; may be run again
  migrate                                brings the database's schema up to date; on PostgreSQL nothing else does

What lists takes --json, and then prints one JSON object a line.
The settings are those of the server, from the environment.
`;

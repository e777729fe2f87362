// Implements the event storage that the guide leaves to the reader: prints each event once.
const known = new Set<string>();

export async function keep(event: { event_id: string }): Promise<void> {
  if (known.has(event.event_id)) return;
  known.add(event.event_id);
  process.stdout.write(`event ${event.event_id}\n`);
}

# The event storage that the guide leaves to the reader. Prints each event once.
known = set()


async def keep(event):
    if event["event_id"] not in known:
        known.add(event["event_id"])
        print("event", event["event_id"], flush=True)

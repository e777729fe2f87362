import base64
import importlib.util
import sys
from http.server import ThreadingHTTPServer

sample = importlib.util.spec_from_file_location("sample", sys.argv[1])
module = importlib.util.module_from_spec(sample)
sample.loader.exec_module(module)


def text_of(field):
    return None if field == "-" else base64.b64decode(field).decode()


def check(line):
    now, secrets, timestamp, signature, previous, body = line.rstrip("\n").split(" ")
    try:
        verified = module.verify_webhook(
            text_of(timestamp),
            text_of(signature),
            text_of(previous),
            base64.b64decode(body),
            [] if secrets == "-" else secrets.split(","),
            now=int(now),
        )
        return "true" if verified else "false"
    except Exception:
        return "error"


if sys.argv[2] == "vectors":
    for line in sys.stdin:
        print(check(line))
else:
    receiver = module.receiver(
        sys.argv[3].split(","), lambda event: print("event", event["event_id"], flush=True)
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), receiver)
    print("port", server.server_address[1], flush=True)
    server.serve_forever()

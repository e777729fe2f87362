import hashlib
import hmac
import json
import re
import threading
import time
from http.server import BaseHTTPRequestHandler

TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 65_536


def verify_webhook(timestamp, signature, previous_signature, body, secrets, now=None):
    """Whether the service signed this.

    body: the bytes as they arrived. secrets: the current one and, during a rotation,
    the one before.
    """
    # [0-9], not \d: that one matches the digits of every script.
    if timestamp is None or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    now = int(time.time()) if now is None else now
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = timestamp.encode("ascii") + b"." + body
    for secret in secrets:
        # With an empty key, say from a variable that was not set, anyone could sign.
        if not re.fullmatch("[0-9a-f]{64}", secret):
            raise ValueError("Not the secret of a webhook")
        # The key is the text of the secret; do not decode its hex.
        expected = hmac.new(secret.encode("ascii"), signed, hashlib.sha256).hexdigest()
        for given in (signature, previous_signature):
            # As bytes: compare_digest refuses a str that is not ASCII.
            if given is not None and hmac.compare_digest(expected.encode(), given.encode()):
                return True
    return False


def receiver(secrets, on_event):
    """A handler class: ThreadingHTTPServer(("", 8080), receiver(secrets, on_event)).serve_forever()

    on_event puts an event into your queue or table and returns; the work comes after the answer.
    """
    # In memory here. A table with a unique key on event_id outlives a restart,
    # and serves several processes.
    known = set()
    lock = threading.Lock()

    class Receiver(BaseHTTPRequestHandler):
        # A sender that stops in the middle does not hold a thread for ever.
        timeout = 10

        def do_POST(self):
            try:
                status = self.receive()
            except Exception as error:
                # The service sends the event again.
                self.log_error("A webhook was not processed: %r", error)
                status = 500
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def receive(self):
            length = int(self.headers.get("Content-Length") or 0)
            if not 0 <= length <= MAX_BODY_BYTES:
                return 413
            body = self.rfile.read(length)
            if not verify_webhook(
                self.headers.get("X-Timestamp"),
                self.headers.get("X-Signature"),
                self.headers.get("X-Signature-Previous"),
                body,
                secrets,
            ):
                return 400
            event = json.loads(body)
            # An event that comes twice at once waits for the first one to be kept.
            with lock:
                if event["event_id"] not in known:
                    on_event(event)
                    known.add(event["event_id"])
            return 200

    return Receiver

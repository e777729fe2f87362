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
    """Returns whether the service signed the request.

    The body contains the bytes as they arrived. The secrets are the current one and,
    during a rotation, the previous one.
    """
    # Unlike [0-9], \d also matches the digits of other scripts.
    if timestamp is None or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    now = int(time.time()) if now is None else now
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = timestamp.encode("ascii") + b"." + body
    for secret in secrets:
        # With an empty key, for example from a missing variable, anyone can sign.
        if not re.fullmatch("[0-9a-f]{64}", secret):
            raise ValueError("Not the secret of a webhook")
        # The key is the text of the secret. Do not decode its hex.
        expected = hmac.new(secret.encode("ascii"), signed, hashlib.sha256).hexdigest()
        for given in (signature, previous_signature):
            # compare_digest rejects strings that are not ASCII, so compare bytes.
            if given is not None and hmac.compare_digest(expected.encode(), given.encode()):
                return True
    return False


def receiver(secrets, on_event):
    """Returns a handler class: ThreadingHTTPServer(("", 8080), receiver(secrets, on_event)).serve_forever()

    on_event stores the newest event of a request or submission in your queue or table.
    Process the event later.
    """
    # The time of the newest event of each request and submission. Replace this with a table
    # that has a unique key on the type and the identifier, which outlives a restart and
    # serves several processes.
    newest = {}
    lock = threading.Lock()

    class Receiver(BaseHTTPRequestHandler):
        # Seconds after which a request that stops arriving ends.
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
            subject = (
                event["type"],
                event.get("request_id") or event.get("submission_id") or event["event_id"],
            )
            # If two events arrive at once, the second one waits until the first one is stored.
            with lock:
                # A retry has the same time. All times have the same length, so their order as
                # strings is their order in time.
                if event["created_at"] > newest.get(subject, ""):
                    on_event(event)
                    newest[subject] = event["created_at"]
            return 200

    return Receiver

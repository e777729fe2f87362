# Sends a signed event to the receiver at RECEIVER_URL, as the service does. The receiver responds with 200, and stores
# the event once, even if you run the command again.
body='{"event_id":"5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11","request_id":"test-1","type":"verification","status":"verified","created_at":"2026-01-31T09:42:00.250000Z"}'
timestamp=$(date +%s)
signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/.* //')
curl --fail "$RECEIVER_URL" \
  --header 'Content-Type: application/json' \
  --header "X-Timestamp: $timestamp" \
  --header "X-Signature: $signature" \
  --data "$body"

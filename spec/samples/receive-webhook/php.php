<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 65_536;

/**
 * Whether the service signed this. A header that is missing is null. $body: the bytes as they
 * arrived. $secrets: the current one and, during a rotation, the one before.
 *
 * @param list<string> $secrets
 */
function verify_webhook(
    ?string $timestamp,
    ?string $signature,
    ?string $previousSignature,
    string $body,
    array $secrets,
    ?int $now = null,
): bool {
    // \A and \z: a $ would let a line break at the end pass.
    if ($timestamp === null || preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        // With an empty key, say from a variable that was not set, anyone could sign.
        if (preg_match('/\A[0-9a-f]{64}\z/', $secret) !== 1) {
            throw new InvalidArgumentException('Not the secret of a webhook');
        }
        // The key is the text of the secret; do not decode its hex.
        $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
        foreach ([$signature, $previousSignature] as $given) {
            // Constant in time, and false where the lengths in bytes differ.
            if ($given !== null && hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}

/**
 * Answers the request. The script behind your URL:
 * http_response_code(receive_webhook($secrets, '/var/spool/webhooks'));
 *
 * Each event becomes a file of the folder $inbox, where your worker reads it. It leaves the file there
 * for some days: that is how an event that comes again is known. A table with a unique key on event_id
 * does the same.
 *
 * @param list<string> $secrets
 */
function receive_webhook(array $secrets, string $inbox): int
{
    // Of what throws below: where display_errors is on, PHP would answer 200, and the event would be lost.
    http_response_code(500);
    $body = file_get_contents('php://input', length: MAX_BODY_BYTES + 1);
    if ($body === false || strlen($body) > MAX_BODY_BYTES) {
        return 413;
    }
    $verified = verify_webhook(
        $_SERVER['HTTP_X_TIMESTAMP'] ?? null,
        $_SERVER['HTTP_X_SIGNATURE'] ?? null,
        $_SERVER['HTTP_X_SIGNATURE_PREVIOUS'] ?? null,
        $body,
        $secrets,
    );
    if (!$verified) {
        return 400;
    }

    $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    if (preg_match('/\A[0-9a-f-]{36}\z/', $event['event_id']) !== 1) {
        return 400;
    }
    // The file is whole before it has its name, and link() gives a name only once: of an event that comes
    // twice at once, one is kept. A file that is not whole has a dot in front of its name.
    $kept = "$inbox/{$event['event_id']}.json";
    $partial = $inbox . '/.' . bin2hex(random_bytes(16));
    if (file_put_contents($partial, $body) !== strlen($body)) {
        return 500;
    }
    $isKept = @link($partial, $kept) || file_exists($kept);
    unlink($partial);
    // After anything but 200 the service sends the event again.
    return $isKept ? 200 : 500;
}

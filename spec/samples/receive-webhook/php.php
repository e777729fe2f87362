<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 65_536;

/**
 * Returns whether the service signed the request. A missing header is null. $body contains the bytes as
 * they arrived. $secrets contains the current secret and, during a rotation, the previous one.
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
    // \z matches only at the end. $ also matches before a final line break.
    if ($timestamp === null || preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    foreach ($secrets as $secret) {
        // With an empty key, for example from a missing variable, anyone can sign.
        if (preg_match('/\A[0-9a-f]{64}\z/', $secret) !== 1) {
            throw new InvalidArgumentException('Not the secret of a webhook');
        }
        // The key is the text of the secret. Do not decode its hex.
        $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
        foreach ([$signature, $previousSignature] as $given) {
            // Compares in constant time, and returns false if the lengths differ.
            if ($given !== null && hash_equals($expected, $given)) {
                return true;
            }
        }
    }
    return false;
}

/**
 * Returns the status of the response. Call it in the script at the URL of your webhook:
 * http_response_code(receive_webhook($secrets, '/var/spool/webhooks'));
 *
 * Stores each event as a file in the folder $inbox, where your worker reads it. The worker keeps the file
 * for some days, because the function recognises an event that arrives again by its file. You can use a
 * table with a unique key on event_id instead.
 *
 * @param list<string> $secrets
 */
function receive_webhook(array $secrets, string $inbox): int
{
    // If display_errors is on, PHP responds to an exception with 200, and the event is lost.
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
    // Writes the whole file under a temporary name first. link() fails if the event is already stored, so that
    // the same event is stored only once, even if it arrives twice at once.
    $kept = "$inbox/{$event['event_id']}.json";
    $partial = $inbox . '/.' . bin2hex(random_bytes(16));
    if (file_put_contents($partial, $body) !== strlen($body)) {
        return 500;
    }
    $isKept = @link($partial, $kept) || file_exists($kept);
    unlink($partial);
    // After any status except 200, the service sends the event again.
    return $isKept ? 200 : 500;
}

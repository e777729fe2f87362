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
 * Stores the newest event of each request and submission as a file in the folder $inbox, where your worker
 * reads it. The worker keeps the file for some days, because the function recognises an older event, and an
 * event that arrives again, by this file. You can use a table with a unique key on the type and the
 * identifier instead.
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
    $subject = $event['type'] . ' ' . ($event['request_id'] ?? $event['submission_id'] ?? $event['event_id']);
    $kept = "$inbox/" . hash('sha256', $subject) . '.json';
    // If two events arrive at once, the second one waits until the first one is stored.
    $lock = fopen("$inbox/.lock", 'c');
    if ($lock === false || !flock($lock, LOCK_EX)) {
        return 500;
    }
    if (is_file($kept)) {
        $known = json_decode(file_get_contents($kept), true, flags: JSON_THROW_ON_ERROR);
        // A retry has the same time. All times have the same length, so their order as strings is their order in time.
        if (strcmp($event['created_at'], $known['created_at']) <= 0) {
            return 200;
        }
    }
    // Writes the whole file under a temporary name first, so that the worker never reads a part of an event.
    $partial = "$kept.partial";
    $isKept = file_put_contents($partial, $body) === strlen($body) && rename($partial, $kept);
    // After any status except 200, the service sends the event again.
    return $isKept ? 200 : 500;
}

<?php

declare(strict_types=1);

require getenv('SAMPLE');

function text_of(string $field): ?string
{
    return $field === '-' ? null : base64_decode($field, true);
}

function check(string $line): string
{
    [$now, $secrets, $timestamp, $signature, $previous, $body] = explode(' ', rtrim($line, "\n"));
    try {
        $verified = verify_webhook(
            text_of($timestamp),
            text_of($signature),
            text_of($previous),
            base64_decode($body, true),
            $secrets === '-' ? [] : explode(',', $secrets),
            (int) $now,
        );
        return $verified ? 'true' : 'false';
    } catch (Throwable) {
        return 'error';
    }
}

if (PHP_SAPI === 'cli') {
    while (($line = fgets(STDIN)) !== false) {
        echo check($line), "\n";
    }
} else {
    $inbox = getenv('INBOX');
    $contents = fn (): array => array_map(file_get_contents(...), glob("$inbox/*.json"));
    $before = $contents();
    http_response_code(receive_webhook(explode(',', getenv('SECRETS')), $inbox));
    foreach (array_diff($contents(), $before) as $kept) {
        file_put_contents('php://stderr', 'event ' . json_decode($kept, true)['event_id'] . "\n");
    }
}

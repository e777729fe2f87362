<?php
// Sends the calls in a file with the PHP client from OpenAPI Generator, and prints values from each response.

use Acme\Partner\Api;
use Acme\Partner\ApiException;
use Acme\Partner\Configuration;
use Acme\Partner\Model;
use Acme\Partner\ObjectSerializer;

require 'php/vendor/autoload.php';

$calls = json_decode(file_get_contents($argv[1]));

function show(string $name, mixed ...$values): void
{
    echo "$name\t", implode(' ', $values), "\n";
}

function bodies(string $name, string $model): array
{
    global $calls;
    return array_map(fn ($body) => ObjectSerializer::deserialize($body, $model), $calls->bodies->$name);
}

$settings = (new Configuration())->setHost($calls->base_url);
$token = (new Api\TokensApi(null, $settings))->createTokenV2('client_credentials', $calls->client_id, $calls->client_secret);
show('createTokenV2', $token->getTokenType());
$settings->setAccessToken($token->getAccessToken());

$submissions = new Api\SubmissionsApi(null, $settings);
$batches = new Api\BatchesApi(null, $settings);
foreach (
    [
        ['addEducation', $submissions, Model\EducationSubmission::class],
        ['addEnglishProficiency', $submissions, Model\EnglishProficiencySubmission::class],
        ['addMicrocredential', $submissions, Model\MicrocredentialSubmission::class],
        ['addRightToWork', $submissions, Model\RightToWorkSubmission::class],
        ['addMicrocredentialBatch', $batches, Model\MicrocredentialBatch::class],
    ] as [$name, $api, $model]
) {
    foreach (bodies($name, $model) as $body) {
        show($name, $api->$name($body)->getRedirectUri());
    }
}
foreach (bodies('addCredentialBatch', Model\CredentialBatch::class) as $body) {
    $link = $batches->addCredentialBatch($body);
    show('addCredentialBatch', $link->getRedirectUri(), count($link->getAssetUploads()));
}

$statuses = new Api\SubmissionStatusesApi(null, $settings);
foreach (bodies('listSubmissionStatusesV2', Model\SubmissionStatusQuery::class) as $body) {
    $status = $statuses->getSubmissionStatusV2($body->getIds()[0]);
    show('getSubmissionStatusV2', $status->getId(), $status->getStatus());
    $listed = $statuses->listSubmissionStatusesV2($body)->getCredentials();
    show('listSubmissionStatusesV2', ...array_map(fn ($each) => "{$each->getId()} {$each->getStatus()}", $listed));
}

$verification = new Api\VerificationApi(null, $settings);
$requested = [];
foreach (bodies('createVerificationRequest', Model\VerificationRequest::class) as $body) {
    $link = $verification->createVerificationRequest($body);
    show('createVerificationRequest', $link->getRedirectUri());
    $requested[] = $link->getRequestId();
}
$results = $verification->listVerificationRequests($requested)->getRequests();
if (array_map(fn ($result) => $result->getRequestId(), $results) !== $requested) {
    throw new Exception('Unexpected requests');
}
show('listVerificationRequests', ...array_map(fn ($result) => $result->getResults()[0]->getStatus(), $results));

foreach (bodies('createWebhook', Model\WebhookCreate::class) as $body) {
    $webhook = (new Api\WebhooksApi(null, $settings))->createWebhook($body);
    show('createWebhook', $webhook->getUrl(), strlen($webhook->getSecret()));
}

try {
    $submissions->addEducation(ObjectSerializer::deserialize($calls->refused, Model\EducationSubmission::class));
} catch (ApiException $error) {
    $problem = $error->getResponseObject();
    if (!$problem instanceof Model\ValidationProblem) {
        throw $error;
    }
    $violations = array_map(fn ($each) => "{$each->getPointer()} {$each->getCode()}", $problem->getErrors());
    sort($violations);
    show('refused', $problem->getStatus(), ...$violations);
}

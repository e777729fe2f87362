"""Sends the calls in a file with the client from openapi-python-client, and prints values from each response."""

import json
import sys

from partner_credentials import AuthenticatedClient, Client, models
from partner_credentials.api.batches import add_credential_batch, add_microcredential_batch
from partner_credentials.api.submission_statuses import get_submission_status_v2, list_submission_statuses_v2
from partner_credentials.api.submissions import (
    add_education,
    add_english_proficiency,
    add_microcredential,
    add_right_to_work,
)
from partner_credentials.api.tokens import create_token_v2
from partner_credentials.api.verification import create_verification_request, list_verification_requests
from partner_credentials.api.webhooks import create_webhook

with open(sys.argv[1], encoding="utf-8") as file:
    calls = json.load(file)
bodies = calls["bodies"]


def show(name, *values):
    print(name, " ".join(str(value) for value in values), sep="\t")


token = create_token_v2.sync(
    client=Client(calls["base_url"]),
    body=models.TokenRequest("client_credentials", calls["client_id"], calls["client_secret"]),
)
assert isinstance(token, models.TokenResponse), token
show("createTokenV2", token.token_type)
client = AuthenticatedClient(calls["base_url"], token.access_token)

for name, add, model in (
    ("addEducation", add_education, models.EducationSubmission),
    ("addEnglishProficiency", add_english_proficiency, models.EnglishProficiencySubmission),
    ("addMicrocredential", add_microcredential, models.MicrocredentialSubmission),
    ("addRightToWork", add_right_to_work, models.RightToWorkSubmission),
    ("addMicrocredentialBatch", add_microcredential_batch, models.MicrocredentialBatch),
):
    for body in bodies[name]:
        link = add.sync(client=client, body=model.from_dict(body))
        assert isinstance(link, models.SubmissionLink), link
        show(name, link.redirect_uri)
for body in bodies["addCredentialBatch"]:
    link = add_credential_batch.sync(client=client, body=models.CredentialBatch.from_dict(body))
    assert isinstance(link, models.CredentialBatchLink), link
    show("addCredentialBatch", link.redirect_uri, len(link.asset_uploads))

for body in bodies["listSubmissionStatusesV2"]:
    status = get_submission_status_v2.sync(body["ids"][0], client=client)
    assert isinstance(status, models.SubmissionStatus), status
    show("getSubmissionStatusV2", status.id, status.status)
    listed = list_submission_statuses_v2.sync(client=client, body=models.SubmissionStatusQuery.from_dict(body))
    assert isinstance(listed, models.SubmissionStatusList), listed
    show("listSubmissionStatusesV2", *(f"{each.id} {each.status}" for each in listed.credentials))

requested = []
for body in bodies["createVerificationRequest"]:
    link = create_verification_request.sync(client=client, body=models.VerificationRequest.from_dict(body))
    assert isinstance(link, models.VerificationLink), link
    show("createVerificationRequest", link.redirect_uri)
    requested.append(link.request_id)
results = list_verification_requests.sync(client=client, request_id=requested)
assert isinstance(results, models.VerificationResultList), results
assert [result.request_id for result in results.requests] == requested
show("listVerificationRequests", *(result.results[0].status for result in results.requests))

for body in bodies["createWebhook"]:
    webhook = create_webhook.sync(client=client, body=models.WebhookCreate.from_dict(body))
    assert isinstance(webhook, models.WebhookWithSecret), webhook
    show("createWebhook", webhook.url, len(webhook.secret))

problem = add_education.sync(client=client, body=models.EducationSubmission.from_dict(calls["refused"]))
assert isinstance(problem, models.ValidationProblem), problem
show("refused", problem.status, *sorted(f"{each.pointer} {each.code}" for each in problem.errors))

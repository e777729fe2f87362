"""Sends the calls in a file with the Python client from OpenAPI Generator, and prints values from each response."""

import json
import sys

import partner_credentials as partner

with open(sys.argv[1], encoding="utf-8") as file:
    calls = json.load(file)
bodies = calls["bodies"]


def show(name, *values):
    print(name, " ".join(str(value) for value in values), sep="\t")


settings = partner.Configuration(host=calls["base_url"])
token = partner.TokensApi(partner.ApiClient(settings)).create_token_v2(
    "client_credentials", client_id=calls["client_id"], client_secret=calls["client_secret"]
)
show("createTokenV2", token.token_type)
settings.access_token = token.access_token
client = partner.ApiClient(settings)

submissions = partner.SubmissionsApi(client)
for name, add, model in (
    ("addEducation", submissions.add_education, partner.EducationSubmission),
    ("addEnglishProficiency", submissions.add_english_proficiency, partner.EnglishProficiencySubmission),
    ("addMicrocredential", submissions.add_microcredential, partner.MicrocredentialSubmission),
    ("addRightToWork", submissions.add_right_to_work, partner.RightToWorkSubmission),
    ("addMicrocredentialBatch", partner.BatchesApi(client).add_microcredential_batch, partner.MicrocredentialBatch),
):
    for body in bodies[name]:
        show(name, add(model.from_dict(body)).redirect_uri)
for body in bodies["addCredentialBatch"]:
    link = partner.BatchesApi(client).add_credential_batch(partner.CredentialBatch.from_dict(body))
    show("addCredentialBatch", link.redirect_uri, len(link.asset_uploads))

statuses = partner.SubmissionStatusesApi(client)
for body in bodies["listSubmissionStatusesV2"]:
    status = statuses.get_submission_status_v2(body["ids"][0])
    show("getSubmissionStatusV2", status.id, status.status)
    listed = statuses.list_submission_statuses_v2(partner.SubmissionStatusQuery.from_dict(body))
    show("listSubmissionStatusesV2", *(f"{each.id} {each.status}" for each in listed.credentials))

verification = partner.VerificationApi(client)
requested = []
for body in bodies["createVerificationRequest"]:
    link = verification.create_verification_request(partner.VerificationRequest.from_dict(body))
    show("createVerificationRequest", link.redirect_uri)
    requested.append(link.request_id)
results = verification.list_verification_requests(request_id=requested).requests
assert [result.request_id for result in results] == requested
show("listVerificationRequests", *(result.results[0].status for result in results))

for body in bodies["createWebhook"]:
    webhook = partner.WebhooksApi(client).create_webhook(partner.WebhookCreate.from_dict(body))
    show("createWebhook", webhook.url, len(webhook.secret))

try:
    submissions.add_education(partner.EducationSubmission.from_dict(calls["refused"]))
except partner.ApiException as error:
    assert isinstance(error.data, partner.ValidationProblem), error
    show("refused", error.data.status, *sorted(f"{each.pointer} {each.code}" for each in error.data.errors))

"""Sends the calls in a file with the models from datamodel-codegen, and prints values from each response."""

import json
import sys
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import models

with open(sys.argv[1], encoding="utf-8") as file:
    calls = json.load(file)
bodies = calls["bodies"]
headers = {"Content-Type": "application/json"}


def show(name, *values):
    print(name, " ".join(str(value) for value in values), sep="\t")


def send(path, answer, body=None):
    """Sends a request, with `body` if it is a model. Returns the response as the model `answer`."""
    data = None if body is None else body.model_dump_json(exclude_unset=True).encode()
    with urlopen(Request(f"{calls['base_url']}/api/partner/{path}", data, headers)) as response:
        return answer.model_validate_json(response.read())


form = models.TokenRequest(
    grant_type="client_credentials", client_id=calls["client_id"], client_secret=calls["client_secret"]
)
with urlopen(
    f"{calls['base_url']}/api/partner/v2/oauth/token.json", urlencode(form.model_dump(exclude_unset=True)).encode()
) as response:
    token = models.TokenResponse.model_validate_json(response.read())
show("createTokenV2", token.token_type)
headers["Authorization"] = f"Bearer {token.access_token}"

for name, path, model in (
    ("addEducation", "v1/add/education.json", models.EducationSubmission),
    ("addEnglishProficiency", "v1/add/english_proficiency.json", models.EnglishProficiencySubmission),
    ("addMicrocredential", "v1/add/microcredential.json", models.MicrocredentialSubmission),
    ("addRightToWork", "v1/add/right_to_work.json", models.RightToWorkSubmission),
    ("addMicrocredentialBatch", "v1/add/batch.json", models.MicrocredentialBatch),
):
    for body in bodies[name]:
        show(name, send(path, models.SubmissionLink, model.model_validate(body)).redirect_uri.root)
for body in bodies["addCredentialBatch"]:
    batch = models.CredentialBatch.model_validate(body)
    link = send("v2/add/requests/batch.json", models.CredentialBatchLink, batch)
    show("addCredentialBatch", link.redirect_uri.root, len(link.asset_uploads))

for body in bodies["listSubmissionStatusesV2"]:
    status = send(f"v2/submissions/{quote(body['ids'][0])}/status.json", models.SubmissionStatus)
    show("getSubmissionStatusV2", status.id, status.status.value)
    query = models.SubmissionStatusQuery.model_validate(body)
    listed = send("v2/submissions/status.json", models.SubmissionStatusList, query)
    show("listSubmissionStatusesV2", *(f"{each.id} {each.status.value}" for each in listed.credentials))

requested = []
for body in bodies["createVerificationRequest"]:
    request = models.VerificationRequest.model_validate(body)
    link = send("v2/verify/requests/digital_identity.json", models.VerificationLink, request)
    show("createVerificationRequest", link.redirect_uri)
    requested.append(link.request_id)
query = urlencode({"request_id[]": requested}, doseq=True)
results = send(f"v2/verify/requests?{query}", models.VerificationResultList).requests
assert [result.request_id for result in results] == requested
show("listVerificationRequests", *(result.results[0].status.value for result in results))

for body in bodies["createWebhook"]:
    webhook = send("v2/webhooks", models.WebhookWithSecret, models.WebhookCreate.model_validate(body))
    show("createWebhook", webhook.url, len(webhook.secret))

try:
    send("v1/add/education.json", models.SubmissionLink, models.EducationSubmission.model_validate(calls["refused"]))
except HTTPError as error:
    problem = models.ValidationProblem.model_validate_json(error.read())
    show("refused", problem.status, *sorted(f"{each.pointer} {each.code.root}" for each in problem.errors))

// Sends the calls in a file with the Go client from OpenAPI Generator, and prints values from each response.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	partner "example.com/acme/partner"
	"golang.org/x/oauth2"
)

type calls struct {
	BaseURL      string                       `json:"base_url"`
	ClientID     string                       `json:"client_id"`
	ClientSecret string                       `json:"client_secret"`
	Bodies       map[string][]json.RawMessage `json:"bodies"`
	Refused      json.RawMessage              `json:"refused"`
}

func show(name string, values ...string) { fmt.Println(name + "\t" + strings.Join(values, " ")) }

func must[T any](value T, _ any, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err == nil {
		return
	}
	var refused *partner.GenericOpenAPIError
	if errors.As(err, &refused) {
		fmt.Fprintln(os.Stderr, string(refused.Body()))
	}
	panic(err)
}

func read[T any](text json.RawMessage) T {
	var value T
	check(json.Unmarshal(text, &value))
	return value
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	given := read[calls](text)
	settings := partner.NewConfiguration()
	settings.Servers = partner.ServerConfigurations{{URL: given.BaseURL}}
	client := partner.NewAPIClient(settings)

	token := must(client.TokensAPI.CreateTokenV2(context.Background()).GrantType("client_credentials").
		ClientId(given.ClientID).ClientSecret(given.ClientSecret).Execute())
	show("createTokenV2", token.TokenType)
	source := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token.AccessToken})
	ctx := context.WithValue(context.Background(), partner.ContextOAuth2, source)

	submissions, batches := client.SubmissionsAPI, client.BatchesAPI
	for _, body := range given.Bodies["addEducation"] {
		add := submissions.AddEducation(ctx).EducationSubmission(read[partner.EducationSubmission](body))
		show("addEducation", must(add.Execute()).RedirectUri)
	}
	for _, body := range given.Bodies["addEnglishProficiency"] {
		submission := read[partner.EnglishProficiencySubmission](body)
		add := submissions.AddEnglishProficiency(ctx).EnglishProficiencySubmission(submission)
		show("addEnglishProficiency", must(add.Execute()).RedirectUri)
	}
	for _, body := range given.Bodies["addMicrocredential"] {
		add := submissions.AddMicrocredential(ctx).MicrocredentialSubmission(read[partner.MicrocredentialSubmission](body))
		show("addMicrocredential", must(add.Execute()).RedirectUri)
	}
	for _, body := range given.Bodies["addRightToWork"] {
		add := submissions.AddRightToWork(ctx).RightToWorkSubmission(read[partner.RightToWorkSubmission](body))
		show("addRightToWork", must(add.Execute()).RedirectUri)
	}
	for _, body := range given.Bodies["addMicrocredentialBatch"] {
		add := batches.AddMicrocredentialBatch(ctx).MicrocredentialBatch(read[partner.MicrocredentialBatch](body))
		show("addMicrocredentialBatch", must(add.Execute()).RedirectUri)
	}
	for _, body := range given.Bodies["addCredentialBatch"] {
		link := must(batches.AddCredentialBatch(ctx).CredentialBatch(read[partner.CredentialBatch](body)).Execute())
		show("addCredentialBatch", link.RedirectUri, fmt.Sprint(len(link.AssetUploads)))
	}

	for _, body := range given.Bodies["listSubmissionStatusesV2"] {
		query := read[partner.SubmissionStatusQuery](body)
		status := must(client.SubmissionStatusesAPI.GetSubmissionStatusV2(ctx, query.Ids[0]).Execute())
		show("getSubmissionStatusV2", status.Id, status.Status)
		var listed []string
		list := client.SubmissionStatusesAPI.ListSubmissionStatusesV2(ctx).SubmissionStatusQuery(query)
		for _, each := range must(list.Execute()).Credentials {
			listed = append(listed, each.Id, each.Status)
		}
		show("listSubmissionStatusesV2", listed...)
	}

	var requested, results []string
	for _, body := range given.Bodies["createVerificationRequest"] {
		create := client.VerificationAPI.CreateVerificationRequest(ctx).VerificationRequest(read[partner.VerificationRequest](body))
		link := must(create.Execute())
		show("createVerificationRequest", link.RedirectUri)
		requested = append(requested, link.RequestId)
	}
	listed := must(client.VerificationAPI.ListVerificationRequests(ctx).RequestId(requested).Execute())
	for at, result := range listed.Requests {
		if result.RequestId != requested[at] {
			panic("unexpected requests")
		}
		results = append(results, result.Results[0].Status)
	}
	show("listVerificationRequests", results...)

	for _, body := range given.Bodies["createWebhook"] {
		webhook := must(client.WebhooksAPI.CreateWebhook(ctx).WebhookCreate(read[partner.WebhookCreate](body)).Execute())
		show("createWebhook", webhook.Url, fmt.Sprint(len(webhook.Secret)))
	}

	_, _, err = submissions.AddEducation(ctx).EducationSubmission(read[partner.EducationSubmission](given.Refused)).Execute()
	var refused *partner.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	problem := refused.Model().(partner.ValidationProblem)
	var violations []string
	for _, each := range problem.Errors {
		violations = append(violations, fmt.Sprintf("%s %s", each.Pointer, each.Code))
	}
	sort.Strings(violations)
	show("refused", append([]string{fmt.Sprint(problem.Status)}, violations...)...)
}

// Sends the calls in a file with the client from oapi-codegen, and prints values from each response.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"sort"
	"strings"

	"example.com/app/partner"
)

type calls struct {
	BaseURL      string                       `json:"base_url"`
	ClientID     string                       `json:"client_id"`
	ClientSecret string                       `json:"client_secret"`
	Bodies       map[string][]json.RawMessage `json:"bodies"`
	Refused      json.RawMessage              `json:"refused"`
}

func show(name string, values ...string) { fmt.Println(name + "\t" + strings.Join(values, " ")) }

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// answered returns the value of a response. It panics if the response has an unexpected status, and thus no value.
func answered[T any](value *T, body []byte) T {
	if value == nil {
		panic(string(body))
	}
	return *value
}

func read[T any](text json.RawMessage) T {
	var value T
	check(json.Unmarshal(text, &value))
	return value
}

func main() {
	given := read[calls](must(os.ReadFile(os.Args[1])))
	ctx := context.Background()
	var token partner.TokenResponse
	authorize := func(_ context.Context, request *http.Request) error {
		if token.AccessToken != "" {
			request.Header.Set("Authorization", "Bearer "+token.AccessToken)
		}
		return nil
	}
	client := must(partner.NewClientWithResponses(given.BaseURL, partner.WithRequestEditorFn(authorize)))

	issued := must(client.CreateTokenV2WithFormdataBodyWithResponse(ctx, partner.TokenRequest{
		GrantType: partner.ClientCredentials, ClientId: &given.ClientID, ClientSecret: &given.ClientSecret,
	}))
	token = answered(issued.JSON200, issued.Body)
	show("createTokenV2", string(token.TokenType))

	for _, body := range given.Bodies["addEducation"] {
		added := must(client.AddEducationWithResponse(ctx, read[partner.EducationSubmission](body)))
		show("addEducation", answered(added.JSON201, added.Body).RedirectUri)
	}
	for _, body := range given.Bodies["addEnglishProficiency"] {
		added := must(client.AddEnglishProficiencyWithResponse(ctx, read[partner.EnglishProficiencySubmission](body)))
		show("addEnglishProficiency", answered(added.JSON201, added.Body).RedirectUri)
	}
	for _, body := range given.Bodies["addMicrocredential"] {
		added := must(client.AddMicrocredentialWithResponse(ctx, read[partner.MicrocredentialSubmission](body)))
		show("addMicrocredential", answered(added.JSON201, added.Body).RedirectUri)
	}
	for _, body := range given.Bodies["addRightToWork"] {
		added := must(client.AddRightToWorkWithResponse(ctx, read[partner.RightToWorkSubmission](body)))
		show("addRightToWork", answered(added.JSON201, added.Body).RedirectUri)
	}
	for _, body := range given.Bodies["addMicrocredentialBatch"] {
		added := must(client.AddMicrocredentialBatchWithResponse(ctx, read[partner.MicrocredentialBatch](body)))
		show("addMicrocredentialBatch", answered(added.JSON201, added.Body).RedirectUri)
	}
	for _, body := range given.Bodies["addCredentialBatch"] {
		added := must(client.AddCredentialBatchWithResponse(ctx, read[partner.CredentialBatch](body)))
		link := answered(added.JSON201, added.Body)
		show("addCredentialBatch", link.RedirectUri, fmt.Sprint(len(link.AssetUploads)))
	}

	for _, body := range given.Bodies["listSubmissionStatusesV2"] {
		query := read[partner.SubmissionStatusQuery](body)
		one := must(client.GetSubmissionStatusV2WithResponse(ctx, query.Ids[0]))
		status := answered(one.JSON200, one.Body)
		show("getSubmissionStatusV2", status.Id, string(status.Status))
		several := must(client.ListSubmissionStatusesV2WithResponse(ctx, query))
		var listed []string
		for _, each := range answered(several.JSON200, several.Body).Credentials {
			listed = append(listed, each.Id, string(each.Status))
		}
		show("listSubmissionStatusesV2", listed...)
	}

	var requested, results []string
	for _, body := range given.Bodies["createVerificationRequest"] {
		created := must(client.CreateVerificationRequestWithResponse(ctx, read[partner.VerificationRequest](body)))
		link := answered(created.JSON201, created.Body)
		show("createVerificationRequest", link.RedirectUri)
		requested = append(requested, link.RequestId)
	}
	listed := must(client.ListVerificationRequestsWithResponse(ctx, &partner.ListVerificationRequestsParams{RequestId: requested}))
	for at, result := range answered(listed.JSON200, listed.Body).Requests {
		if result.RequestId != requested[at] {
			panic("unexpected requests")
		}
		results = append(results, string(result.Results[0].Status))
	}
	show("listVerificationRequests", results...)

	for _, body := range given.Bodies["createWebhook"] {
		created := must(client.CreateWebhookWithResponse(ctx, read[partner.WebhookCreate](body)))
		webhook := answered(created.JSON201, created.Body)
		show("createWebhook", webhook.Url, fmt.Sprint(len(webhook.Secret)))
	}

	refused := must(client.AddEducationWithResponse(ctx, read[partner.EducationSubmission](given.Refused)))
	problem := answered(refused.ApplicationproblemJSON422, refused.Body)
	var violations []string
	for _, each := range problem.Errors {
		violations = append(violations, fmt.Sprintf("%s %s", each.Pointer, each.Code))
	}
	sort.Strings(violations)
	show("refused", append([]string{fmt.Sprint(problem.Status)}, violations...)...)
}

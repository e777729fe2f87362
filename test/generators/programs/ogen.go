// Sends the calls in a file with the client from ogen, and prints values from each response.
package main

import (
	"context"
	"encoding/json"
	"fmt"
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

// source contains the access token. Upload links are not used.
type source struct{ token string }

func (s *source) OAuth2(context.Context, partner.OperationName) (partner.OAuth2, error) {
	return partner.OAuth2{Token: s.token}, nil
}

func (s *source) UploadLink(context.Context, partner.OperationName) (partner.UploadLink, error) {
	return partner.UploadLink{}, nil
}

func show(name string, values ...string) { fmt.Println(name + "\t" + strings.Join(values, " ")) }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// answered returns a response as its type in the contract. It panics if the response has an unexpected status.
func answered[T any](value any, err error) T {
	check(err)
	answer, ok := value.(T)
	if !ok {
		panic(fmt.Sprintf("%T %+v", value, value))
	}
	return answer
}

func read[T any](text json.RawMessage) *T {
	value := new(T)
	check(json.Unmarshal(text, value))
	return value
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	given := read[calls](text)
	ctx := context.Background()
	security := new(source)
	client, err := partner.NewClient(given.BaseURL, security)
	check(err)

	issued, err := client.CreateTokenV2(ctx, &partner.TokenRequest{
		GrantType: "client_credentials",
		ClientID:  partner.NewOptString(given.ClientID), ClientSecret: partner.NewOptString(given.ClientSecret),
	})
	token := answered[*partner.TokenResponseHeaders](issued, err).Response
	show("createTokenV2", string(token.TokenType))
	security.token = token.AccessToken

	for _, body := range given.Bodies["addEducation"] {
		added, err := client.AddEducation(ctx, read[partner.EducationSubmission](body))
		show("addEducation", string(answered[*partner.SubmissionLinkHeaders](added, err).Response.RedirectURI))
	}
	for _, body := range given.Bodies["addEnglishProficiency"] {
		added, err := client.AddEnglishProficiency(ctx, read[partner.EnglishProficiencySubmission](body))
		show("addEnglishProficiency", string(answered[*partner.SubmissionLinkHeaders](added, err).Response.RedirectURI))
	}
	for _, body := range given.Bodies["addMicrocredential"] {
		added, err := client.AddMicrocredential(ctx, read[partner.MicrocredentialSubmission](body))
		show("addMicrocredential", string(answered[*partner.SubmissionLinkHeaders](added, err).Response.RedirectURI))
	}
	for _, body := range given.Bodies["addRightToWork"] {
		added, err := client.AddRightToWork(ctx, read[partner.RightToWorkSubmission](body))
		show("addRightToWork", string(answered[*partner.SubmissionLinkHeaders](added, err).Response.RedirectURI))
	}
	for _, body := range given.Bodies["addMicrocredentialBatch"] {
		added, err := client.AddMicrocredentialBatch(ctx, read[partner.MicrocredentialBatch](body))
		show("addMicrocredentialBatch", string(answered[*partner.SubmissionLinkHeaders](added, err).Response.RedirectURI))
	}
	for _, body := range given.Bodies["addCredentialBatch"] {
		added, err := client.AddCredentialBatch(ctx, read[partner.CredentialBatch](body))
		batch := answered[*partner.CredentialBatchLinkHeaders](added, err).Response
		show("addCredentialBatch", string(batch.RedirectURI), fmt.Sprint(len(batch.AssetUploads)))
	}

	for _, body := range given.Bodies["listSubmissionStatusesV2"] {
		query := read[partner.SubmissionStatusQuery](body)
		one, err := client.GetSubmissionStatusV2(ctx, partner.GetSubmissionStatusV2Params{ID: query.Ids[0]})
		status := answered[*partner.SubmissionStatusHeaders](one, err).Response
		show("getSubmissionStatusV2", status.ID, string(status.Status))
		several, err := client.ListSubmissionStatusesV2(ctx, query)
		var listed []string
		for _, each := range answered[*partner.SubmissionStatusListHeaders](several, err).Response.Credentials {
			listed = append(listed, each.ID, string(each.Status))
		}
		show("listSubmissionStatusesV2", listed...)
	}

	var requested []partner.Identifier
	for _, body := range given.Bodies["createVerificationRequest"] {
		created, err := client.CreateVerificationRequest(ctx, read[partner.VerificationRequest](body))
		request := answered[*partner.VerificationLinkHeaders](created, err).Response
		show("createVerificationRequest", request.RedirectURI)
		requested = append(requested, partner.Identifier(request.RequestID))
	}
	listed, err := client.ListVerificationRequests(ctx, partner.ListVerificationRequestsParams{RequestID: requested})
	var results []string
	for at, result := range answered[*partner.VerificationResultListHeaders](listed, err).Response.Requests {
		if result.RequestID != string(requested[at]) {
			panic("unexpected requests")
		}
		results = append(results, string(result.Results[0].Status))
	}
	show("listVerificationRequests", results...)

	for _, body := range given.Bodies["createWebhook"] {
		created, err := client.CreateWebhook(ctx, read[partner.WebhookCreate](body))
		webhook := answered[*partner.WebhookWithSecretHeaders](created, err).Response
		show("createWebhook", webhook.URL, fmt.Sprint(len(webhook.Secret)))
	}

	refused, err := client.AddEducation(ctx, read[partner.EducationSubmission](given.Refused))
	problem := answered[*partner.MemberMissingOrSeveralViolationsHeaders](refused, err).Response
	var violations []string
	for _, each := range problem.Errors {
		violations = append(violations, fmt.Sprintf("%s %s", each.Pointer, each.Code))
	}
	sort.Strings(violations)
	show("refused", append([]string{fmt.Sprint(problem.Status)}, violations...)...)
}

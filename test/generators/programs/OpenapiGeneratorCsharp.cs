// Sends the calls in a file with the C# client from OpenAPI Generator, and prints values from each response.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.Serialization;
using Acme.Partner.Api;
using Acme.Partner.Client;
using Acme.Partner.Model;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

public static class OpenapiGeneratorCsharp
{
    private static JObject calls;

    private static void Show(string name, params object[] values)
    {
        Console.WriteLine(name + "\t" + string.Join(" ", values));
    }

    /// <summary>Returns the text of an enum value in JSON.</summary>
    private static string Text(object value)
    {
        return JsonConvert.SerializeObject(value).Trim('"');
    }

    private static List<T> Bodies<T>(string name)
    {
        return calls["bodies"][name].Select(body => body.ToObject<T>()).ToList();
    }

    public static void Main(string[] arguments)
    {
        calls = JObject.Parse(File.ReadAllText(arguments[0]));
        var settings = new Configuration { BasePath = (string)calls["base_url"] };
        var token = new TokensApi(settings).CreateTokenV2(
            "client_credentials", (string)calls["client_id"], (string)calls["client_secret"]);
        Show("createTokenV2", Text(token.TokenType));
        settings.AccessToken = token.AccessToken;

        var submissions = new SubmissionsApi(settings);
        var batches = new BatchesApi(settings);
        foreach (var body in Bodies<EducationSubmission>("addEducation"))
            Show("addEducation", submissions.AddEducation(body).RedirectUri);
        foreach (var body in Bodies<EnglishProficiencySubmission>("addEnglishProficiency"))
            Show("addEnglishProficiency", submissions.AddEnglishProficiency(body).RedirectUri);
        foreach (var body in Bodies<MicrocredentialSubmission>("addMicrocredential"))
            Show("addMicrocredential", submissions.AddMicrocredential(body).RedirectUri);
        foreach (var body in Bodies<RightToWorkSubmission>("addRightToWork"))
            Show("addRightToWork", submissions.AddRightToWork(body).RedirectUri);
        foreach (var body in Bodies<MicrocredentialBatch>("addMicrocredentialBatch"))
            Show("addMicrocredentialBatch", batches.AddMicrocredentialBatch(body).RedirectUri);
        foreach (var body in Bodies<CredentialBatch>("addCredentialBatch"))
        {
            var link = batches.AddCredentialBatch(body);
            Show("addCredentialBatch", link.RedirectUri, link.AssetUploads.Count);
        }

        var statuses = new SubmissionStatusesApi(settings);
        foreach (var body in Bodies<SubmissionStatusQuery>("listSubmissionStatusesV2"))
        {
            var status = statuses.GetSubmissionStatusV2(body.Ids[0]);
            Show("getSubmissionStatusV2", status.Id, Text(status.Status));
            var listed = statuses.ListSubmissionStatusesV2(body).Credentials;
            Show("listSubmissionStatusesV2", listed.Select(each => each.Id + " " + Text(each.Status)).ToArray());
        }

        var verification = new VerificationApi(settings);
        var requested = new List<string>();
        foreach (var body in Bodies<VerificationRequest>("createVerificationRequest"))
        {
            var link = verification.CreateVerificationRequest(body);
            Show("createVerificationRequest", link.RedirectUri);
            requested.Add(link.RequestId);
        }
        var results = verification.ListVerificationRequests(requested).Requests;
        if (!results.Select(result => result.RequestId).SequenceEqual(requested))
            throw new InvalidDataException("Unexpected requests");
        Show("listVerificationRequests", results.Select(result => Text(result.Results[0].Status)).ToArray());

        foreach (var body in Bodies<WebhookCreate>("createWebhook"))
        {
            var webhook = new WebhooksApi(settings).CreateWebhook(body);
            Show("createWebhook", webhook.Url, webhook.Secret.Length);
        }

        try
        {
            submissions.AddEducation(calls["refused"].ToObject<EducationSubmission>());
        }
        catch (ApiException error)
        {
            var problem = JsonConvert.DeserializeObject<ValidationProblem>((string)error.ErrorContent);
            var violations = problem.Errors.Select(each => each.Pointer + " " + Text(each.Code)).OrderBy(each => each);
            Show("refused", problem.Status, string.Join(" ", violations));
        }
    }
}

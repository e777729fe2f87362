import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.BatchesApi;
import org.openapitools.client.api.SubmissionStatusesApi;
import org.openapitools.client.api.SubmissionsApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.api.VerificationApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/** Sends the calls in a file with the Java client from OpenAPI Generator, and prints values from each response. */
public class OpenapiGeneratorJava {
    private static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    private static JsonNode calls;

    private interface Call<T> {
        void send(T body) throws Exception;
    }

    private static void show(String name, Object... values) {
        System.out.println(name + "\t" + Stream.of(values).map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static <T> void each(String name, Class<T> type, Call<T> call) throws Exception {
        for (JsonNode body : calls.get("bodies").get(name)) call.send(mapper.treeToValue(body, type));
    }

    public static void main(String[] arguments) throws Exception {
        calls = mapper.readTree(Files.readString(Path.of(arguments[0])));
        ApiClient client = new ApiClient();
        client.updateBaseUri(calls.get("base_url").asText());
        TokenResponse token = new TokensApi(client).createTokenV2(
            "client_credentials", calls.get("client_id").asText(), calls.get("client_secret").asText(), null);
        show("createTokenV2", token.getTokenType());
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token.getAccessToken()));

        SubmissionsApi submissions = new SubmissionsApi(client);
        BatchesApi batches = new BatchesApi(client);
        each("addEducation", EducationSubmission.class,
            body -> show("addEducation", submissions.addEducation(body).getRedirectUri()));
        each("addEnglishProficiency", EnglishProficiencySubmission.class,
            body -> show("addEnglishProficiency", submissions.addEnglishProficiency(body).getRedirectUri()));
        each("addMicrocredential", MicrocredentialSubmission.class,
            body -> show("addMicrocredential", submissions.addMicrocredential(body).getRedirectUri()));
        each("addRightToWork", RightToWorkSubmission.class,
            body -> show("addRightToWork", submissions.addRightToWork(body).getRedirectUri()));
        each("addMicrocredentialBatch", MicrocredentialBatch.class,
            body -> show("addMicrocredentialBatch", batches.addMicrocredentialBatch(body).getRedirectUri()));
        each("addCredentialBatch", CredentialBatch.class, body -> {
            CredentialBatchLink link = batches.addCredentialBatch(body);
            show("addCredentialBatch", link.getRedirectUri(), link.getAssetUploads().size());
        });

        SubmissionStatusesApi statuses = new SubmissionStatusesApi(client);
        each("listSubmissionStatusesV2", SubmissionStatusQuery.class, body -> {
            SubmissionStatus status = statuses.getSubmissionStatusV2(body.getIds().get(0));
            show("getSubmissionStatusV2", status.getId(), status.getStatus());
            show("listSubmissionStatusesV2", statuses.listSubmissionStatusesV2(body).getCredentials().stream()
                .map(one -> one.getId() + " " + one.getStatus()).toArray());
        });

        VerificationApi verification = new VerificationApi(client);
        List<String> requested = new ArrayList<>();
        each("createVerificationRequest", VerificationRequest.class, body -> {
            VerificationLink link = verification.createVerificationRequest(body);
            show("createVerificationRequest", link.getRedirectUri());
            requested.add(link.getRequestId());
        });
        List<VerificationResult> results = verification.listVerificationRequests(requested).getRequests();
        if (!results.stream().map(VerificationResult::getRequestId).toList().equals(requested))
            throw new IllegalStateException("Unexpected requests");
        show("listVerificationRequests", results.stream()
            .map(result -> result.getResults().get(0).getStatus()).toArray());

        each("createWebhook", WebhookCreate.class, body -> {
            WebhookWithSecret webhook = new WebhooksApi(client).createWebhook(body);
            show("createWebhook", webhook.getUrl(), webhook.getSecret().length());
        });

        try {
            submissions.addEducation(mapper.treeToValue(calls.get("refused"), EducationSubmission.class));
        } catch (ApiException error) {
            ValidationProblem problem = mapper.readValue(error.getResponseBody(), ValidationProblem.class);
            Stream<String> violations = problem.getErrors().stream().map(one -> one.getPointer() + " " + one.getCode());
            show("refused", problem.getStatus(), violations.sorted().collect(Collectors.joining(" ")));
        }
    }
}

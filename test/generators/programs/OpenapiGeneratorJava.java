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
import org.openapitools.client.api.SubmissionStatusApi;
import org.openapitools.client.api.SubmissionsApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.api.VerificationApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/** Sends the calls of a file with the Java client of OpenAPI Generator, and prints what it read in each answer. */
public class OpenapiGeneratorJava {
    private static final ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    private static JsonNode calls;

    private interface Call<T> {
        void send(T body) throws Exception;
    }

    private static void tell(String name, Object... values) {
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
        tell("createTokenV2", token.getTokenType());
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token.getAccessToken()));

        SubmissionsApi submissions = new SubmissionsApi(client);
        BatchesApi batches = new BatchesApi(client);
        each("addEducation", EducationSubmission.class,
            body -> tell("addEducation", submissions.addEducation(body).getRedirectUri()));
        each("addEnglishProficiency", EnglishProficiencySubmission.class,
            body -> tell("addEnglishProficiency", submissions.addEnglishProficiency(body).getRedirectUri()));
        each("addMicrocredential", MicrocredentialSubmission.class,
            body -> tell("addMicrocredential", submissions.addMicrocredential(body).getRedirectUri()));
        each("addRightToWork", RightToWorkSubmission.class,
            body -> tell("addRightToWork", submissions.addRightToWork(body).getRedirectUri()));
        each("addMicrocredentialBatch", MicrocredentialBatch.class,
            body -> tell("addMicrocredentialBatch", batches.addMicrocredentialBatch(body).getRedirectUri()));
        each("addCredentialBatch", CredentialBatch.class, body -> {
            CredentialBatchLink link = batches.addCredentialBatch(body);
            tell("addCredentialBatch", link.getRedirectUri(), link.getAssetUploads().size());
        });

        SubmissionStatusApi statuses = new SubmissionStatusApi(client);
        each("listSubmissionStatusesV2", SubmissionStatusQuery.class, body -> {
            SubmissionStatus status = statuses.getSubmissionStatusV2(body.getIds().get(0));
            tell("getSubmissionStatusV2", status.getId(), status.getStatus());
            tell("listSubmissionStatusesV2", statuses.listSubmissionStatusesV2(body).getCredentials().stream()
                .map(one -> one.getId() + " " + one.getStatus()).toArray());
        });

        VerificationApi verification = new VerificationApi(client);
        List<String> requested = new ArrayList<>();
        each("createVerificationRequest", VerificationRequest.class, body -> {
            VerificationLink link = verification.createVerificationRequest(body);
            tell("createVerificationRequest", link.getRedirectUri());
            requested.add(link.getRequestId());
        });
        List<VerificationResult> results = verification.listVerificationRequests(requested).getRequests();
        if (!results.stream().map(VerificationResult::getRequestId).toList().equals(requested))
            throw new IllegalStateException("other requests");
        tell("listVerificationRequests", results.stream()
            .map(result -> result.getResults().get(0).getIncompleteCredential().getStatus()).toArray());

        each("createWebhook", WebhookCreate.class, body -> {
            WebhookWithSecret webhook = new WebhooksApi(client).createWebhook(body);
            tell("createWebhook", webhook.getUrl(), webhook.getSecret().length());
        });

        try {
            submissions.addEducation(mapper.treeToValue(calls.get("refused"), EducationSubmission.class));
        } catch (ApiException error) {
            ValidationProblem problem = mapper.readValue(error.getResponseBody(), ValidationProblem.class);
            Stream<String> violations = problem.getErrors().stream().map(one -> one.getPointer() + " " + one.getCode());
            tell("refused", problem.getStatus(), violations.sorted().collect(Collectors.joining(" ")));
        }
    }
}

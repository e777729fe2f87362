import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls an operation with the standard library of Java 17 or later alone:
 *
 * <pre>
 * java Call.java POST /api/partner/v1/add/education.json body.json
 * java Call.java PUT "$UPLOAD_URL" certificate.pdf
 * </pre>
 */
final class Call {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String BASE = System.getenv("BASE_URL");
    private static final Map<String, String> TYPES =
            Map.of("json", "application/json", "pdf", "application/pdf", "png", "image/png", "jpg", "image/jpeg");
    // Java has no parser of JSON; with yours, read the access_token from the parsed answer.
    private static final Pattern TOKEN = Pattern.compile("\"access_token\"\\s*:\\s*\"([\\w.-]+)\"");

    /** Asks for a token. A program that runs for long keeps it until shortly before it ends. */
    static String token() throws Exception {
        Map<String, String> form =
                Map.of(
                        "grant_type", "client_credentials",
                        "client_id", System.getenv("CLIENT_ID"),
                        "client_secret", System.getenv("CLIENT_SECRET"));
        String body =
                form.entrySet().stream()
                        .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(BASE + "/api/partner/v2/oauth/token.json"))
                        .timeout(Duration.ofSeconds(30))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        String answer = CLIENT.send(request, BodyHandlers.ofString()).body();
        var found = TOKEN.matcher(answer);
        if (!found.find()) throw new IllegalStateException("No access token: " + answer);
        return found.group(1);
    }

    static HttpResponse<String> call(String method, String target, Path file) throws Exception {
        boolean isLink = !target.startsWith("/");
        var request =
                HttpRequest.newBuilder(URI.create(isLink ? target : BASE + target))
                        .timeout(Duration.ofSeconds(30))
                        .method(method, file == null ? BodyPublishers.noBody() : BodyPublishers.ofFile(file));
        if (file != null) {
            String name = file.getFileName().toString();
            request.header("Content-Type", TYPES.get(name.substring(name.lastIndexOf('.') + 1)));
        }
        // An upload link grants access by itself.
        if (!isLink) request.header("Authorization", "Bearer " + token());
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    public static void main(String[] given) throws Exception {
        var answer = call(given[0], given[1], given.length > 2 ? Path.of(given[2]) : null);
        System.out.println(answer.body());
        // The problem says what is wrong and where.
        if (answer.statusCode() >= 400) System.exit(1);
    }
}

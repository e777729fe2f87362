import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Handles requests to the URL of your webhook, with Java 17 or later. In a servlet, call verify in the same way. */
final class WebhookReceiver implements HttpHandler {
    private static final long TOLERANCE_SECONDS = 300;
    private static final int MAX_BODY_BYTES = 65_536;
    // Java has no JSON parser. If you use one, read the properties from the parsed event.
    private static final Pattern PROPERTY =
            Pattern.compile("\"(event_id|request_id|submission_id|type|created_at)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    private final List<String> secrets;
    private final Consumer<String> onEvent;
    // The time of the newest event of each request and submission. Replace this with a table that has a
    // unique key on the type and the identifier, which outlives a restart and serves several processes.
    private final Map<String, String> newest = new HashMap<>();

    /**
     * @param onEvent stores the newest event of a request or submission (its JSON) in your queue or table.
     *     Process the event later.
     */
    WebhookReceiver(List<String> secrets, Consumer<String> onEvent) {
        this.secrets = List.copyOf(secrets);
        this.onEvent = onEvent;
    }

    /**
     * Returns whether the service signed the request. A missing header is null. The body contains the
     * bytes as they arrived. The secrets are the current one and, during a rotation, the previous one.
     */
    static boolean verify(
            String timestamp,
            String signature,
            String previousSignature,
            byte[] body,
            List<String> secrets,
            long nowSeconds)
            throws GeneralSecurityException {
        if (timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(nowSeconds - Long.parseLong(timestamp)) > TOLERANCE_SECONDS) return false;
        for (String secret : secrets) {
            // With an empty key, for example from a missing variable, anyone can sign.
            if (!secret.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException("Not the secret of a webhook");
            }
            // The key is the text of the secret. Do not decode its hex.
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            mac.update((timestamp + ".").getBytes(StandardCharsets.US_ASCII));
            byte[] expected =
                    HexFormat.of().formatHex(mac.doFinal(body)).getBytes(StandardCharsets.US_ASCII);
            for (String given : Arrays.asList(signature, previousSignature)) {
                // Compares in constant time, and returns false if the lengths differ.
                if (given != null
                        && MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        int status;
        try {
            status = receive(exchange);
        } catch (Exception error) {
            // The service sends the event again.
            System.getLogger("webhooks").log(System.Logger.Level.ERROR, "A webhook was not processed", error);
            status = 500;
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private int receive(HttpExchange exchange) throws IOException, GeneralSecurityException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) return 413;
        var headers = exchange.getRequestHeaders();
        boolean verified =
                verify(
                        headers.getFirst("X-Timestamp"),
                        headers.getFirst("X-Signature"),
                        headers.getFirst("X-Signature-Previous"),
                        body,
                        secrets,
                        System.currentTimeMillis() / 1000);
        if (!verified) return 400;

        String event = new String(body, StandardCharsets.UTF_8);
        Map<String, String> properties = propertiesOf(event);
        String createdAt = properties.get("created_at");
        if (createdAt == null) throw new IllegalArgumentException("The event has no created_at");
        String subject = subjectOf(properties);
        // If two events arrive at once, the second one waits until the first one is stored.
        synchronized (newest) {
            // A retry has the same time. All times have the same length, so their order as strings is their
            // order in time.
            if (createdAt.compareTo(newest.getOrDefault(subject, "")) > 0) {
                onEvent.accept(event);
                newest.put(subject, createdAt);
            }
        }
        return 200;
    }

    private static Map<String, String> propertiesOf(String event) {
        var properties = new HashMap<String, String>();
        Matcher found = PROPERTY.matcher(event);
        while (found.find()) properties.putIfAbsent(found.group(1), found.group(2));
        return properties;
    }

    private static String subjectOf(Map<String, String> event) {
        String id = event.getOrDefault("request_id", event.getOrDefault("submission_id", event.get("event_id")));
        return event.get("type") + " " + id;
    }
}

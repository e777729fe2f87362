import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

final class Harness {
    private static final Pattern EVENT_ID = Pattern.compile("\"event_id\":\"([^\"]*)\"");

    private static byte[] bytesOf(String field) {
        return Base64.getDecoder().decode(field);
    }

    private static String textOf(String field) {
        return field.equals("-") ? null : new String(bytesOf(field), StandardCharsets.UTF_8);
    }

    private static List<String> listOf(String field) {
        return field.equals("-") ? List.of() : List.of(field.split(",", -1));
    }

    private static String check(String line) {
        String[] fields = line.split(" ", -1);
        try {
            return String.valueOf(
                    WebhookReceiver.verify(
                            textOf(fields[2]),
                            textOf(fields[3]),
                            textOf(fields[4]),
                            bytesOf(fields[5]),
                            listOf(fields[1]),
                            Long.parseLong(fields[0])));
        } catch (Exception error) {
            return "error";
        }
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("vectors")) {
            var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(check(line));
            }
            return;
        }
        var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext(
                "/",
                new WebhookReceiver(
                        listOf(arguments[1]),
                        event -> {
                            var found = EVENT_ID.matcher(event);
                            if (found.find()) System.out.println("event " + found.group(1));
                        }));
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }
}

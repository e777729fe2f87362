import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** The event storage that the guide leaves to the reader. Prints each event once. */
@Component
class Inbox {
    private static final Pattern EVENT_ID = Pattern.compile("\"event_id\"\\s*:\\s*\"([0-9a-f-]{36})\"");
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    void keep(byte[] body) {
        var found = EVENT_ID.matcher(new String(body, java.nio.charset.StandardCharsets.UTF_8));
        if (!found.find()) throw new IllegalArgumentException("The event has no event_id");
        if (known.add(found.group(1))) System.out.println("event " + found.group(1));
    }
}

@SpringBootApplication
class Application {
    public static void main(String[] given) {
        SpringApplication.run(Application.class, "--server.port=0", "--server.address=127.0.0.1", "--logging.level.root=ERROR", "--spring.main.banner-mode=off");
    }

    @EventListener
    void ready(ServletWebServerInitializedEvent event) {
        System.out.println("port " + event.getWebServer().getPort());
    }
}

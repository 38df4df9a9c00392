import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Executes actions of alarms: reads control.actions, and reports the outcomes in control.replies. See docs/alarms.md. */
public final class ControlSystem {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Keys of executed actions. A real control system stores them with the effects, to survive a restart. */
    private final Set<String> done = new HashSet<>();

    public static void main(String[] arguments) throws Exception {
        String kafka = arguments.length > 0 ? arguments[0] : "127.0.0.1:9092";
        ControlSystem system = new ControlSystem();
        try (var actions = new KafkaConsumer<>(
                        Map.<String, Object>of(
                                "bootstrap.servers", kafka,
                                "group.id", "control-system",
                                "auto.offset.reset", "earliest",
                                "enable.auto.commit", "false",
                                // Without this, what is decided in transactions that are taken back would be done.
                                "isolation.level", "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer());
                var replies = new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", kafka),
                        new StringSerializer(),
                        new StringSerializer())) {
            actions.subscribe(List.of("control.actions"));
            while (true) {
                for (ConsumerRecord<String, String> record : actions.poll(Duration.ofMillis(100))) {
                    String reply = system.take(JSON.readTree(record.value()));
                    if (reply != null) {
                        replies.send(new ProducerRecord<>("control.replies", record.key(), reply));
                    }
                }
                // Only what is answered counts as read: after a crash in between it comes again, with the same key.
                replies.flush();
                actions.commitSync();
            }
        }
    }

    /** The reply, or null. */
    private String take(JsonNode action) throws Exception {
        String key = action.get("key").asText();
        String what = action.get("action").asText() + " " + action.get("arguments");
        if (action.get("dryRun").asBoolean()) {
            System.out.println("would " + what);
            return null;
        }
        if (action.get("kind").asText().equals("WITHDRAWN")) {
            System.out.println((done.remove(key) ? "undo " : "never did ") + what);
            return null;
        }
        if (done.add(key)) {
            System.out.println("do " + what + " for " + action.get("alarm").asText());
        }
        return JSON.writeValueAsString(Map.of("key", key, "outcome", "DONE", "who", "example"));
    }
}

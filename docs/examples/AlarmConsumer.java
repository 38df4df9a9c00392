import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows alarms.state: what a control system does to know, from its start on, which alarms there are. See
docs/alarms.md. */
public final class AlarmConsumer {

    public static void main(String[] arguments) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", arguments.length > 0 ? arguments[0] : "127.0.0.1:9092",
                // Without this, states of transactions that are taken back would be seen.
                "isolation.level", "read_committed");
        ObjectMapper json = new ObjectMapper();
        Map<String, JsonNode> alarms = new TreeMap<>();
        TopicPartition states = new TopicPartition("alarms.state", 0);
        try (var kafka = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            kafka.assign(List.of(states));
            // The topic is compacted: from its beginning on it has the last state of every alarm.
            kafka.seekToBeginning(List.of(states));
            while (true) {
                for (ConsumerRecord<String, String> record : kafka.poll(Duration.ofMillis(100))) {
                    if (record.value() == null) {
                        alarms.remove(record.key()); // normal for long, and forgotten
                        continue;
                    }
                    JsonNode alarm = json.readTree(record.value());
                    alarms.put(record.key(), alarm);
                    System.out.printf(
                            "%s %s %s %s (%d alarms known)%n",
                            alarm.get("to").asText(),
                            alarm.get("severity").asText(),
                            record.key(),
                            alarm.get("message").asText(),
                            alarms.size());
                }
            }
        }
    }
}

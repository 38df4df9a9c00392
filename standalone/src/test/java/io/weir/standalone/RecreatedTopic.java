package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Deletes a topic and immediately creates it again, empty. */
final class RecreatedTopic {
    private RecreatedTopic() {}

    /** Returns when Kafka has the new topic, with one replica and default settings. */
    static void recreate(Admin admin, String topic, int partitions) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        eventually("Kafka has " + topic + " again", () -> created(admin, topic, partitions));
    }

    /** Kafka refuses the name until the old topic is gone. */
    private static boolean created(Admin admin, String topic, int partitions) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get();
            return true;
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(TopicExistsException.class);
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

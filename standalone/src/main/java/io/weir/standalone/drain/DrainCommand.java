package io.weir.standalone.drain;

import static java.util.Objects.requireNonNull;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.gateway.publish.SpoolDrain;
import io.weir.standalone.topic.AdminClient;
import io.weir.standalone.topic.KafkaFailure;
import io.weir.standalone.topic.KafkaOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir gateway drain}: sends the spool of a gateway whose machine is gone. */
@Command(
        name = "drain",
        description = "Sends the spool of a stopped gateway to Kafka, with the gateway's id and batch"
                + " numbers, so batches that Kafka already has count once. Skips damaged batches. May"
                + " be interrupted and repeated.",
        mixinStandardHelpOptions = true)
public final class DrainCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "DIRECTORY",
            description = "The spool.directory of the gateway, or a copy of it; it must be writable.")
    private Path directory = Path.of("");

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = requireNonNull(spec).commandLine().getOut();
        // Before Kafka is asked: a wrong directory needs no answer of Kafka.
        String gatewayId = SpoolDrain.ownerOf(directory);
        KafkaSettings settings = kafka.settings();
        try (SpoolDrain drain = new SpoolDrain(directory, gatewayId, settings, partitions(settings))) {
            out.println("sending the spool of gateway " + gatewayId);
            out.flush();
            long lines = drain.run(progress -> {
                out.println(progress);
                out.flush();
            });
            out.println("done: Kafka has acknowledged " + lines + " lines"
                    + (drain.damaged() > 0 ? "; " + drain.damaged() + " damaged batches were skipped" : ""));
            return CommandLine.ExitCode.OK;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** The topic's actual number of partitions, whatever the settings of this machine declare. */
    private static int partitions(KafkaSettings settings) {
        String raw = settings.topics().raw();
        try (Admin admin = AdminClient.open(settings)) {
            return requireNonNull(admin.describeTopics(List.of(raw))
                            .allTopicNames()
                            .get()
                            .get(raw))
                    .partitions()
                    .size();
        } catch (ExecutionException | KafkaException e) {
            throw refused(settings, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static StartException refused(KafkaSettings settings, Throwable e) {
        return new StartException(
                "nothing was sent: Kafka at " + settings.bootstrap() + " does not report the number of partitions of "
                        + settings.topics().raw() + " (" + KafkaFailure.reason(e)
                        + "): name another Kafka with --bootstrap, or use a user with the right to describe"
                        + " the topic (WEIR_KAFKA_USER)");
    }
}

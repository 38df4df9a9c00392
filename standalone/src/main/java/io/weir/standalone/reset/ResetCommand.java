package io.weir.standalone.reset;

import static java.util.Objects.requireNonNull;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.standalone.topic.AdminClient;
import io.weir.standalone.topic.KafkaFailure;
import io.weir.standalone.topic.KafkaOptions;
import java.io.PrintWriter;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir reset}: deletes the state of a service that cannot read it. */
@Command(
        name = "reset",
        description = "Discards the state of a stopped service that reports unreadable state. The service"
                + " then continues at its position, as if all series were new: open windows lose their"
                + " content, and alarming loses acknowledgements, shelves and delays.",
        mixinStandardHelpOptions = true)
public final class ResetCommand implements Callable<Integer> {

    private static final List<String> SERVICES = List.of("processing", "alarming");

    @Parameters(paramLabel = "SERVICE", description = "processing or alarming; stop all its instances first.")
    private String service = "";

    @Option(
            names = "--from-beginning",
            description = "Makes the service read its input topics from their beginning: windows of processing"
                    + " become complete, and alarming raises past alarms again.")
    private boolean isFromBeginning;

    @Option(names = "--yes", description = "Discards the state; without it, the command only shows what it would do.")
    private boolean isToDo;

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine line = requireNonNull(spec).commandLine();
        if (!SERVICES.contains(service)) {
            throw new ParameterException(line, service + " has no state: name one of " + String.join(", ", SERVICES));
        }
        KafkaSettings settings = kafka.settings();
        PrintWriter out = line.getOut();
        try (Admin admin = AdminClient.open(settings)) {
            ServiceReset reset = new ServiceReset(admin, settings.topics(), service, isFromBeginning);
            reset.plan().forEach(out::println);
            if (!isToDo) {
                out.println("nothing was done: add --yes");
                return CommandLine.ExitCode.OK;
            }
            reset.run();
            out.println("done: start " + service);
            return CommandLine.ExitCode.OK;
        } catch (ExecutionException | KafkaException e) {
            throw refused(settings, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static StartException refused(KafkaSettings settings, Throwable e) {
        return new StartException("the reset is incomplete: Kafka at " + settings.bootstrap()
                + " does not answer, or refuses " + settings.principal().orElse("this client") + " ("
                + KafkaFailure.reason(e)
                + "): name another with --bootstrap, or use a user with the right to delete topics and"
                + " groups (WEIR_KAFKA_USER)");
    }
}

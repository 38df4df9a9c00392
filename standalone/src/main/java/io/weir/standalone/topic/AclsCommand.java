package io.weir.standalone.topic;

import static java.util.Objects.requireNonNull;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.StartException;
import io.weir.contract.topic.ServiceRights;
import io.weir.contract.topic.TopicCreator;
import io.weir.contract.topic.TopicMismatchException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclBinding;
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

/** {@code weir acls}: prints or grants the rights that each service needs in Kafka. */
@Command(
        name = "acls",
        description = "Prints a script of Kafka's own tools that creates Weir's topics and gives each"
                + " service exactly the rights that it needs in Kafka. With --apply, creates them"
                + " directly.",
        mixinStandardHelpOptions = true)
public final class AclsCommand implements Callable<Integer> {
    private static final String SERVICE = "{service}";

    @Parameters(
            paramLabel = "SERVICE",
            arity = "0..*",
            description = "gateway, processing, alarming, writer, notifier, phoebus, relay, dashboard, or operator,"
                    + " for the users of the commands (default: all).")
    private List<String> services = List.of();

    @Option(
            names = "--apply",
            description = "Creates the topics and rights, as a user with the right to do so. May be repeated;"
                    + " it revokes nothing.")
    private boolean isToDo;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The Kafka user of each service; {service} is its name. With certificates, it is"
                    + " their subject, such as CN={service},O=farm (default: weir-{service}).")
    private String user = "weir-" + SERVICE;

    @Option(
            names = "--phoebus-tree",
            paramLabel = "NAME",
            description = "The config-name of phoebus (default: Accelerator).")
    private String tree = "Accelerator";

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        List<String> wanted = services.isEmpty() ? ServiceRights.SERVICES : services;
        wanted.stream()
                .filter(each -> !ServiceRights.SERVICES.contains(each))
                .findFirst()
                .ifPresent(each -> {
                    throw new ParameterException(
                            commandLine(),
                            each + " is not a service with rights; name one of "
                                    + String.join(", ", ServiceRights.SERVICES));
                });
        KafkaSettings settings = kafka.settings();
        if (isToDo) {
            apply(settings, wanted);
        } else {
            print(settings, wanted);
        }
        return CommandLine.ExitCode.OK;
    }

    private void print(KafkaSettings settings, List<String> wanted) {
        AclScript script = new AclScript(settings.bootstrap());
        say(script.head());
        settings.declarations().forEach(topic -> say(script.topic(topic)));
        for (String service : wanted) {
            say("");
            script.rights(rights(service, settings), principal(service)).forEach(this::say);
        }
    }

    private void apply(KafkaSettings settings, List<String> wanted) {
        try (Admin admin = AdminClient.open(settings)) {
            TopicCreator.ensure(admin, settings.declarations());
            say(settings.declarations().size() + " topics exist");
            for (String service : wanted) {
                List<AclBinding> bindings = rights(service, settings).bindings(principal(service));
                admin.createAcls(bindings).all().get();
                say(principal(service) + " has the " + bindings.size() + " rights of " + service);
            }
        } catch (TopicMismatchException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        } catch (ExecutionException | KafkaException e) {
            throw refused(settings, e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static StartException refused(KafkaSettings settings, Throwable e) {
        return new StartException("not all topics and rights were created: Kafka at " + settings.bootstrap()
                + " does not answer, or refuses " + settings.principal().orElse("this client") + " ("
                + KafkaFailure.reason(e)
                + "): name another with --bootstrap, or use a user with the right to create topics and"
                + " ACLs (WEIR_KAFKA_USER)");
    }

    private ServiceRights rights(String service, KafkaSettings settings) {
        return service.equals("phoebus")
                ? ServiceRights.phoebus(tree, settings.topics())
                : ServiceRights.of(service, settings.topics());
    }

    private String principal(String service) {
        return "User:" + user.replace(SERVICE, service);
    }

    private void say(String line) {
        PrintWriter out = commandLine().getOut();
        out.println(line);
        out.flush();
    }

    private CommandLine commandLine() {
        return requireNonNull(spec).commandLine();
    }
}

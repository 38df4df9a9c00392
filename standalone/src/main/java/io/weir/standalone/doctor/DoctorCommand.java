package io.weir.standalone.doctor;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.topic.ServiceRights;
import io.weir.standalone.doctor.Finding.Verdict;
import io.weir.standalone.option.StoreOption;
import io.weir.standalone.option.WriterVariables;
import io.weir.standalone.topic.KafkaOptions;
import io.weir.writer.plugin.PluginUrl;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.directory.DirectoryUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir doctor}. */
@Command(
        name = "doctor",
        description = {
            "Checks the environment of Weir on this machine: kernel settings, clock, disks,"
                    + " Kafka and its topics, and the store. Shows a remedy for each problem. Changes"
                    + " nothing.",
            "Exit code 1 if a check finds an error."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private static final long LEAST_BYTES = 512L << 20;
    private static final long WANTED_BYTES = 10L << 30;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The data directory, or that of a gateway's spool (default: data).")
    private Path data = Path.of("data");

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "The store (default: WEIR_WRITER_STORE). If neither is set, no store is checked.",
            showDefaultValue = Visibility.NEVER)
    private Optional<String> store = Optional.empty();

    @Mixin
    private StoreOption stores = new StoreOption();

    @Option(
            names = "--as",
            paramLabel = "SERVICE",
            description = "Also checks that the Kafka user has the rights of this service, as in weir acls.")
    private Optional<String> service = Optional.empty();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings of weir up, or of the service that --as names: also checks them, and the dates of"
                    + " the authorities in their files.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--host-only", description = "Checks neither Kafka nor the store.")
    private boolean isHostOnly;

    @Option(names = "--strict", description = "Exit code 1 also for a warning.")
    private boolean isStrict;

    @Option(
            names = "--json",
            description = "Prints a JSON list of verdict (OK, WARNING, ERROR), about, says and remedy.")
    private boolean isJson;

    @Mixin
    private KafkaOptions kafka = new KafkaOptions();

    @Spec
    private @Nullable CommandSpec spec;

    private final SettingsCheck settings;

    /** Reads settings as the program does that they belong to. */
    public interface SettingsCheck {
        /**
         * The authorities that the settings name.
         *
         * @param service empty for settings of {@code weir up}
         * @throws MistakesException with all mistakes of the settings
         */
        TrustedAuthorities authorities(Optional<String> service, Path file);
    }

    /** Checks once it is called. */
    public DoctorCommand(SettingsCheck settings) {
        this.settings = settings;
    }

    @Override
    public Integer call() {
        service.filter(name -> !ServiceRights.SERVICES.contains(name) && !isProbe(name))
                .ifPresent(name -> {
                    throw new ParameterException(
                            commandLine(),
                            name + " is not a service with rights; name one of "
                                    + String.join(", ", ServiceRights.SERVICES));
                });
        List<Finding> findings = new ArrayList<>(ofHost(new KernelFiles(Path.of("/"))));
        config.ifPresent(file -> findings.addAll(ofSettings(file)));
        if (!isHostOnly) {
            findings.addAll(ofKafka());
            findings.addAll(ofStores());
        }
        print(findings);
        boolean isBad = findings.stream()
                .map(Finding::verdict)
                .anyMatch(verdict -> verdict == Verdict.ERROR || (isStrict && verdict == Verdict.WARNING));
        return isBad ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    /** The probe has settings, but no rights, because it does not know Kafka. */
    private boolean isProbe(String name) {
        return name.equals("probe") && config.isPresent();
    }

    private List<Finding> ofSettings(Path file) {
        try {
            List<Finding> findings = new ArrayList<>(of(settings.authorities(service, file)));
            findings.add(Finding.ok("settings", file + " has no mistake"));
            return findings;
        } catch (MistakesException e) {
            return e.mistakes().stream()
                    .map(each -> Finding.error("settings", each.toString(), "correct the file"))
                    .toList();
        }
    }

    private List<Finding> ofHost(KernelFiles files) {
        List<Finding> findings = new ArrayList<>(KernelCheck.of(files));
        findings.addAll(ProcessorCheck.of(files));
        findings.add(ClockCheck.of(ClockFacts.read(), files));
        try {
            findings.add(DiskCheck.of("directory", DiskFacts.read(data), LEAST_BYTES, WANTED_BYTES));
        } catch (IOException e) {
            findings.add(Finding.error("directory " + data, "its disk does not answer: " + e, "see the kernel's log"));
        }
        return findings;
    }

    private List<Finding> ofKafka() {
        KafkaSettings connection = kafka.settings();
        Optional<String> withRights = service.filter(ServiceRights.SERVICES::contains);
        List<Finding> findings = new ArrayList<>(of(kafka.authorities()));
        try {
            findings.addAll(KafkaCheck.of(connection, KafkaFacts.read(connection, withRights), withRights));
        } catch (KafkaException e) {
            findings.add(KafkaCheck.of(connection, e));
        }
        return findings;
    }

    private static List<Finding> of(TrustedAuthorities authorities) {
        return authorities.due(Instant.now()).stream()
                .map(each -> Finding.warning("TLS", each, "renew it in the file"))
                .toList();
    }

    private List<Finding> ofStores() {
        StoreCatalog known = stores.stores();
        List<Finding> findings = new ArrayList<>();
        known.plugins().ifPresent(plugins -> findings.addAll(StoreCheck.of(plugins)));
        store.or(WriterVariables::store)
                .map(text -> StoreOption.parse(known, "--store", text))
                .ifPresent(url -> url.addresses().forEach(each -> findings.add(ofStore(each))));
        return findings;
    }

    private static Finding ofStore(StoreUrl url) {
        try {
            if (url instanceof PluginUrl own) {
                StoreFacts.connect(own);
                return StoreCheck.of(own);
            }
            if (url instanceof DirectoryUrl store) {
                return DiskCheck.of(
                        Stores.abilities(url).store(), DiskFacts.read(store.directory()), LEAST_BYTES, WANTED_BYTES);
            }
            return StoreCheck.of(url.text(), StoreFacts.read(url, WriterVariables.token()));
        } catch (IOException e) {
            return StoreCheck.of(url.text(), e);
        }
    }

    private void print(List<Finding> findings) {
        PrintWriter out = commandLine().getOut();
        if (isJson) {
            out.println(json(findings));
        } else {
            for (Finding each : findings) {
                out.printf("%-7s  %s: %s%n", each.verdict().name().toLowerCase(Locale.ROOT), each.about(), each.says());
                if (!each.remedy().isEmpty()) {
                    out.println("         -> " + each.remedy());
                }
            }
        }
        out.flush();
    }

    private static String json(List<Finding> findings) {
        try {
            return new ObjectMapper().writeValueAsString(findings);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("findings always have a JSON form", e);
        }
    }

    private CommandLine commandLine() {
        return requireNonNull(spec).commandLine();
    }
}

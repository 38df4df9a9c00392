package io.weir.standalone.topic;

import io.weir.contract.config.TrustedAuthorities;
import io.weir.contract.config.YamlSection;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.KafkaSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that select a Kafka: a mixin for commands that read topics. */
public final class KafkaOptions {

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Address of Kafka (default: WEIR_KAFKA_BOOTSTRAP, else 127.0.0.1:9092). The other"
                    + " kafka variables, such as WEIR_KAFKA_PREFIX and WEIR_KAFKA_USER, apply too.",
            showDefaultValue = Visibility.NEVER)
    private Optional<String> bootstrap = Optional.empty();

    /**
     * The settings from the option and the environment.
     *
     * @throws io.weir.contract.config.MistakesException with all mistakes of the variables
     * @throws io.weir.contract.service.StartException if the option is not an address
     */
    public KafkaSettings settings() {
        KafkaSettings configured = read(KafkaSettings::read);
        return bootstrap.map(configured::withBootstrap).orElse(configured);
    }

    /**
     * The authorities that the environment names.
     *
     * @throws io.weir.contract.config.MistakesException with all mistakes of the variables
     */
    public TrustedAuthorities authorities() {
        return read(section -> {
            KafkaSettings.read(section);
            return section.authorities();
        });
    }

    private static <T> T read(Function<YamlSection, T> reader) {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.remove(KafkaSettings.PASSWORD);
        return YamlSource.text("settings", "")
                .withEnvironment("WEIR_KAFKA", variables)
                .read(reader);
    }
}

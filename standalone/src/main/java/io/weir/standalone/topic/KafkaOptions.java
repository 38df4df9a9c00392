package io.weir.standalone.topic;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.yaml.YamlSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that select a Kafka: a mixin for commands that read topics. */
public final class KafkaOptions {

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "The Kafka; without it WEIR_KAFKA_BOOTSTRAP, else 127.0.0.1:9092. The other variables of"
                    + " kafka, such as WEIR_KAFKA_PREFIX and WEIR_KAFKA_USER, count too.",
            showDefaultValue = Visibility.NEVER)
    private Optional<String> bootstrap = Optional.empty();

    /**
     * The settings from the option and the environment.
     *
     * @throws io.weir.contract.yaml.MistakesException with all mistakes of the variables
     * @throws io.weir.contract.service.StartException if the option is not an address
     */
    public KafkaSettings settings() {
        Map<String, String> variables = new HashMap<>(System.getenv());
        variables.remove(KafkaSettings.PASSWORD);
        KafkaSettings told = YamlSource.text("settings", "")
                .withEnvironment("WEIR_KAFKA", variables)
                .read(KafkaSettings::read);
        return bootstrap.map(told::withBootstrap).orElse(told);
    }
}

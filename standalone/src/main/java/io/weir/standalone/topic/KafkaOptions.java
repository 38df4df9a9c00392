package io.weir.standalone.topic;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.yaml.YamlSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Which Kafka a command looks at: a mixin for commands that read topics. */
public final class KafkaOptions {

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "The Kafka; without it WEIR_KAFKA_BOOTSTRAP, else 127.0.0.1:9092. The other variables of"
                    + " kafka, such as WEIR_KAFKA_PREFIX and WEIR_KAFKA_USER, count too.",
            showDefaultValue = Visibility.NEVER)
    private Optional<String> bootstrap = Optional.empty();

    /**
     * What the option and the environment say.
     *
     * @throws io.weir.contract.yaml.MistakesException with all that is wrong with the variables
     * @throws io.weir.contract.service.StartException if the option is no address
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

package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.service.KafkaSettings;
import io.weir.writer.store.StoreUrl;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a service is given beside its own settings; what {@code up} was told on its command line wins over those.
 *
 * @param rules of {@code up --rules}
 * @param store the address of the store of {@code up}
 * @param data the data directory of {@code up}, for state
 */
record Surroundings(
        KafkaSettings kafka,
        MeterRegistry meters,
        Optional<RuleFile> rules,
        Optional<StoreUrl> store,
        Optional<DataDirectory> data) {

    /** Those of a service that runs alone. */
    static Surroundings alone(KafkaSettings kafka, MeterRegistry meters) {
        return new Surroundings(kafka, meters, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * The rules that hold: those of the command line, else of the file in the settings, else none, so that all passes.
     *
     * @throws io.weir.contract.yaml.MistakesException with everything that is wrong with the file
     */
    RuleFile rulesOr(Optional<Path> configured) {
        return rules.or(() -> configured.map(RuleLoader::load)).orElseGet(RuleFile::passThrough);
    }
}

package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.service.KafkaSettings;
import io.weir.standalone.probe.ProbeTarget;
import io.weir.writer.store.StoreUrl;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a service is given beside its own settings; what {@code up} was told on its command line wins over those.
 *
 * @param rules of {@code up --rules}
 * @param store the address of the store of {@code up}
 * @param data the data directory of {@code up}, for state
 * @param door where a probe sends if its settings do not say; known once the gateway has started
 */
record Surroundings(
        KafkaSettings kafka,
        MeterRegistry meters,
        Optional<RuleFile> rules,
        Optional<StoreUrl> store,
        Optional<DataDirectory> data,
        Supplier<ProbeTarget> door) {

    /** Those of a service that runs alone. */
    static Surroundings alone(KafkaSettings kafka, MeterRegistry meters) {
        return new Surroundings(
                kafka, meters, Optional.empty(), Optional.empty(), Optional.empty(), () -> ProbeTarget.STANDARD);
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

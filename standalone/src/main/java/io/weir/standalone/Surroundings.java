package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.standalone.probe.ProbeTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a service is given beside its own settings; what {@code up} was told on its command line wins over those.
 *
 * @param rules where those come from that the service follows
 * @param store the store of {@code up}
 * @param data the data directory of {@code up}, for state
 * @param services those of this process; all of them once all are made
 * @param door where a probe sends if its settings do not say; known once the gateway has started
 */
record Surroundings(
        KafkaSettings kafka,
        MeterRegistry meters,
        RuleChoice rules,
        Optional<StorePlace> store,
        Optional<DataDirectory> data,
        Supplier<List<Service>> services,
        Supplier<ProbeTarget> door) {

    /** Those of a service that runs alone. */
    static Surroundings alone(KafkaSettings kafka, MeterRegistry meters, Supplier<List<Service>> services) {
        return new Surroundings(
                kafka,
                meters,
                RuleChoice.alone(),
                Optional.empty(),
                Optional.empty(),
                services,
                () -> ProbeTarget.STANDARD);
    }

    /** The rules that a service follows; {@code fixed} is the file that its settings name. */
    Rules rules(String service, Optional<Path> fixed) {
        return rules.of(service, fixed, kafka, meters);
    }
}

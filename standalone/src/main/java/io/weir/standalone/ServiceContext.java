package io.weir.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.contract.rule.Rules;
import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.Service;
import io.weir.standalone.embedded.DataDirectory;
import io.weir.standalone.probe.out.HostAndPort;
import io.weir.standalone.rules.RuleChoice;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The environment of a service, beside its own settings. Options of {@code up} take precedence over
 * settings.
 *
 * @param rules selects the rules that the service follows
 * @param store the store of {@code up}
 * @param data the data directory of {@code up}, for state
 * @param services those of this process; complete when all are created
 * @param input the address of the gateway's UDP input, for a probe whose settings name none; known
 * when the gateway has started
 */
record ServiceContext(
        KafkaSettings kafka,
        MeterRegistry meters,
        RuleChoice rules,
        Optional<StorePlace> store,
        Optional<DataDirectory> data,
        Supplier<List<Service>> services,
        Supplier<HostAndPort> input) {

    /** The environment of a service that runs alone. */
    static ServiceContext alone(KafkaSettings kafka, MeterRegistry meters, Supplier<List<Service>> services) {
        return new ServiceContext(
                kafka,
                meters,
                RuleChoice.alone(),
                Optional.empty(),
                Optional.empty(),
                services,
                () -> HostAndPort.GATEWAY);
    }

    /**
     * The rules that a service follows.
     *
     * @param fixed the file that its settings name
     */
    Rules rules(String service, Optional<Path> fixed) {
        return rules.of(service, fixed, kafka, meters);
    }
}

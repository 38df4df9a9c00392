package io.weir.standalone;

import io.weir.contract.service.Service;
import io.weir.dashboard.pulse.Flow;
import io.weir.dashboard.pulse.Outside;
import io.weir.standalone.status.MeterReader;
import io.weir.standalone.status.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dashboard's view of its own process. It shows no flow if this process runs no gateway. */
final class Inside implements Outside {
    private final ServiceContext around;
    private final MeterReader meters;
    private final boolean isWhole;

    Inside(ServiceContext around) {
        this.around = around;
        this.meters = new MeterReader(around.meters());
        this.isWhole = around.data().isPresent();
    }

    @Override
    public Optional<Flow> flow() {
        return isWhole ? Optional.of(flow(meters.read(System.nanoTime()))) : Optional.empty();
    }

    @Override
    public Map<String, String> lossMeters() {
        return MeterReader.lossMeters();
    }

    @Override
    public List<Service> services() {
        return List.copyOf(around.services().get());
    }

    private static Flow flow(Reading read) {
        Reading.Target main = read.target(Reading.MAIN);
        return new Flow(
                read.received(),
                read.processed(),
                main.stored(),
                main.latency().p50Millis(),
                main.latency().p99Millis(),
                read.losses());
    }
}

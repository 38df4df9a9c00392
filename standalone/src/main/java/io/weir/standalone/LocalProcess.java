package io.weir.standalone;

import io.weir.contract.service.Service;
import io.weir.dashboard.live.Flow;
import io.weir.dashboard.live.Outside;
import io.weir.standalone.status.MeterReader;
import io.weir.standalone.status.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dashboard's view of its own process. It shows no flow if this process runs no gateway. */
final class LocalProcess implements Outside {
    private final ServiceContext context;
    private final MeterReader meters;
    private final boolean isWhole;

    LocalProcess(ServiceContext context) {
        this.context = context;
        this.meters = new MeterReader(context.meters());
        this.isWhole = context.data().isPresent();
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
        return List.copyOf(context.services().get());
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

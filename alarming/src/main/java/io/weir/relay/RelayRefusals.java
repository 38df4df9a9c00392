package io.weir.relay;

import io.weir.contract.service.RejectedRecords;
import io.weir.contract.time.OncePerSecond;
import io.weir.contract.topic.Rejection;
import io.weir.relay.sink.Refusals;
import io.weir.relay.sink.RelayMeters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what a sink does not get, keeps it in {@code metrics.rejected}, and logs it at most once
 * per second. Thread-safe.
 */
final class RelayRefusals implements Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(RelayRefusals.class);

    private final String sink;
    private final RelayMeters meters;
    private final RejectedRecords rejected;
    private final OncePerSecond logLimit = new OncePerSecond(System.nanoTime());

    RelayRefusals(String sink, RelayMeters meters, RejectedRecords rejected) {
        this.sink = sink;
        this.meters = meters;
        this.rejected = rejected;
    }

    @Override
    public void refuse(String id, byte[] bytes, String reason) {
        meters.rejected(reason);
        rejected.send(new Rejection(RelayService.NAME, reason, id, -1), bytes);
        if (logLimit.permits(System.nanoTime())) {
            LOG.warn("sink {} does not get {} reason={}; it is in metrics.rejected", sink, id, reason);
        }
    }

    @Override
    public void unroutable(String route) {
        meters.unroutable();
        if (logLimit.permits(System.nanoTime())) {
            LOG.warn("sink {}: RabbitMQ has no queue for the routing key {}; bind one to the exchange", sink, route);
        }
    }
}

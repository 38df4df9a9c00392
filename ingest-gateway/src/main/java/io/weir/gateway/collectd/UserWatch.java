package io.weir.gateway.collectd;

import io.weir.contract.service.DaemonThreads;
import io.weir.gateway.intake.ForwardingInput;
import io.weir.gateway.intake.Input;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * An input whose users are reloaded every second in a separate thread, so that no event loop waits
 * for a file.
 */
final class UserWatch extends ForwardingInput {
    private final ScheduledExecutorService everySecond =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("weir-gateway-collectd-users"));

    @SuppressWarnings("FutureReturnValueIgnored") // Throws nothing, ends with its executor.
    UserWatch(Input input, UserFile users) {
        super(input);
        everySecond.scheduleWithFixedDelay(users::lookAgain, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        everySecond.shutdownNow();
        super.close();
    }
}

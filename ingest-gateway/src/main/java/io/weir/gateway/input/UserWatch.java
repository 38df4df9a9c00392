package io.weir.gateway.input;

import io.weir.gateway.collectd.UserFile;
import io.weir.gateway.intake.Input;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * An input whose users are reloaded every second in a separate thread, so that no event loop waits
 * for a file.
 */
final class UserWatch implements Input {
    private final Input input;
    private final ScheduledExecutorService everySecond = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "weir-gateway-collectd-users");
        thread.setDaemon(true);
        return thread;
    });

    @SuppressWarnings("FutureReturnValueIgnored") // Throws nothing, ends with its executor.
    UserWatch(Input input, UserFile users) {
        this.input = input;
        everySecond.scheduleWithFixedDelay(users::lookAgain, 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public String listens() {
        return input.listens();
    }

    @Override
    public OptionalInt port() {
        return input.port();
    }

    @Override
    public List<LongSupplier> kernelDropsBySocket() {
        return input.kernelDropsBySocket();
    }

    @Override
    public int receiveBufferBytes() {
        return input.receiveBufferBytes();
    }

    @Override
    public void close() {
        everySecond.shutdownNow();
        input.close();
    }
}

package io.weir.standalone.browser;

import io.weir.standalone.UpInstallation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Some hosts with changing values. Sends at a constant rate: first five minutes of processor
 * history, then current values.
 */
final class SmallFarm implements AutoCloseable {
    static final int HOSTS = 6;

    private static final long TICK_MILLIS = 200;
    private static final int TICKS_OF_THE_PAST = 100;
    private static final int VALUES_IN_A_TICK = 3;

    private final UpInstallation up;
    private final Random random = new Random(1);
    private final CountDownLatch isNow = new CountDownLatch(1);
    private final CountDownLatch isOver = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "small-farm");
    private volatile boolean isHot;

    SmallFarm(UpInstallation up) {
        this.up = up;
        thread.start();
    }

    /** Returns when the history is sent. */
    void awaitNow() throws InterruptedException {
        isNow.await();
    }

    /** Overheats two of the hosts from now on. */
    void heat() {
        isHot = true;
    }

    private void run() {
        try {
            long pastMillis =
                    Instant.now().toEpochMilli() - TICKS_OF_THE_PAST * (VALUES_IN_A_TICK * 1_000L - TICK_MILLIS);
            for (int tick = 0; !isOver.await(TICK_MILLIS, TimeUnit.MILLISECONDS); tick++) {
                if (tick < TICKS_OF_THE_PAST) {
                    for (int i = 0; i < VALUES_IN_A_TICK; i++) {
                        up.send(processors(pastMillis + (tick * VALUES_IN_A_TICK + i) * 1_000L));
                    }
                } else {
                    isNow.countDown();
                    up.send(processors(Instant.now().toEpochMilli()));
                    up.send(temperatures());
                    up.send(fans());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String processors(long millis) {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= HOSTS; i++) {
            double busy = 12 * i + 8 * Math.sin(millis / 1_000.0 / (8 + 3 * i)) + random.nextGaussian();
            lines.append(String.format(
                    Locale.ROOT, "cpu,cpu=cpu-total,%s usage_active=%.1f %d000000\n", host(i), busy, millis));
        }
        return lines.toString();
    }

    private String temperatures() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= HOSTS; i++) {
            double more = !isHot ? 0 : i == 3 ? 25 : i == 6 ? 36.5 : 0;
            double celsius = 58 + i / 2.0 + more + random.nextGaussian() / 5;
            lines.append(String.format(Locale.ROOT, "temp,detector=%s,%s c=%.1f\n", detector(i), host(i), celsius));
        }
        return lines.toString();
    }

    private String fans() {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= HOSTS; i++) {
            lines.append(String.format(Locale.ROOT, "fan,%s rpm=%di\n", host(i), 4_200 + random.nextInt(200)));
        }
        return lines.toString();
    }

    private static String host(int i) {
        return "hostname=flp" + i;
    }

    private static String detector(int i) {
        return i <= HOSTS / 2 ? "ITS" : "TPC";
    }

    @Override
    public void close() {
        isOver.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

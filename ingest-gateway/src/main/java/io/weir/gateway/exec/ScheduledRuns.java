package io.weir.gateway.exec;

import io.weir.contract.service.Worker;
import io.weir.gateway.exec.CommandLog.Failure;
import io.weir.gateway.exec.CommandSettings.Schedule;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command at intervals, never twice at a time. The output of a run is a message, if the exit
 * code is 0. Belongs to one thread.
 */
final class ScheduledRuns implements Worker.Work {
    private static final int SMALL = 64 << 10;
    private static final long LOOK_AGAIN_MILLIS = 10;

    private final CommandSettings settings;
    private final Schedule schedule;
    private final CommandHandover handover;
    private final CommandLog log;
    private final Worker worker;
    private byte[] output = new byte[SMALL];
    private int length;

    ScheduledRuns(
            CommandSettings settings, Schedule schedule, CommandHandover handover, CommandLog log, Worker worker) {
        this.settings = settings;
        this.schedule = schedule;
        this.handover = handover;
        this.log = log;
        this.worker = worker;
    }

    @Override
    public void run() throws InterruptedException {
        long intervalNanos = schedule.interval().toNanos();
        long startNanos = System.nanoTime()
                + (long)
                        (new SplittableRandom().nextDouble() * schedule.jitter().toNanos());
        pauseUntil(startNanos);
        while (!worker.isEnding()) {
            runOnce();
            long missed = Math.max(0, (System.nanoTime() - startNanos) / intervalNanos);
            if (missed > 0) {
                log.skipped(missed);
            }
            startNanos += (missed + 1) * intervalNanos;
            pauseUntil(startNanos);
        }
    }

    private void pauseUntil(long nanos) throws InterruptedException {
        // Rounded up: never before its time.
        worker.pause(TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime() + 999_999));
    }

    private void runOnce() throws InterruptedException {
        length = 0;
        long deadlineNanos = System.nanoTime() + schedule.timeout().toNanos();
        try (RunningCommand command = RunningCommand.start(settings)) {
            while (!worker.isEnding()) {
                int read = command.read(output, length);
                if (read == RunningCommand.END) {
                    end(command);
                    return;
                }
                length += read;
                if (length > settings.maxBytes()) {
                    log.failed(
                            Failure.TOO_LONG, "writes more than " + settings.maxBytes() + " bytes and was killed", "");
                    return;
                }
                if (System.nanoTime() - deadlineNanos > 0) {
                    log.failed(
                            Failure.TIMEOUT,
                            "did not end within " + schedule.timeout().toMillis() + " ms and was killed",
                            command.lastError());
                    return;
                }
                if (length == output.length) {
                    // One byte more than the limit shows that the output exceeds it.
                    output = Arrays.copyOf(output, (int) Math.min(settings.maxBytes() + 1L, 2L * length));
                }
                if (read == 0) {
                    worker.pause(LOOK_AGAIN_MILLIS);
                }
            }
        } catch (IOException e) {
            log.failed(Failure.NOT_STARTED, "cannot run: " + e.getMessage(), "");
        }
    }

    private void end(RunningCommand command) {
        if (command.exitCode() == 0) {
            log.succeeded();
            handover.output(output, length);
        } else {
            log.failed(
                    Failure.FAILED,
                    "failed with exit code " + command.exitCode() + "; its output is ignored",
                    command.lastError());
        }
    }
}

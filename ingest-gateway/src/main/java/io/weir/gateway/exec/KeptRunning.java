package io.weir.gateway.exec;

import io.weir.contract.service.Worker;
import io.weir.gateway.exec.CommandLog.Failure;
import io.weir.gateway.intake.LineCutter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a command running, whose lines are messages. Reads only while there is room, so that the
 * command waits. Belongs to one thread.
 */
final class KeptRunning implements Worker.Work {
    private static final int READ_BYTES = 64 << 10;
    private static final long LOOK_AGAIN_MILLIS = 10;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    /** A command that runs for so long has recovered from its failure. */
    private static final long LONG_ENOUGH_NANOS = TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MILLIS);

    private final CommandSettings settings;
    private final CommandHandover handover;
    private final CommandLog log;
    private final Worker worker;
    private final LineCutter cutter;
    private final byte[] bytes = new byte[READ_BYTES];

    KeptRunning(CommandSettings settings, CommandHandover handover, CommandLog log, Worker worker) {
        this.settings = settings;
        this.handover = handover;
        this.log = log;
        this.worker = worker;
        this.cutter = new LineCutter(settings.maxBytes());
    }

    @Override
    public void run() throws InterruptedException {
        long pauseMillis = PAUSE_MILLIS;
        while (!worker.isEnding()) {
            long startNanos = System.nanoTime();
            boolean hasSucceeded = runOnce(startNanos);
            if (hasSucceeded || System.nanoTime() - startNanos >= LONG_ENOUGH_NANOS) {
                pauseMillis = PAUSE_MILLIS;
            }
            worker.pause(pauseMillis);
            pauseMillis = hasSucceeded ? pauseMillis : Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
        }
    }

    /** Returns whether the command ended by itself, without an error. */
    private boolean runOnce(long startNanos) throws InterruptedException {
        cutter.restart();
        boolean isGood = false;
        try (RunningCommand command = RunningCommand.start(settings)) {
            int read = 0;
            while (!worker.isEnding() && read != RunningCommand.END) {
                read = handover.hasRoom() ? command.read(bytes, 0) : 0;
                if (read > 0) {
                    handover.lines(bytes, read, cutter);
                } else if (read == 0) {
                    handover.flushLines();
                    worker.pause(LOOK_AGAIN_MILLIS);
                }
                if (System.nanoTime() - startNanos >= LONG_ENOUGH_NANOS) {
                    log.succeeded();
                }
            }
            if (read == RunningCommand.END) {
                isGood = end(command);
            }
        } catch (IOException e) {
            log.failed(Failure.NOT_STARTED, "cannot run: " + e.getMessage(), "");
        }
        handover.flush();
        return isGood;
    }

    private boolean end(RunningCommand command) {
        if (command.exitCode() == 0) {
            log.succeeded();
            handover.finish(cutter);
            return true;
        }
        log.failed(
                Failure.FAILED,
                "ended with exit code " + command.exitCode() + " and is restarted",
                command.lastError());
        return false;
    }
}

package io.weir.gateway.exec;

import io.weir.contract.service.Worker;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An input that runs a command in a thread of its own. The command ends with the gateway. */
public final class ExecInput implements Input {
    private static final Logger LOG = LoggerFactory.getLogger(ExecInput.class);
    private static final long PAUSE_MILLIS = 1_000;
    private static final long CLOSE_WITHIN_MILLIS = 5_000;

    private final CommandSettings settings;
    private final Worker worker;
    private final Worker.Work work;

    private ExecInput(CommandSettings settings, Intakes intakes, Function<LineIntake, MessageIntake> mapping) {
        this.settings = settings;
        this.worker = new Worker("weir-gateway-" + settings.input(), this::run);
        CommandHandover handover = new CommandHandover(settings, intakes, mapping);
        CommandLog log = new CommandLog(settings, intakes.counts().warnings);
        this.work = settings.schedule()
                .<Worker.Work>map(schedule -> new ScheduledRuns(settings, schedule, handover, log, worker))
                .orElseGet(() -> new KeptRunning(settings, handover, log, worker));
    }

    /**
     * Starts to run the command.
     *
     * @param mapping creates what turns messages into lines
     */
    public static ExecInput open(
            CommandSettings settings, Intakes intakes, Function<LineIntake, MessageIntake> mapping) {
        ExecInput input = new ExecInput(settings, intakes, mapping);
        input.worker.start();
        return input;
    }

    private void run() throws InterruptedException {
        worker.retrying(work::run, this::logFailure, PAUSE_MILLIS);
    }

    private void logFailure(Exception e) {
        LOG.error("internal error of Weir in input {}, which continues", settings.input(), e);
    }

    @Override
    public String listens() {
        return "command=" + settings;
    }

    @Override
    public void close() {
        worker.end();
        worker.join(CLOSE_WITHIN_MILLIS);
    }
}

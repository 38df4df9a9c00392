package io.weir.gateway;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.gateway.intake.GatewayTime;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.intake.stamp.ReceiveClock;
import io.weir.gateway.limit.Limits;
import io.weir.gateway.setting.InputSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * One input of a running gateway with its intakes and counts. Opened and closed by one thread; any
 * thread may read the figures.
 */
final class OpenInput implements AutoCloseable {
    private final InputCounts counts;
    private final List<LineIntake> intakes = new CopyOnWriteArrayList<>();
    private final Input input;

    /** The environment with which a gateway opens its inputs. */
    record Context(
            String gatewayId,
            IntakeSettings settings,
            SharedParts shared,
            GatewayTime time,
            ReceiveClock clock,
            long lingerNanos,
            KafkaSettings kafka,
            MissedRecords missed,
            Path directory) {
        /** The same with other limits. */
        Context with(Limits limits) {
            SharedParts parts = shared.with(limits);
            return new Context(gatewayId, settings, parts, time, clock, lingerNanos, kafka, missed, directory);
        }
    }

    OpenInput(InputSettings settings, InputCounts counts, Context context) {
        this.counts = counts;
        this.input = settings.open(new Intakes() {
            @Override
            public LineIntake next(Executor loop) {
                LineIntake intake = new LineIntake(context.settings(), context.shared(), counts);
                intakes.add(intake);
                context.time().join(intake, loop);
                return intake;
            }

            @Override
            public ReceiveClock clock() {
                return context.clock();
            }

            @Override
            public long lingerNanos() {
                return context.lingerNanos();
            }

            @Override
            public PublishQueue queue() {
                return context.shared().queue();
            }

            @Override
            public KafkaSettings kafka() {
                return context.kafka();
            }

            @Override
            public MissedRecords missed() {
                return context.missed();
            }

            @Override
            public Path directory() {
                return context.directory();
            }

            @Override
            public String gatewayId() {
                return context.gatewayId();
            }

            @Override
            public InputCounts counts() {
                return counts;
            }
        });
    }

    InputCounts counts() {
        return counts;
    }

    /**
     * Losses of this input: datagrams dropped by the kernel, and lines for which there was no room.
     */
    long lost() {
        return input.kernelDrops() + counts.lostHere();
    }

    /** Number of series that its intakes have cached. */
    long knownSeries() {
        return intakes.stream().mapToLong(LineIntake::knownSeries).sum();
    }

    Input input() {
        return input;
    }

    @Override
    public void close() {
        input.close();
    }
}

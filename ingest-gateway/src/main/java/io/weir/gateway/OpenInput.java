package io.weir.gateway;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.service.MissedRecords;
import io.weir.gateway.input.InputSettings;
import io.weir.gateway.intake.GatewayTime;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.PublishQueue;
import io.weir.gateway.intake.ReceiveClock;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.StampUnit;
import io.weir.gateway.limit.Limits;
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
    record House(
            IntakeSettings settings,
            SharedParts shared,
            GatewayTime time,
            ReceiveClock clock,
            long lingerNanos,
            KafkaSettings kafka,
            MissedRecords missed) {
        /** The same with other limits. */
        House with(Limits limits) {
            SharedParts parts = new SharedParts(shared.handOff(), shared.stamps(), limits);
            return new House(settings, parts, time, clock, lingerNanos, kafka, missed);
        }
    }

    OpenInput(InputSettings settings, InputCounts counts, House house) {
        this.counts = counts;
        this.input = settings.open(new Intakes() {
            @Override
            public LineIntake next(Executor loop, StampUnit unit) {
                LineIntake intake = new LineIntake(house.settings(), house.shared(), counts, unit);
                intakes.add(intake);
                house.time().join(intake, loop);
                return intake;
            }

            @Override
            public ReceiveClock clock() {
                return house.clock();
            }

            @Override
            public long lingerNanos() {
                return house.lingerNanos();
            }

            @Override
            public PublishQueue handOff() {
                return house.shared().handOff();
            }

            @Override
            public KafkaSettings kafka() {
                return house.kafka();
            }

            @Override
            public MissedRecords missed() {
                return house.missed();
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

    Input door() {
        return input;
    }

    @Override
    public void close() {
        input.close();
    }
}

package io.weir.gateway.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.service.KafkaSettings;
import io.weir.contract.yaml.YamlSource;
import io.weir.gateway.intake.GatewayTime;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.IntakeSettings;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.Parcel;
import io.weir.gateway.intake.ReceiveClock;
import io.weir.gateway.intake.SharedParts;
import io.weir.gateway.intake.StampClock;
import io.weir.gateway.intake.StampLimits;
import io.weir.gateway.intake.StampUnit;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** An input, opened as a gateway's settings say, with nothing behind it but what takes its lines. Belongs to one thread. */
final class Door implements AutoCloseable {
    private static final int PARTITIONS = 2;

    private final HandOff handOff = new HandOff(1 << 28);
    private final GatewayTime time = new GatewayTime(handOff, PARTITIONS);
    private final InputCounts counts;
    private final Input input;
    private final List<String> lines = new ArrayList<>();

    private Door(InputSettings settings) {
        counts = new InputCounts(settings.name());
        IntakeSettings intake = new IntakeSettings(
                PARTITIONS, 128 << 10, 1000, 1 << 20, 1000, new StampLimits(StampLimits.NONE, StampLimits.NONE));
        SharedParts shared = new SharedParts(handOff, new StampClock());
        ReceiveClock clock = new ReceiveClock(Clock.systemUTC());
        input = settings.open(new Intakes() {
            @Override
            public LineIntake next(Executor loop, StampUnit unit) {
                LineIntake next = new LineIntake(intake, shared, counts, unit);
                time.join(next, loop);
                return next;
            }

            @Override
            public ReceiveClock clock() {
                return clock;
            }

            @Override
            public long lingerNanos() {
                return 1_000_000;
            }

            @Override
            public HandOff handOff() {
                return handOff;
            }

            @Override
            public KafkaSettings kafka() {
                return KafkaSettings.defaults();
            }

            @Override
            public InputCounts counts() {
                return counts;
            }
        });
    }

    /** Opens the last input of a gateway with these settings. */
    static Door open(String yaml) {
        List<InputSettings> all = YamlSource.text("gateway.yaml", yaml).read(InputKind::read);
        return new Door(all.get(all.size() - 1));
    }

    int port() {
        return input.port().orElseThrow();
    }

    InputCounts counts() {
        return counts;
    }

    /** Every line taken in so far, canonical. */
    List<String> lines() {
        try {
            for (Parcel parcel = handOff.poll(0); parcel != null; parcel = handOff.poll(0)) {
                if (parcel instanceof Parcel.Batch batch) {
                    lines.addAll(List.of(new String(batch.lines(), UTF_8).split("\n")));
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return lines;
    }

    /** Whether a line has come that the expression describes completely. */
    boolean has(String expression) {
        return lines().stream().anyMatch(line -> line.matches(expression));
    }

    @Override
    public void close() {
        input.close();
    }
}

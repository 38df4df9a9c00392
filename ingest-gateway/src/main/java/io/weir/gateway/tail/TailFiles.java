package io.weir.gateway.tail;

import io.weir.gateway.consume.Broker;
import io.weir.gateway.consume.Subscription;
import io.weir.gateway.intake.Intakes;
import io.weir.gateway.intake.NamedPlace;
import java.io.IOException;

/** Growing files as the source of messages. */
public final class TailFiles implements Broker {
    /** Lines that may be unacknowledged before an acknowledgement is asked for, times four. */
    private static final int WINDOW = 1 << 16;

    private final TailSettings settings;
    private final Intakes intakes;
    private final PositionsFile positions;

    /** Reads nothing before a subscription. */
    public TailFiles(TailSettings settings, Intakes intakes) {
        this.settings = settings;
        this.intakes = intakes;
        this.positions = new PositionsFile(intakes.directory().resolve("tail-" + settings.input()));
    }

    @Override
    public Subscription subscribe(String consumer) throws IOException {
        OpenFiles files = new OpenFiles(settings, intakes.counts().warnings);
        return TailSubscription.open(files, positions, intakes.clock(), new NamedPlace(toString()));
    }

    @Override
    public int window() {
        return WINDOW;
    }

    @Override
    public String toString() {
        return "files=" + settings.files();
    }
}

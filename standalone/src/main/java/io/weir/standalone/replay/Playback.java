package io.weir.standalone.replay;

import io.weir.contract.line.LineError;
import io.weir.contract.rule.RuleFile;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.standalone.send.NamedStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Plays a whole recording through a {@link VirtualWeir} and counts the refused lines. */
final class Playback implements Replay.Listener {
    private long refused;

    private Playback() {}

    /**
     * Plays a recording under these rules.
     *
     * @param recording line protocol with timestamps in nanoseconds
     * @return the number of refused lines
     */
    static long play(String recording, RuleFile rules, VirtualWeir weir) throws IOException {
        Playback playback = new Playback();
        try (InputStream in = NamedStream.input(recording)) {
            new Replay(in, StampUnit.NS, weir, weir::tick, playback).run(OptionalLong.empty(), Settling.of(rules));
        }
        return playback.refused;
    }

    @Override
    public void refused(long lineNumber, int at, LineError why) {
        refused++;
    }

    @Override
    public void read(long lines, long millis) {}
}

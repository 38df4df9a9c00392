package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;

/** A series as a test spells it: line protocol with tags in any order. */
final class SeriesText {
    private SeriesText() {}

    /** The canonical spelling of the series. */
    static String canonical(String written) {
        byte[] bytes = written.getBytes(UTF_8);
        SeriesReader reader = new SeriesReader();
        LineError error = reader.read(bytes, 0, bytes.length);
        if (error != LineError.NONE) {
            throw new Refusal("is " + Refusal.quote(written), error.meaning());
        }
        return new String(reader.canonical(), UTF_8);
    }
}

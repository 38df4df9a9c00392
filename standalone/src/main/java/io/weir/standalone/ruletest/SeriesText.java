package io.weir.standalone.ruletest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesReader;
import io.weir.contract.yaml.Refusal;

/** A series as a person writes it in a test: as line protocol spells it, tags in any order. */
final class SeriesText {
    private SeriesText() {}

    /** Its canonical spelling. */
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

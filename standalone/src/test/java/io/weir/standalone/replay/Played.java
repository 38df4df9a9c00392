package io.weir.standalone.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.LineError;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.gateway.intake.stamp.StampUnit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The result of lines that were played through rules. */
record Played(String out, List<String> refused, long lines) {

    static Played of(Output output, String rules, String input) throws IOException {
        return of(output, rules, new ByteArrayInputStream(input.getBytes(UTF_8)), StampUnit.NS, OptionalLong.empty());
    }

    static Played of(Output output, String rules, InputStream input, StampUnit unit, OptionalLong startNanos)
            throws IOException {
        RuleFile file = RuleLoader.parse("rules.yaml", rules);
        return of(output, file, input, unit, startNanos, Settling.of(file));
    }

    /** With more silence at the end than necessary. */
    static Played of(Output output, String rules, String input, Duration longer) throws IOException {
        RuleFile file = RuleLoader.parse("rules.yaml", rules);
        Settling settling = Settling.of(file);
        return of(
                output,
                file,
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                StampUnit.NS,
                OptionalLong.empty(),
                new Settling(settling.windows(), settling.after().plus(longer)));
    }

    private static Played of(
            Output output, RuleFile file, InputStream input, StampUnit unit, OptionalLong startNanos, Settling settling)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> refused = new ArrayList<>();
        Replay.Listener listener = new Replay.Listener() {
            @Override
            public void refused(long lineNumber, int at, LineError why) {
                refused.add(lineNumber + "/" + at + " " + why.code());
            }

            @Override
            public void read(long lines, long millis) {}
        };
        FeedWriter writer = new FeedWriter(out);
        try (LateRun run = LateRun.of(file, output, writer)) {
            new Replay(input, unit, run.weir(), run, listener).run(startNanos, run.settling(settling));
        }
        return new Played(out.toString(UTF_8), refused, writer.lines());
    }
}

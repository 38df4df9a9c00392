package io.weir.standalone.archive;

import io.weir.contract.config.Refusal;
import io.weir.contract.rule.match.Glob;
import io.weir.contract.service.StartException;
import io.weir.standalone.option.TimeOption;
import io.weir.writer.store.archive.Selection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that select lines. */
final class Choice {
    @Option(
            names = "--measurement",
            paramLabel = "PATTERN",
            description = "Only measurements that match, such as cpu or 'cpu*'. May be repeated (default: all).")
    private List<String> measurements = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "The earliest time, such as 2026-11-27 or 2026-11-27T15:00:00Z, in UTC (default: all times).")
    private Optional<Instant> from = Optional.empty();

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeOption.class,
            description = "The time before which lines are included (default: all times; for compact, two hours ago).")
    private Optional<Instant> to = Optional.empty();

    Selection selection() {
        return new Selection(globs(), from.orElse(Selection.ALL.from()), to.orElse(Selection.ALL.to()));
    }

    private List<Glob> globs() {
        try {
            return measurements.stream().map(Glob::new).toList();
        } catch (Refusal e) {
            throw new StartException("--measurement " + e.getMessage(), e);
        }
    }
}

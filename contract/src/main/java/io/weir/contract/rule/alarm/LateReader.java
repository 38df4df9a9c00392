package io.weir.contract.rule.alarm;

import io.weir.contract.alarm.Severity;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSection;
import io.weir.contract.rule.match.RuleNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads rules of {@code late}. Contract does not know the query language: the service checks the query. */
public final class LateReader {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DELAY = Duration.ofSeconds(10);
    private static final List<Severity> SEVERITIES = List.of(Severity.MINOR, Severity.MAJOR, Severity.INVALID);
    private static final MessageTemplate MESSAGE = MessageTemplate.of("{rule}: the query has a result");

    private final RuleNames names;
    private final AlarmReferences references;

    /** @param references of the alarm rules of the same file, which late rules can mask */
    public LateReader(RuleNames names, AlarmReferences references) {
        this.names = names;
        this.references = references;
    }

    public LateAlarm read(YamlSection section) {
        String name = AlarmReader.name(names, section);
        references.named(name);
        Handling handling = Handling.read(section);
        handling.maskedBy().ifPresent(masks -> references.masks(name, masks, section));
        String query = section.text("query", "PromQL; each series with a result raises an alarm")
                .required();
        Duration every =
                section.duration("every", SECOND, "time between evaluations").required();
        Duration delay = section.duration(
                        "delay", Duration.ZERO, "age of the history that is evaluated, so that the store has its lines")
                .or(DELAY);
        Severity severity =
                section.choice("severity", SEVERITIES, "severity of the alarm").or(Severity.MAJOR);
        List<String> path =
                section.texts("path", "labels whose values make the alarm's id").or(List.of());
        Duration held = section.duration(
                        "for", Duration.ZERO, "time for which a series needs results before the alarm is raised")
                .or(Duration.ZERO);
        if (!section.has("message")) {
            handling = handling.withMessage(MESSAGE);
        }
        List<String> placeholders = new ArrayList<>(handling.message().placeholders());
        placeholders.retainAll(List.of("value", "threshold", "field"));
        if (!placeholders.isEmpty()) {
            throw new Refusal(
                    "message",
                    "names {" + placeholders.get(0) + "}, which an alarm on a query does not have",
                    "name labels of the result, {rule} or {severity}");
        }
        return new LateAlarm(query, every, delay, LateAlarm.judge(name, severity, held, path, handling));
    }
}

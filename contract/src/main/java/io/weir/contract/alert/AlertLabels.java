package io.weir.contract.alert;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The labels that identify an alert: {@code alertname}, {@code severity}, {@code id}, and the tags
 * of the alarm's series. Characters of a tag key that labels cannot have become {@code _}. A key
 * that equals another label gets the prefix {@code tag_}, repeated if necessary.
 */
public final class AlertLabels {
    static final String ALERT_NAME = "alertname";
    static final String SEVERITY = "severity";
    static final String ID = "id";

    /** Labels that every alert has. */
    public static final Set<String> OWN = Collections.unmodifiableSet(new TreeSet<>(Set.of(ALERT_NAME, SEVERITY, ID)));

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern FORBIDDEN = Pattern.compile("[^A-Za-z0-9_]");

    private AlertLabels() {}

    /** Returns whether users may add this label to every alert. */
    public static boolean isFree(String name) {
        return NAME.matcher(name).matches() && !OWN.contains(name);
    }

    /** @param everywhere labels of every alert */
    public static SortedMap<String, String> of(AlarmEvent alarm, Map<String, String> everywhere) {
        SortedMap<String, String> labels = new TreeMap<>(everywhere);
        labels.put(ALERT_NAME, alarm.rule());
        labels.put(SEVERITY, severity(alarm.severity()));
        labels.put(ID, alarm.id());
        alarm.tags().forEach((key, value) -> {
            String name = name(key);
            while (labels.containsKey(name)) {
                name = "tag_" + name;
            }
            labels.put(name, value);
        });
        return Collections.unmodifiableSortedMap(labels);
    }

    /** Returns the severity as rules spell it. */
    public static String severity(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String name(String key) {
        String name = FORBIDDEN.matcher(key).replaceAll("_");
        return NAME.matcher(name).matches() ? name : "_" + name;
    }
}

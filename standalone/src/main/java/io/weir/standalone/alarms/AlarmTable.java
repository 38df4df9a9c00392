package io.weir.standalone.alarms;

import io.weir.contract.alarm.AlarmEvent;
import io.weir.contract.alarm.Severity;
import java.io.PrintWriter;
import java.util.List;

/** Alarms as a table for people: as wide as its longest id, the message last. */
final class AlarmTable {
    private static final String ROW = "%s  %-14s  %-19s  %10s  %s  %s%n";
    private static final int SEVERITY = 8;

    private AlarmTable() {}

    static void print(List<AlarmEvent> alarms, PrintWriter to) {
        if (alarms.isEmpty()) {
            to.println("no alarms");
            return;
        }
        int width = alarms.stream()
                .mapToInt(alarm -> AlarmLine.text(alarm.id()).length())
                .max()
                .getAsInt();
        to.printf(ROW, pad("SEVERITY", SEVERITY), "STATE", "SINCE (UTC)", "VALUE", pad("ID", width), "MESSAGE");
        for (AlarmEvent alarm : alarms) {
            Severity severity = alarm.severity();
            to.printf(
                    ROW,
                    AlarmLine.severity(severity, SEVERITY),
                    alarm.to(),
                    AlarmLine.time(alarm.since()),
                    AlarmLine.value(alarm),
                    pad(AlarmLine.text(alarm.id()), width),
                    AlarmLine.message(alarm));
        }
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}

package io.weir.standalone.probe;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sensors of a server's management controller by {@code ipmitool}.
 *
 * <p>Format of {@code ipmitool sdr elist}: name, number, status, entity and reading between vertical
 * bars. The entity, such as 3.1 for the first processor, distinguishes sensors of the same name.
 */
final class Ipmi implements Collector {
    /** A number with its unit; a discrete sensor has a bit mask such as {@code 0x01} instead. */
    private static final Pattern READING = Pattern.compile("(-?\\d+(?:\\.\\d+)?) (.+)");

    private final Tool ipmitool;

    Ipmi(Tool ipmitool) {
        this.ipmitool = ipmitool;
    }

    @Override
    public void collect(ProbeLines to) {
        ipmitool.output(List.of("sdr", "elist")).ifPresent(text -> text.lines().forEach(line -> write(line, to)));
    }

    /** A sensor without a reading ({@code ns}, as of an empty slot) has no line. */
    static void write(String text, ProbeLines to) {
        String[] cells = text.split("\\|");
        Matcher reading = READING.matcher(cells.length == 5 ? cells[4].strip() : "");
        if (reading.matches()) {
            to.line("ipmi_sensor")
                    .tag("entity", cells[3].strip())
                    .tag("name", cells[0].strip())
                    .tag("unit", reading.group(2))
                    .exact("value", Double.parseDouble(reading.group(1)))
                    .integer("ok", cells[2].strip().equals("ok") ? 1 : 0)
                    .end();
        }
    }
}

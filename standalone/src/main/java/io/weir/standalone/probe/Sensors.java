package io.weir.standalone.probe;

import java.nio.file.Path;
import java.util.List;

/**
 * The sensors of a host's chips: temperatures, fans, voltages, currents, powers. Power supplies that
 * the kernel knows have their sensors here too.
 *
 * <p>Format: {@code Documentation/hwmon/sysfs-interface.rst} of Linux.
 */
final class Sensors implements Collector {
    /** The attributes of a sensor that are measured in the unit of its kind. */
    private static final List<String> VALUES = List.of("input", "average", "min", "max", "crit");

    /** The attributes that are 0 or 1. */
    private static final List<String> FLAGS = List.of("alarm", "fault");

    private final KernelFiles files;

    Sensors(KernelFiles files) {
        this.files = files;
    }

    /** A kind of sensor, with the number of the kernel's units in Weir's unit. */
    private record Kind(String name, double perUnit) {
        /** Degrees Celsius, volts, amperes, watts, percent; revolutions per minute. */
        static final List<Kind> ALL = List.of(
                new Kind("temp", 1e3),
                new Kind("in", 1e3),
                new Kind("curr", 1e3),
                new Kind("power", 1e6),
                new Kind("humidity", 1e3),
                new Kind("fan", 1));

        /** Whether this is the name of a sensor of this kind, such as {@code fan1}. */
        boolean isOf(String sensor) {
            return sensor.length() > name.length()
                    && sensor.startsWith(name)
                    && sensor.chars().skip(name.length()).allMatch(Character::isDigit);
        }
    }

    @Override
    public void collect(ProbeLines to) {
        for (Path chip : KernelFiles.children(files.path("sys/class/hwmon"), "hwmon*")) {
            for (String sensor : sensors(chip)) {
                for (Kind kind : Kind.ALL) {
                    if (kind.isOf(sensor)) {
                        write(chip, sensor, kind, to);
                    }
                }
            }
        }
    }

    private static List<String> sensors(Path chip) {
        return KernelFiles.children(chip, "*_{input,average}").stream()
                .map(file -> file.getFileName().toString())
                .map(name -> name.substring(0, name.lastIndexOf('_')))
                .distinct()
                .toList();
    }

    private void write(Path chip, String sensor, Kind kind, ProbeLines to) {
        String device = KernelFiles.target(chip.resolve("device"));
        String label = files.text(chip.resolve(sensor + "_label"));
        ProbeLine line = to.line("sensors")
                .tag("chip", files.text(chip.resolve("name")))
                .tag("device", device.isEmpty() ? chip.getFileName().toString() : device)
                .tag("feature", sensor)
                .tag("label", label);
        for (String value : VALUES) {
            long number = files.number(chip.resolve(sensor + "_" + value));
            if (number != KernelFiles.UNKNOWN) {
                line.exact(kind.name + "_" + value, number / kind.perUnit);
            }
        }
        for (String flag : FLAGS) {
            line.integer(kind.name + "_" + flag, files.number(chip.resolve(sensor + "_" + flag)));
        }
        line.end();
    }
}

package io.weir.standalone.probe;

/** A sensor's temperature, in degrees Celsius. */
record Temperature(String sensor, double celsius) {

    /** OSHI returns 0 if there is no sensor, as in most virtual machines. */
    static Collector of(Host host) {
        return to -> {
            double celsius = host.hardware().getSensors().getCpuTemperature();
            if (celsius > 0) {
                new Temperature("cpu", celsius).write(to);
            }
        };
    }

    void write(ProbeLines to) {
        to.line("temp").tag("sensor", sensor).number("temp", celsius).end();
    }
}

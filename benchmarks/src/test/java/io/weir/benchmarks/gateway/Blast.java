package io.weir.benchmarks.gateway;

import io.weir.standalone.send.Sent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A load of {@code udpblast}, a program independent of Weir, or of another sender.
 *
 * @param linesPerSecond 0 for the highest possible rate
 * @param seconds duration at that rate
 * @param addresses number of source addresses in 127/8; 0 for 127.0.0.1 alone
 */
public record Blast(long linesPerSecond, int perDatagram, int seconds, int series, int addresses) {
    private static final int SOURCE_PORTS = 64;
    private static final Pattern SAID = Pattern.compile("sent (\\d+) metrics in ([\\d.]+) s");

    /** Returns the load at another rate. */
    public Blast at(long otherLinesPerSecond) {
        return new Blast(otherLinesPerSecond, perDatagram, seconds, series, addresses);
    }

    /** Returns the load with another duration. */
    public Blast lasting(int otherSeconds) {
        return new Blast(linesPerSecond, perDatagram, otherSeconds, series, addresses);
    }

    /** Returns after everything is sent. */
    public Sent send(int port) throws IOException, InterruptedException {
        long datagrams = linesPerSecond * seconds / perDatagram;
        List<String> command = Stream.of(
                        Tools.UDPBLAST,
                        port,
                        datagrams * perDatagram,
                        perDatagram,
                        linesPerSecond,
                        series,
                        SOURCE_PORTS,
                        addresses)
                .map(String::valueOf)
                .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher matcher = SAID.matcher(said);
        if (process.waitFor() != 0 || !matcher.find()) {
            throw new IOException("udpblast failed: " + said);
        }
        long lines = Long.parseLong(matcher.group(1));
        return new Sent(lines / perDatagram, lines, 0, 0, 0, Math.round(Double.parseDouble(matcher.group(2)) * 1e9));
    }
}

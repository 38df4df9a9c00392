package io.weir.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the processor time of parts of JVMs, by the names of their threads. Belongs to one
 * thread.
 */
public final class CpuShares {
    private static final Pattern THREAD = Pattern.compile("^\"(.*)\" .*\\bcpu=([0-9.]+)ms elapsed=", Pattern.MULTILINE);

    private static final List<Part> UP = List.of(
            new Part("compiler", "CompilerThread"),
            new Part("garbage collection", "^G1 |^GC Thread"),
            new Part("gateway", "weir-gateway"),
            new Part("processing", "weir-processing"),
            new Part("alarming", "weir-alarming"),
            new Part("writer", "weir-writer"),
            new Part("dashboard", "weir-dashboard"),
            new Part("embedded store", "_\\d+$"),
            new Part("embedded Kafka", "kafka|coordinator|Txn|executor-|broker|controller|Reaper|raft"),
            new Part("others", ""));

    private final List<Long> pids;
    private final List<Part> parts;
    private Map<String, Double> before = Map.of();
    private Map<String, Double> after = Map.of();
    private long beganNanos;
    private long endedNanos;

    /**
     * A group of threads: those whose name matches the pattern and no earlier pattern of the list.
     */
    public record Part(String name, Pattern threads) {
        /** Compiles an expression for the names; an empty one matches all. */
        public Part(String name, String threads) {
            this(name, Pattern.compile(threads));
        }
    }

    /** Measures a {@code weir up} of this user. */
    public CpuShares(long pid) {
        this(List.of(pid), UP);
    }

    /**
     * Measures the sum of several JVMs of this user; the last part must match all remaining
     * threads.
     */
    public CpuShares(List<Long> pids, List<Part> parts) {
        this.pids = List.copyOf(pids);
        this.parts = List.copyOf(parts);
    }

    /** Starts the measurement. */
    public void begin() throws IOException, InterruptedException {
        before = millis();
        beganNanos = System.nanoTime();
    }

    /** Ends the measurement. */
    public void end() throws IOException, InterruptedException {
        after = millis();
        endedNanos = System.nanoTime();
    }

    /** Adds a row for each part, in cores. */
    public void print(Table table) {
        for (Part part : parts) {
            table.row("cores, " + part.name, seconds(part.name) * 1e9 / Math.max(1, endedNanos - beganNanos), "");
        }
    }

    /** Returns the processor time of a part, in seconds. */
    public double seconds(String part) {
        return (after.getOrDefault(part, 0.0) - before.getOrDefault(part, 0.0)) / 1e3;
    }

    private Map<String, Double> millis() throws IOException, InterruptedException {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (long pid : pids) {
            add(pid, sums);
        }
        return sums;
    }

    private void add(long pid, Map<String, Double> sums) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Programs.ofJava("jcmd"), "" + pid, "Thread.print").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher thread = THREAD.matcher(text);
        while (thread.find()) {
            String name = thread.group(1);
            Part part = parts.stream()
                    .filter(each -> each.threads.matcher(name).find())
                    .findFirst()
                    .orElseThrow();
            sums.merge(part.name, Double.parseDouble(thread.group(2)), Double::sum);
        }
    }
}

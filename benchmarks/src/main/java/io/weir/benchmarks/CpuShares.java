package io.weir.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which part of a {@code weir up} takes how much processor time, by the names of its threads. Belongs to one thread. */
public final class CpuShares {
    private static final Pattern THREAD = Pattern.compile("^\"(.*)\" .*\\bcpu=([0-9.]+)ms elapsed=", Pattern.MULTILINE);

    /** The first whose pattern is found in the name. */
    private static final List<Part> PARTS = List.of(
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

    private final long pid;
    private Map<String, Double> before = Map.of();
    private Map<String, Double> after = Map.of();
    private long beganNanos;
    private long endedNanos;

    private record Part(String name, Pattern threads) {
        Part(String name, String threads) {
            this(name, Pattern.compile(threads));
        }
    }

    /** Of a JVM of this user. */
    public CpuShares(long pid) {
        this.pid = pid;
    }

    /** From now on. */
    public void begin() throws IOException, InterruptedException {
        before = millis();
        beganNanos = System.nanoTime();
    }

    /** Until now. */
    public void end() throws IOException, InterruptedException {
        after = millis();
        endedNanos = System.nanoTime();
    }

    /** A row for each part, in cores. */
    public void print(Table table) {
        for (Part part : PARTS) {
            double millis = after.getOrDefault(part.name, 0.0) - before.getOrDefault(part.name, 0.0);
            table.row("cores, " + part.name, millis * 1e6 / Math.max(1, endedNanos - beganNanos), "");
        }
    }

    private Map<String, Double> millis() throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, "" + pid, "Thread.print").start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Map<String, Double> sums = new LinkedHashMap<>();
        Matcher thread = THREAD.matcher(text);
        while (thread.find()) {
            String name = thread.group(1);
            Part part = PARTS.stream()
                    .filter(each -> each.threads.matcher(name).find())
                    .findFirst()
                    .orElseThrow();
            sums.merge(part.name, Double.parseDouble(thread.group(2)), Double::sum);
        }
        return sums;
    }
}

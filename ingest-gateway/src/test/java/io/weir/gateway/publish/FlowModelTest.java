package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.BatchName;
import io.weir.gateway.intake.HandOff;
import io.weir.gateway.intake.InputCounts;
import io.weir.gateway.intake.Parcel;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random batches, ticks and marks through a flow whose outlet comes, goes, is slow and forgets to answer, over ends and kills of the
 * gateway. Whatever happens: what is stored comes in the order in which it was offered (but for repeats), nothing is lost that was
 * not counted, nothing at all after an end, and after a kill nothing of which a mark had said that it is safe.
 */
class FlowModelTest {
    private static final int RUNS = 60;
    private static final int ACTIONS = 400;
    private static final int PARTITIONS = 3;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path directory;

    private Path files = Path.of("");
    private HandOff handOff = new HandOff(1);
    private InputCounts counts = new InputCounts("none");
    private Map<Integer, List<String>> stored = new TreeMap<>();
    private Tape tape = new Tape(stored);
    private Spool spool;
    private Flow flow;
    private long nowNanos;
    private int number;
    private long offered;
    private boolean wasKilled;
    private boolean isConnected;
    /** What must be stored in the end, in this order. */
    private final Map<Integer, List<String>> accepted = new TreeMap<>();
    /** What this gateway was offered. */
    private final List<String> sinceStart = new ArrayList<>();
    /** What a mark has said to be safe. */
    private final Set<String> safe = new LinkedHashSet<>();

    FlowModelTest(@TempDir Path directory) {
        this.directory = directory;
        this.files = directory.resolve("none");
        this.spool = Spool.open(new SpoolSettings(files, 0, 0));
        this.flow = new Flow(handOff, backlog(), new Window(1), 0);
    }

    @Test
    void losesAndReordersNothingWhateverHappens() throws Exception {
        System.out.println("FlowModelTest: repeat with -Dweir.test.seed=" + seed);
        for (int run = 0; run < RUNS; run++) {
            begin(directory.resolve("run" + run));
            for (int action = 0; action < ACTIONS; action++) {
                act("run" + run + "." + action);
            }
            settle("end of run " + run);
        }
    }

    private void begin(Path run) {
        spool.close();
        files = run;
        stored = new TreeMap<>();
        accepted.clear();
        safe.clear();
        wasKilled = false;
        start();
    }

    private void start() {
        handOff = new HandOff(40 * Parcel.OVERHEAD);
        counts = new InputCounts("udp");
        offered = 0;
        sinceStart.clear();
        tape = new Tape(stored);
        tape.isRefusing = random.nextInt(4) == 0;
        spool = Spool.open(new SpoolSettings(files, 300_000, 0));
        flow = new Flow(handOff, backlog(), new Window(10 * Parcel.OVERHEAD), nowNanos);
        isConnected = false;
        if (random.nextBoolean()) {
            connect();
        }
    }

    private void connect() {
        isConnected = true;
        flow.connect(tape);
    }

    private Backlog backlog() {
        return new Backlog(spool, name -> counts, PARTITIONS, new LongAdder());
    }

    private void act(String step) throws Exception {
        int dice = random.nextInt(100);
        if (dice < 45) {
            offer();
        } else if (dice < 65) {
            turn();
        } else if (dice < 85) {
            tape.acknowledge(random.nextInt(PARTITIONS));
        } else if (dice < 88) {
            tape.acknowledgeAll();
        } else if (dice < 92) {
            mark();
        } else if (dice < 94) {
            tape.isRefusing = random.nextBoolean();
            connect();
        } else if (dice < 96) {
            nowNanos += TimeUnit.SECONDS.toNanos(3);
            turn();
        } else if (dice < 97) {
            settle(step);
        } else if (dice < 99) {
            end();
        } else {
            kill(step);
        }
    }

    private void offer() {
        int partition = random.nextInt(PARTITIONS);
        String what = "line " + number++;
        Parcel parcel;
        if (random.nextInt(5) == 0) {
            what = "tick " + number;
            parcel = new Parcel.Tick(partition, new BatchName(1, number), number, 0);
        } else {
            parcel = new Parcel.Batch(partition, new BatchName(1, number), what.getBytes(UTF_8), 1, number, counts);
        }
        if (handOff.offer(parcel)) {
            accepted.computeIfAbsent(partition, unseen -> new ArrayList<>()).add(what);
            sinceStart.add(what);
            offered += parcel instanceof Parcel.Batch ? 1 : 0;
        }
    }

    private void mark() {
        List<String> before = List.copyOf(sinceStart);
        handOff.mark(() -> safe.addAll(before));
    }

    private void turn() throws InterruptedException {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(random.nextInt(300));
        flow.turn(nowNanos);
    }

    /** The outlet keeps up until all is stored. */
    private void settle(String step) throws InterruptedException {
        tape.isRefusing = false;
        connect();
        for (int turns = 0;
                turns < 1_000
                        && (turns < 5
                                || !flow.isIdle()
                                || flow.state(nowNanos, 0).isSpooling());
                turns++) {
            turn();
            tape.acknowledgeAll();
        }
        turn();
        assertThat(flow.isIdle()).as(step).isTrue();
        assertThat(spool.usedBytes()).as(step).isZero();
        assertThat(counts.acknowledged.sum()).as(step).isEqualTo(counts.sent.sum());
        assertThat(counts.sent.sum()).as(step).isEqualTo(offered + counts.recovered.sum());
        assertThat(counts.lost.total() + counts.dropped.total()).as(step).isZero();
        check(step);
    }

    private void check(String step) {
        accepted.forEach((partition, lines) -> {
            Set<String> once = new LinkedHashSet<>(stored.getOrDefault(partition, List.of()));
            assertThat(once.stream().mapToInt(FlowModelTest::numberOf))
                    .as(step + " order in " + partition)
                    .isSorted();
            if (!wasKilled) {
                assertThat(once).as(step + " partition " + partition).containsExactlyElementsOf(lines);
            }
        });
        Set<String> all = new LinkedHashSet<>();
        stored.values().forEach(all::addAll);
        assertThat(all).as(step + " safe").containsAll(safe);
    }

    private static int numberOf(String what) {
        return Integer.parseInt(what.replaceAll("\\D", "")) * 2 - (what.startsWith("tick") ? 1 : 0);
    }

    private void end() throws InterruptedException {
        if (random.nextBoolean()) {
            tape.storeWithoutAnswer(random.nextInt(PARTITIONS));
        }
        if (!isConnected && handOff.hasOnlyTicks() && spool.isRead()) {
            accepted.values().forEach(each -> each.removeAll(sinceStart)); // Not worth a spool.
        }
        flow.end(nowNanos);
        assertThat(counts.lost.total() + counts.dropped.total()).isZero();
        start();
    }

    /** What is on disk at this moment is what the next gateway finds. */
    private void kill(String step) throws IOException {
        Path copy = Files.createDirectory(directory.resolve("kill-" + step));
        try (Stream<Path> all = Files.list(files)) {
            for (Path file : all.toList()) {
                Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
            }
        }
        tape.storeWithoutAnswer(random.nextInt(PARTITIONS));
        spool.close();
        wasKilled = true;
        files = copy;
        start();
    }
}

package io.weir.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.LineReceipts;
import io.weir.gateway.intake.batch.BatchName;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.intake.batch.PublishQueue;
import io.weir.gateway.intake.batch.Receipt;
import io.weir.gateway.intake.count.InputCounts;
import io.weir.gateway.spool.MemoryDisk;
import io.weir.gateway.spool.Spool;
import io.weir.gateway.spool.SpoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random batches, ticks and receipts through a router. The outlet becomes unavailable, is slow,
 * rejects some partitions and does not answer. The gateway is stopped or killed, the machine and
 * its disk fail, bits flip. In all cases:
 *
 * <ul>
 *   <li>A partition is stored in the order of the offers, except for repetitions.
 *   <li>A batch name always identifies the same batch.
 *   <li>A tick is never wrong.
 *   <li>Every loss is counted. Nothing is lost after a regular stop with a spool. After other
 *       failures nothing reported as safe is lost, except one batch for each flipped bit.
 * </ul>
 */
class PublishRouterModelTest {
    private static final int RUNS = 120;
    private static final int ACTIONS = 400;
    private static final int PARTITIONS = 3;
    /** Longer than a turn may store. */
    private static final long SLOW_WRITE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private String step = "";
    private MemoryDisk disk = new MemoryDisk();
    private PublishQueue queue = new PublishQueue(1);
    private InputCounts counts = new InputCounts("none");
    private Map<Integer, List<Tape.Stored>> stored = new TreeMap<>();
    private Tape tape = new Tape(stored);
    private @Nullable Spool spool;
    private PublishRouter router;
    private long spoolBytes;
    private long nowNanos;
    /** The monotonic clock, as far as slow writes move it. */
    private long storedNanos;

    private int number;
    private long offered;
    private int flippedBits;
    /** Whether lines may be missing that were not reported as safe. */
    private boolean mayHaveLost;
    /** Whether the disk may have lost data, so that a tick may be wrong. */
    private boolean mayHaveLied;

    private boolean isConnected;
    /** The offers of each partition, in order. */
    private final Map<Integer, List<String>> accepted = new TreeMap<>();
    /** The offers since this gateway started. */
    private final List<String> sinceStart = new ArrayList<>();
    /** Lines that a killed gateway may have had in memory, with the next number at that time. */
    private final Map<String, Integer> atRisk = new HashMap<>();
    /** Lines reported as safe. */
    private final Set<String> safe = new LinkedHashSet<>();
    /** Content of each batch. */
    private final Map<BatchName, String> named = new HashMap<>();

    private LineReceipts receipts = new LineReceipts(false);
    private List<String> receipted = new ArrayList<>();

    PublishRouterModelTest() throws IOException {
        router = router();
    }

    @Test
    void losesAndReordersNothingWhateverHappens() throws Exception {
        System.out.println("PublishRouterModelTest: repeat with -Dweir.test.seed=" + seed);
        for (int run = 0; run < RUNS; run++) {
            begin();
            for (int action = 0; action < ACTIONS; action++) {
                step = "run " + run + "." + action;
                act();
            }
            step = "end of run " + run;
            settle();
        }
    }

    private void begin() throws IOException {
        disk = new MemoryDisk();
        stored = new TreeMap<>();
        accepted.clear();
        safe.clear();
        named.clear();
        atRisk.clear();
        flippedBits = 0;
        mayHaveLost = false;
        mayHaveLied = false;
        int kind = random.nextInt(5);
        spoolBytes = kind == 0 ? 0 : kind == 1 ? 1_000 : 300_000;
        start();
    }

    private void start() throws IOException {
        queue = new PublishQueue(40 * Parcel.OVERHEAD);
        counts = new InputCounts("udp");
        offered = 0;
        sinceStart.clear();
        tape = new Tape(stored);
        tape.isRefusing = random.nextInt(4) == 0;
        tape.whenStored = this::checkTick;
        tape.isWrittenUnheard = partition -> random.nextBoolean();
        receipts = new LineReceipts(random.nextInt(3) == 0);
        receipted = new ArrayList<>();
        router = router();
        isConnected = false;
        if (random.nextBoolean()) {
            connect();
        }
    }

    private PublishRouter router() throws IOException {
        SpoolSettings settings = new SpoolSettings(Path.of("none"), spoolBytes, 0);
        spool = spoolBytes == 0 ? null : Spool.on(disk, settings, PARTITIONS + 1);
        InFlightBatches inFlight = new InFlightBatches(10 * Parcel.OVERHEAD);
        List<Lane> lanes = IntStream.rangeClosed(0, PARTITIONS)
                .mapToObj(lane -> new Lane(lane, "topic", inFlight, nowNanos))
                .toList();
        Backlog backlog = new Backlog(spool, name -> counts, PARTITIONS + 1, new LongAdder());
        disk.whileWriting = () -> storedNanos += random.nextInt(3) == 0 ? SLOW_WRITE_NANOS : 0;
        return new PublishRouter(queue, backlog, lanes, () -> nowNanos / 1_000_000, new StoreTime(() -> storedNanos));
    }

    private void connect() {
        isConnected = true;
        router.connect(tape);
    }

    private void act() throws Exception {
        int dice = random.nextInt(200);
        if (dice < 84) {
            offer();
        } else if (dice < 124) {
            turn();
        } else if (dice < 160) {
            tape.answer(random.nextInt(PARTITIONS));
        } else if (dice < 166) {
            tape.answerAll();
        } else if (dice < 172) {
            force();
        } else if (dice < 178) {
            close();
        } else if (dice < 182) {
            tape.isRefusing = random.nextBoolean();
            connect();
        } else if (dice < 187) {
            int partition = random.nextInt(PARTITIONS);
            if (!tape.refused.remove(partition)) {
                tape.refused.add(partition);
            }
        } else if (dice < 191) {
            nowNanos += TimeUnit.SECONDS.toNanos(3);
            turn();
        } else if (dice < 193) {
            settle();
        } else if (dice < 196) {
            end();
        } else if (dice < 198) {
            kill(disk.afterKill());
        } else if (dice < 199) {
            mayHaveLied = true;
            kill(disk.afterFailure(random));
        } else if (random.nextBoolean()) {
            flipABit();
        } else {
            flipABitUnnoticed();
        }
    }

    private void offer() {
        int partition = random.nextInt(PARTITIONS);
        boolean isTick = random.nextInt(5) == 0;
        int next = number++;
        String what = (isTick ? "tick " : "line ") + next;
        BatchName name = new BatchName(1, next);
        boolean isTaken;
        if (isTick) {
            isTaken = queue.offer(new Parcel.Tick(partition, name, next, 0));
        } else {
            Receipt receipt = receipts.open();
            isTaken = queue.offer(
                    new Parcel.Batch(partition, name, what.getBytes(UTF_8), 1, next, counts, receipt, null));
            if (!isTaken) {
                receipt.failed();
            }
        }
        if (isTaken) {
            accepted.computeIfAbsent(partition, unseen -> new ArrayList<>()).add(what);
            sinceStart.add(what);
            offered += isTick ? 0 : 1;
            if (!isTick) {
                receipted.add(what);
                named.put(name, what);
            }
        }
    }

    /** Closes a receipt for everything offered since the previous one. */
    private void close() {
        List<String> before = receipted;
        Receipt receipt = receipts.take();
        boolean isForKafka = receipt.isForKafka();
        receipted = new ArrayList<>();
        receipt.close(outcome -> {
            if (outcome == Receipt.Outcome.SAFE) {
                safe.addAll(before);
                assertThat(!isForKafka || all().containsAll(before))
                        .as(step + " in Kafka")
                        .isTrue();
            }
        });
    }

    private Set<String> all() {
        Set<String> all = new LinkedHashSet<>();
        stored.values().forEach(records -> records.forEach(record -> all.add(record.what())));
        return all;
    }

    /** A tick guarantees that everything before it is stored. */
    private void checkTick(Tape.Stored record) {
        if (!mayHaveLied && record.what().startsWith("tick")) {
            List<String> ofPartition = accepted.getOrDefault(record.partition(), List.of());
            List<String> before = ofPartition.subList(0, ofPartition.indexOf(record.what()));
            assertThat(tape.what(record.partition()))
                    .as(step + " before " + record)
                    .containsAll(before.stream()
                            .filter(what -> what.startsWith("line"))
                            .filter(what -> atRisk.getOrDefault(what, Integer.MAX_VALUE) > numberOf(record.what()))
                            .toList());
        }
    }

    private void turn() throws InterruptedException {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(random.nextInt(300));
        disk.failingReads = random.nextInt(20) == 0 ? 1 : 0;
        router.turn(nowNanos);
    }

    private void force() {
        if (spool != null) {
            disk.isForceFailing = random.nextInt(5) == 0;
            spool.force();
            disk.isForceFailing = false;
        }
    }

    /** The outlet keeps up until everything is stored. */
    private void settle() throws InterruptedException {
        tape.isRefusing = false;
        tape.refused.clear();
        connect();
        for (int turns = 0; turns < 1_000 && (turns < 5 || !isSettled()); turns++) {
            turn();
            tape.answerAll();
        }
        nowNanos += TimeUnit.SECONDS.toNanos(1);
        turn();
        assertThat(isSettled())
                .as(step + " settled " + router.isIdle() + " " + queue.waitingBytes() + " " + router.state(nowNanos, 0)
                        + (spool == null ? "" : spool.hasUnread()))
                .isTrue();
        assertThat(spool == null ? 0 : spool.usedBytes()).as(step).isZero();
        assertThat(counts.acknowledged.sum()).as(step).isEqualTo(counts.sent.sum());
        assertThat(counts.sent.sum() + counts.dropped.of("spool-spoiled"))
                .as(step + " " + counts.dropped.snapshot())
                .isEqualTo(offered + counts.recovered.sum());
        assertThat(counts.lost.total()).as(step).isZero();
        check();
    }

    private boolean isSettled() {
        return router.isIdle() && router.state(nowNanos, 0).isDirect();
    }

    private void check() {
        accepted.forEach((partition, lines) -> {
            List<Tape.Stored> records = stored.getOrDefault(partition, List.of());
            Set<String> once = new LinkedHashSet<>();
            records.forEach(record -> {
                once.add(record.what());
                assertThat(record.what())
                        .as(step + " " + record)
                        .isEqualTo(record.what().startsWith("tick") ? record.what() : named.get(record.name()));
            });
            assertThat(once.stream().mapToInt(PublishRouterModelTest::numberOf))
                    .as(step + " order in " + partition)
                    .isSorted();
            if (!mayHaveLost) {
                assertThat(once).as(step + " partition " + partition).containsExactlyElementsOf(lines);
            }
        });
        Set<String> missing = new LinkedHashSet<>(safe);
        missing.removeAll(all());
        assertThat(missing).as(step + " safe").hasSizeLessThanOrEqualTo(flippedBits);
    }

    private static int numberOf(String what) {
        return Integer.parseInt(what.replaceAll("\\D", ""));
    }

    private void end() throws Exception {
        if (random.nextBoolean()) {
            tape.storeWithoutAnswer(random.nextInt(PARTITIONS));
        }
        if (!isConnected && queue.hasOnlyTicks() && (spool == null || !spool.hasUnread())) {
            // Not worth spooling.
            accepted.values().forEach(each -> each.removeAll(sinceStart));
        }
        router.end(nowNanos, TimeUnit.SECONDS.toNanos(1));
        long lost = counts.lost.total() + counts.dropped.total();
        if (lost > 0 || spoolBytes < 10_000) {
            risk();
        }
        if (spoolBytes > 10_000) {
            assertThat(lost - counts.dropped.of("spool-spoiled")).as(step).isZero();
        }
        disk = disk.afterKill();
        start();
    }

    private void risk() {
        mayHaveLost = true;
        Set<String> all = all();
        accepted.values().forEach(lines -> lines.stream()
                .filter(what -> !all.contains(what))
                .forEach(what -> atRisk.putIfAbsent(what, number)));
    }

    /** The next gateway starts with this disk. */
    private void kill(MemoryDisk left) throws IOException {
        tape.storeWithoutAnswer(random.nextInt(PARTITIONS));
        risk();
        disk = left;
        start();
    }

    private void flipABit() throws Exception {
        MemoryDisk left = disk.afterKill();
        List<String> segments = left.segments();
        if (!segments.isEmpty()) {
            byte[] bytes = left.bytes(segments.get(random.nextInt(segments.size())));
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            flippedBits++;
            mayHaveLied = true;
        }
        kill(left);
    }

    /** The gateway continues without noticing. */
    private void flipABitUnnoticed() {
        List<String> segments = disk.segments();
        if (!segments.isEmpty()) {
            byte[] bytes = disk.bytes(segments.get(random.nextInt(segments.size())));
            if (bytes.length > 0) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                flippedBits++;
                mayHaveLied = true;
                risk();
            }
        }
    }
}

package io.weir.writer.store.directory;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The log of a partition that a directory reads, with the leader epochs of its records. By an epoch, Kafka detects that
 * a topic has lost its end, even if the topic has grown beyond the directory's offset again. The records after the loss
 * have offsets that the directory has already. They are another log, so their files have other names. Used by one
 * thread.
 */
public final class PartitionLog {
    /** Instead of a leader epoch: Kafka has none, or an earlier version of Weir wrote the files. */
    public static final int UNKNOWN = -1;

    private static final String LOG = "log";
    private static final String EPOCH = "epoch";

    private final Path file;
    private final String topicId;
    /** The number of the log: 1 until the topic loses its end. */
    private int number = 1;
    /** The first offset of the log. */
    private long begin;
    /** The leader epoch of the last record that was read before the log. */
    private int replacedEpoch = UNKNOWN;

    private final List<Epoch> epochs = new ArrayList<>();
    /** The offset after the last record whose epoch is known: an earlier version of Weir writes only the files. */
    private long end;

    /** A leader epoch, and the first offset that has it. */
    private record Epoch(int epoch, long first) {}

    private PartitionLog(Path file, String topicId) {
        this.file = file;
        this.topicId = topicId;
    }

    /**
     * Reads what a directory knows of a partition; an earlier version of Weir saved nothing.
     *
     * @param control the directory of the files without lines
     * @param topicId Kafka's id of the topic
     */
    public static PartitionLog read(Path control, String topicId, int partition) throws IOException {
        Path file = control.resolve(topicId + "-" + partition).resolve(LOG);
        PartitionLog log = new PartitionLog(file, topicId);
        try {
            for (String line : Files.readString(file, UTF_8).split("\n")) {
                log.read(line.split(" "));
            }
        } catch (NoSuchFileException e) {
            // No range was complete.
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(file + " is damaged: write into another directory from now on", e);
        }
        return log;
    }

    private void read(String... words) {
        switch (words[0]) {
            case LOG -> {
                number = Integer.parseInt(words[1]);
                begin = Long.parseLong(words[2]);
                replacedEpoch = Integer.parseInt(words[3]);
                end = Long.parseLong(words[4]);
            }
            case EPOCH -> epochs.add(new Epoch(Integer.parseInt(words[1]), Long.parseLong(words[2])));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    /** Kafka's id of the topic. */
    public String topicId() {
        return topicId;
    }

    /** The name of the log in names of files: the topic's id, and the number of the log if it is not the first. */
    public String name() {
        return number == 1 ? topicId : topicId + "-log" + number;
    }

    /** The first offset of the log; empty if the topic has not lost its end. */
    public OptionalLong begin() {
        return number == 1 ? OptionalLong.empty() : OptionalLong.of(begin);
    }

    /** Whether an offset that was committed with this epoch is one of this log, not of the one before. */
    public boolean hasEpoch(int epoch) {
        return number == 1 || epoch > replacedEpoch;
    }

    /** The leader epoch of the record before an offset, or {@link #UNKNOWN}. */
    public int epochBefore(long offset) {
        int found = UNKNOWN;
        for (Epoch each : epochs) {
            found = each.first < offset && offset <= end ? each.epoch : found;
        }
        return found;
    }

    /** Adds a record. It replaces those at this offset and later ones, which were in no complete range. */
    public void add(long offset, int epoch) {
        while (!epochs.isEmpty() && epochs.get(epochs.size() - 1).first >= offset) {
            epochs.remove(epochs.size() - 1);
        }
        if (epoch != lastEpoch()) {
            epochs.add(new Epoch(epoch, offset));
        }
        end = offset + 1;
    }

    private int lastEpoch() {
        return epochs.isEmpty() ? UNKNOWN : epochs.get(epochs.size() - 1).epoch;
    }

    /**
     * Saves the epochs, before the range of their records is complete: after a crash, both are known.
     *
     * @param complete the offset after the last complete range
     */
    public void save(OptionalLong complete) throws IOException {
        while (epochs.size() > 1 && epochs.get(1).first < complete.orElse(0)) {
            epochs.remove(0);
        }
        write();
    }

    /**
     * Saves that another log begins, because the topic has lost its end. This one is not used any more.
     *
     * @param offset the first that differs
     * @param epoch of the record before it, or {@link #UNKNOWN}
     */
    public void beginNext(long offset, int epoch) throws IOException {
        PartitionLog next = new PartitionLog(file, topicId);
        next.number = number + 1;
        next.begin = offset;
        next.replacedEpoch = lastEpoch();
        next.add(offset - 1, epoch);
        next.write();
    }

    private void write() throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(LOG + " ")
                .append(number)
                .append(' ')
                .append(begin)
                .append(' ')
                .append(replacedEpoch)
                .append(' ')
                .append(end);
        for (Epoch each : epochs) {
            text.append("\n" + EPOCH + " ").append(each.epoch).append(' ').append(each.first);
        }
        Durable.createDirectories(Durable.directoryOf(file));
        Durable.replace(file, text.append('\n').toString().getBytes(UTF_8));
    }
}

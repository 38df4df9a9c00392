package io.weir.writer.store.archive;

import io.weir.contract.archive.ArchiveHours;
import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.writer.store.Refusals;
import io.weir.writer.store.directory.ControlLock;
import io.weir.writer.store.directory.Durable;
import io.weir.writer.store.directory.PartitionFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The Parquet files of one partition. */
public final class PartitionArchive implements PartitionFiles {
    /** The directory of all files without data. Its name hides it from programs that read datasets. */
    static final String CONTROL = ArchiveHours.CONTROL;

    private static final String PLAN = "plan";

    private final Path root;
    private final String topic;
    private final FileName.Source source;
    private final Path control;
    private final ControlLock lock;
    private OptionalLong next = OptionalLong.empty();
    private long beganAt;
    private @Nullable OpenRange range;
    /** The last complete range if it had no lines: the next one includes it, so that no offset is in no file. */
    private FileName.@Nullable Range withoutLines;

    private PartitionArchive(Path root, String topic, FileName.Source source, Path control, ControlLock lock) {
        this.root = root;
        this.topic = topic;
        this.source = source;
        this.control = control;
        this.lock = lock;
    }

    /**
     * Completes what a crash has interrupted, and removes what it left half done.
     *
     * @param root the archive's directory, created if it does not exist
     * @throws IOException also if another process writes this partition into the same archive
     */
    public static PartitionArchive open(Path root, String topic, FileName.Source source) throws IOException {
        Path place = root.toAbsolutePath().normalize();
        Path control = place.resolve(CONTROL).resolve(source.toString());
        ControlLock lock = ControlLock.take(
                control,
                "another writer archives partition " + source.partition()
                        + " into this directory: end it, or give each its own directory");
        PartitionArchive archive = new PartitionArchive(place, topic, source, control, lock);
        try {
            archive.recover();
        } catch (IOException e) {
            archive.close();
            throw e;
        }
        return archive;
    }

    /** The file with the last plan of a partition. */
    static Path planOf(Path root, FileName.Source source) {
        return root.resolve(CONTROL).resolve(source.toString()).resolve(PLAN);
    }

    @Override
    public OptionalLong next() {
        return next;
    }

    @Override
    public void begin(long offset) {
        FileName.Range before = withoutLines;
        beganAt = offset;
        range = new OpenRange(before != null && before.next() == offset ? before.first() : offset, offset);
    }

    @Override
    public void skipTo(long offset) throws IOException {
        finish(new Plan(new FileName.Range(offset, offset), List.of(), List.of()), true);
    }

    @Override
    public void add(byte[] bytes, int from, int to, Refusals refusals) {
        open().add(bytes, from, to, refusals);
    }

    @Override
    public void endAt(long offset) {
        open().endAt(offset);
    }

    @Override
    public long lines() {
        return range == null ? 0 : range.lines();
    }

    @Override
    public long memory() {
        return range == null ? 0 : range.memory();
    }

    @Override
    public long complete() throws IOException {
        OpenRange full = open();
        long end = full.range().next();
        if (end > beganAt) {
            Optional<Plan> last = Plan.read(control.resolve(PLAN));
            boolean isPlanned = last.isPresent() && last.get().range().equals(full.range());
            finish(isPlanned ? last.get() : new Plan(full.range(), files(full), List.of()), !isPlanned);
        }
        return end;
    }

    private void finish(Plan plan, boolean isNew) throws IOException {
        if (isNew) {
            plan.write(control.resolve(PLAN));
        }
        finished(plan);
        begin(plan.range().next());
    }

    private void finished(Plan plan) throws IOException {
        plan.finish(root);
        next = OptionalLong.of(plan.range().next());
        withoutLines = plan.moves().isEmpty() ? plan.range() : null;
    }

    @Override
    public void close() throws IOException {
        range = null;
        lock.close();
    }

    private OpenRange open() {
        OpenRange current = range;
        if (current == null) {
            throw new IllegalStateException("no range has begun");
        }
        return current;
    }

    private void recover() throws IOException {
        Optional<Plan> last = Plan.read(control.resolve(PLAN));
        if (last.isPresent()) {
            finished(last.get());
        }
        Temporary.deleteAll(control);
    }

    /** Writes the files of a range, with temporary names. */
    private List<Plan.Move> files(OpenRange full) throws IOException {
        List<Table> tables = ScatteredHours.gathered(full.tables());
        Map<String, String> metadata = metadata(full, tables.size());
        List<Plan.Move> moves = new ArrayList<>();
        try {
            for (Table table : tables) {
                Path temporary = Temporary.file(control, full.range(), moves.size());
                Path directory = table.place().directory();
                Durable.createDirectories(root.resolve(directory));
                new TableFile(full, table, false).write(temporary, metadata);
                moves.add(new Plan.Move(
                        root.relativize(temporary), directory.resolve(new FileName(source, full.range()).toString())));
            }
            Durable.force(control);
        } catch (IOException e) {
            Temporary.deleteAll(control);
            throw e;
        }
        return moves;
    }

    private Map<String, String> metadata(OpenRange full, int files) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(FileKeys.LAYOUT, FileKeys.VERSION);
        metadata.put(Layout.TOPIC, topic);
        metadata.put(Layout.TOPIC_ID, source.topicId());
        metadata.put(Layout.PARTITION, Integer.toString(source.partition()));
        metadata.put(Layout.FIRST_OFFSET, Long.toString(full.range().first()));
        metadata.put(Layout.NEXT_OFFSET, Long.toString(full.range().next()));
        metadata.put(Layout.FILES, Integer.toString(files));
        return metadata;
    }
}

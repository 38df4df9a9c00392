package io.weir.writer.store.archive;

import io.weir.contract.archive.FileKeys;
import io.weir.contract.archive.FileName;
import io.weir.parquet.ParquetFile;
import io.weir.parquet.UnreadableFileException;
import io.weir.writer.store.directory.ControlLock;
import io.weir.writer.store.directory.Durable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Merges small files of a measurement, an hour and a partition, and removes lines that are equal to a later one of
 * them. A plan, as the writer's, decides: before, the old files are there; after, the new one is. Writers and readers
 * go on meanwhile. Used by one thread.
 */
public final class Compaction implements AutoCloseable {
    /** The most lines of a merged file: they are in memory while it is written. */
    private static final long MOST_LINES = 1_000_000;

    private static final long MOST_MEMORY = 256L << 20;

    private final ArchiveDirectory archive;
    private final Path root;
    private final Path control;
    private final ControlLock lock;
    private final Map<FileName.Source, Long> settled = new LinkedHashMap<>();
    private final ArchiveDirectory.Visitor visitor;
    private Outcome outcome = new Outcome(0, 0, 0, 0, 0);

    /**
     * The number of merged files and lines.
     *
     * @param repeats lines that were removed
     */
    public record Outcome(long files, long merged, long repeats, long bytesBefore, long bytesAfter) {
        private Outcome and(Outcome more) {
            return new Outcome(
                    files + more.files,
                    merged + more.merged,
                    repeats + more.repeats,
                    bytesBefore + more.bytesBefore,
                    bytesAfter + more.bytesAfter);
        }
    }

    /** A file, its parts and the number of its lines. */
    private record Input(DataFile data, String topic, List<Part> parts, long lines) {
        FileName.Range range() {
            return data.name().range();
        }
    }

    private Compaction(ArchiveDirectory archive, ControlLock lock, ArchiveDirectory.Visitor visitor) {
        this.archive = archive;
        this.lock = lock;
        this.visitor = visitor;
        root = archive.root();
        control = archive.maintenance();
    }

    /**
     * Completes what a crash has interrupted.
     *
     * @param visitor receives each merged file
     * @throws IOException also if another command changes files
     */
    public static Compaction open(ArchiveDirectory archive, ArchiveDirectory.Visitor visitor) throws IOException {
        return new Compaction(archive, archive.lock(), visitor);
    }

    /** Merges files of hours that are completely in the selection, and scattered lines. */
    public Outcome run(Selection selection) throws IOException {
        // All files before these offsets have their names, so that each directory has all that it gets of them.
        archive.plans().forEach((source, plan) -> settled.put(source, plan.settled(root)));
        archive.visitHours(selection, hour -> {
            if (selection.hasWholeHour(hour.number())) {
                merge(hour.files());
            }
        });
        return outcome;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private void merge(List<DataFile> files) throws IOException {
        Map<FileName.Source, List<DataFile>> sources = new LinkedHashMap<>();
        for (DataFile file : files) {
            FileName name = file.name();
            if (name.range().next() <= settled.getOrDefault(name.source(), 0L)) {
                sources.computeIfAbsent(name.source(), none -> new ArrayList<>())
                        .add(file);
            }
        }
        for (List<DataFile> ofSource : sources.values()) {
            if (ofSource.size() > 1) {
                mergeNeighbours(ofSource);
            }
        }
    }

    /** Merges neighbours until they have too many lines. */
    private void mergeNeighbours(List<DataFile> files) throws IOException {
        List<Input> group = new ArrayList<>();
        long lines = 0;
        for (DataFile file : files) {
            Optional<Input> input = input(file);
            if (input.isEmpty() || lines + input.get().lines > MOST_LINES) {
                write(group);
                group.clear();
                lines = 0;
            }
            if (input.isPresent()) {
                group.add(input.get());
                lines += input.get().lines;
            }
        }
        write(group);
    }

    /** Empty for a damaged file, which stays as it is: verify reports it. */
    private static Optional<Input> input(DataFile data) throws IOException {
        try (ParquetFile file = new ParquetFile(data.path())) {
            Layout.check(file.metadata());
            return file.isIntact()
                    ? Optional.of(new Input(
                            data,
                            file.metadata().getOrDefault(Layout.TOPIC, ""),
                            Part.read(data.name(), file.metadata()),
                            file.rows()))
                    : Optional.empty();
        } catch (UnreadableFileException e) {
            return Optional.empty();
        }
    }

    private void write(List<Input> group) throws IOException {
        int from = 0;
        while (group.size() - from > 1) {
            from += writeSome(group.subList(from, group.size()));
        }
    }

    /** Merges the first files, as many as memory has room for; returns their number. */
    private int writeSome(List<Input> group) throws IOException {
        OpenRange lines =
                new OpenRange(group.get(0).range().first(), group.get(0).range().first());
        List<Input> inputs = new ArrayList<>();
        long expected = 0;
        while (inputs.size() < group.size() && lines.memory() < MOST_MEMORY) {
            Input input = group.get(inputs.size());
            read(input, lines);
            lines.endAt(input.range().next());
            inputs.add(input);
            expected += input.lines;
        }
        if (inputs.size() > 1) {
            if (lines.lines() != expected) {
                throw new IOException(inputs.get(0).data.path() + " and its neighbours have " + lines.lines()
                        + " readable lines of " + expected + ": they stay as they are");
            }
            replace(inputs, lines);
        }
        return inputs.size();
    }

    private static void read(Input input, OpenRange lines) throws IOException {
        Path path = input.data.path();
        try (OpenFiles open = OpenFiles.open(List.of(input.data))) {
            FileLines.write(
                    open.channel(0),
                    Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    (bytes, length, count) -> lines.add(bytes, 0, length, (from, to, reason) -> {}));
        } catch (UnreadableFileException e) {
            throw new IOException(path + " " + e.getMessage(), e);
        } catch (NoSuchFileException e) {
            throw new IOException(path + " was deleted by another program", e);
        }
        if (!lines.tables().stream().allMatch(table -> input.data.mayContain(table.place()))) {
            throw new IOException(path + " has lines of another measurement or hour: run weir archive verify");
        }
    }

    private void replace(List<Input> inputs, OpenRange lines) throws IOException {
        DataFile first = inputs.get(0).data;
        Path directory = Durable.directoryOf(first.path());
        FileName name = new FileName(first.name().source(), lines.range(), true);
        Path temporary = Temporary.unique(control);
        // All lines are of the measurement, and of the hour if there is one.
        Table table = first.isScattered()
                ? ScatteredHours.together(lines.tables())
                : lines.tables().iterator().next();
        TableFile file = new TableFile(lines, table, true);
        file.write(temporary, metadata(inputs, name));
        Durable.force(control);
        List<Path> removals = new ArrayList<>();
        long bytes = 0;
        for (Input input : inputs) {
            removals.add(root.relativize(input.data.path()));
            bytes += Files.size(input.data.path());
        }
        Path merged = directory.resolve(name.toString());
        Plan plan = new Plan(
                lines.range(), List.of(new Plan.Move(root.relativize(temporary), root.relativize(merged))), removals);
        long bytesAfter = Files.size(temporary);
        plan.write(archive.maintenancePlan());
        plan.finish(root);
        outcome = outcome.and(new Outcome(inputs.size(), 1, lines.lines() - file.rows(), bytes, bytesAfter));
        visitor.file(new DataFile(merged, first.measurement(), first.hour(), name));
    }

    private static Map<String, String> metadata(List<Input> inputs, FileName name) {
        List<Part> parts = new ArrayList<>();
        inputs.forEach(input -> parts.addAll(input.parts));
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(FileKeys.LAYOUT, FileKeys.VERSION);
        metadata.put(Layout.TOPIC, inputs.get(0).topic);
        metadata.put(Layout.TOPIC_ID, name.source().topicId());
        metadata.put(Layout.PARTITION, Integer.toString(name.source().partition()));
        metadata.put(Layout.FIRST_OFFSET, Long.toString(name.range().first()));
        metadata.put(Layout.NEXT_OFFSET, Long.toString(name.range().next()));
        metadata.put(Layout.PARTS, Part.spelled(parts));
        return metadata;
    }
}

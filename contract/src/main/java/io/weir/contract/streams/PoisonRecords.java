package io.weir.contract.streams;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks records whose processing ended a stream thread with an error of the JVM, such as a stack
 * overflow. After the second death at the same offset, the record is set aside. A file stores that,
 * because a transaction with the record never commits. Thread-safe.
 */
final class PoisonRecords {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonRecords.class);

    private static final int DEATHS = 2;

    /** In memory, the oldest records are forgotten first: readers are past them. */
    private static final int MOST_REMEMBERED = 1_000;

    private final Path file;
    private final Map<String, Integer> deaths = new LinkedHashMap<>();
    private final Set<String> setAside = new LinkedHashSet<>();
    private volatile boolean isEmpty = true;

    /** Uses this file, which may be absent. */
    PoisonRecords(Path file) {
        this.file = file;
    }

    /** Reads the records that were set aside before the restart. */
    synchronized void load() {
        try {
            if (Files.isRegularFile(file)) {
                setAside.addAll(Files.readAllLines(file, UTF_8));
                isEmpty = setAside.isEmpty();
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be read: records that were set aside may end the service twice more", file, e);
        }
    }

    /** Whether a record must not be processed any more. */
    boolean isSetAside(String topic, int partition, long offset) {
        return !isEmpty && contains(place(topic, partition, offset));
    }

    private synchronized boolean contains(String place) {
        return setAside.contains(place);
    }

    /** Notes that processing the record ended a thread. */
    synchronized void died(String topic, int partition, long offset, Throwable e) {
        String place = place(topic, partition, offset);
        int times = deaths.merge(place, 1, Integer::sum);
        LOG.error("processing the record {} ended a stream thread; occurrence {}", place, times, e);
        if (times >= DEATHS && setAside.add(place)) {
            isEmpty = false;
            remember(place);
        }
        forgetOldest(deaths.keySet());
        forgetOldest(setAside);
    }

    private void remember(String place) {
        try {
            Files.writeString(file, place + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            LOG.warn(
                    "{} cannot be written: after a restart, the record {} may end the service twice more",
                    file,
                    place,
                    e);
        }
    }

    private static void forgetOldest(Set<String> places) {
        while (places.size() > MOST_REMEMBERED) {
            places.remove(places.iterator().next());
        }
    }

    private static String place(String topic, int partition, long offset) {
        return topic + "/" + partition + "/" + offset;
    }
}

package io.weir.gateway.spool;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of frames on disk. Frames are appended at the end, read sequentially, and deleted once
 * acknowledged. After a restart, reading resumes at the saved acknowledged position. Each frame
 * belongs to a lane, whose order is kept. A blocked lane can be left behind ({@link #leave}): it
 * then reads with its own cursor while the others proceed.
 *
 * <p>A position is the number of bytes since the log began; it only grows. Appended frames survive
 * any end of the process, and a machine failure once they are {@linkplain #whenForced forced}.
 * Belongs to one thread.
 */
public final class Spool implements AutoCloseable {
    /** Maximum length of a frame in bytes. */
    public static final int MAX_FRAME_BYTES = Frame.MAX_BYTES;

    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final long MAX_SEGMENT_BYTES = 16 << 20;
    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private final Disk disk;
    private final DiskRoom room;
    private final AcknowledgedFile acknowledgedFile;
    private final Forcing forcing;
    private final Log log;
    private final Cursor common;
    private final LaneProgress[] lanes;
    private final long segmentBytes;
    private final long recoveredEnd;
    private @Nullable Segment active;
    private long capacity;
    private @Nullable SpoolLock lock;

    private Spool(Disk disk, SpoolSettings settings, int laneCount) throws IOException {
        this.disk = disk;
        this.room = new DiskRoom(settings.bytes(), settings.keepFreePercent(), disk);
        this.segmentBytes = Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, settings.bytes() / 16));
        this.forcing = new Forcing(disk);
        NavigableMap<Long, Segment> segments = SegmentFiles.open(disk);
        this.acknowledgedFile = AcknowledgedFile.open(disk);
        long[] saved = acknowledgedFile.saved();
        long last = Arrays.stream(saved).max().orElse(0);
        this.recoveredEnd = segments.isEmpty()
                ? last
                : Math.max(last, segments.lastEntry().getValue().end());
        this.log = new Log(disk, segments, recoveredEnd);
        this.common = new Cursor(log, segments.isEmpty() ? recoveredEnd : first(segments.firstKey(), saved));
        this.lanes = new LaneProgress[laneCount];
        Arrays.setAll(lanes, lane -> new LaneProgress(lane < saved.length ? saved[lane] : 0, recoveredEnd));
        forget();
        look();
    }

    private static long first(long firstKey, long[] saved) {
        return Math.max(firstKey, Arrays.stream(saved).min().orElse(0));
    }

    /**
     * Opens the spool in its directory, with the frames of an earlier process.
     *
     * @param lanes number of lanes, numbered from 0
     * @throws StartException if the directory is not usable, or another gateway uses it
     */
    public static Spool open(SpoolSettings settings, int lanes) {
        return open(settings, lanes, UnaryOperator.identity());
    }

    /** The same; {@code disk} returns the disk to use, given that of the directory. */
    public static Spool open(SpoolSettings settings, int lanes, UnaryOperator<Disk> disk) {
        SpoolLock lock = SpoolLock.take(settings.directory());
        try {
            Spool spool = new Spool(disk.apply(new LocalDisk(settings.directory())), settings, lanes);
            spool.forcing.start();
            spool.lock = lock;
            return spool;
        } catch (IOException e) {
            lock.release();
            throw SpoolLock.unusable(settings.directory(), e);
        }
    }

    /** A spool with exclusive use of a disk; the caller must call {@link #force}. */
    public static Spool on(Disk disk, SpoolSettings settings, int lanes) throws IOException {
        return new Spool(disk, settings, lanes);
    }

    /**
     * Assigns all following frames to this epoch of a gateway. Earlier epochs are dropped if the
     * spool is empty.
     *
     * @return the gateway of each epoch in the spool
     * @throws StartException if the disk fails
     */
    public Owners claim(long epoch, String gatewayId) {
        try {
            Owners owners = waitingBytes() == 0 ? Owners.none() : Owners.on(disk);
            owners.add(disk, epoch, gatewayId);
            return owners;
        } catch (IOException e) {
            throw new StartException("the spool's disk fails: " + disk + " (" + e + ")", e);
        }
    }

    /** Whether a frame of this length fits into the limit and leaves the disk's reserve free. */
    public boolean hasRoom(int length) {
        return usedBytes() + Frame.HEADER_BYTES + length <= capacity;
    }

    /**
     * Appends a frame, completely or not at all.
     *
     * @return the position after it, for {@link #acknowledge}
     */
    public long append(int lane, byte[] bytes) throws IOException {
        long start = add(lane, bytes);
        lanes[lane].appended(log.end());
        if (lanes[lane].own != null && common.position() == start) {
            // Only its own cursor reads it.
            common.skipTo(log.end());
        }
        return log.end();
    }

    /**
     * The same for a frame that was already sent and is kept for a restart only. Call this only
     * while the lane has nothing unread.
     */
    public long keep(int lane, byte[] bytes) throws IOException {
        long start = add(lane, bytes);
        lanes[lane].take(start, log.end());
        if (common.position() == start) {
            common.skipTo(log.end());
        }
        return log.end();
    }

    private long add(int lane, byte[] bytes) throws IOException {
        if (bytes.length == 0 || bytes.length > Frame.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a frame must have 1 to " + Frame.MAX_BYTES + " bytes, not " + bytes.length);
        }
        long start = log.end();
        Segment into = active;
        boolean isNew = into == null || into.end() - into.base() >= segmentBytes;
        if (into == null || isNew) {
            into = Segment.create(disk, start);
            log.segments().put(start, into);
            active = into;
            look();
        }
        try {
            into.append(lane, bytes);
        } catch (IOException e) {
            active = null; // No frame may follow the partial write in this file.
            forgetIfEmpty(into);
            throw e;
        }
        forcing.written(into.file(), isNew);
        log.end(into.end());
        return start;
    }

    /** Deletes the file so that the next attempt can use its name. */
    private void forgetIfEmpty(Segment segment) throws IOException {
        if (segment.end() == segment.base()) {
            log.segments().remove(segment.base());
            delete(segment);
        }
    }

    private void delete(Segment segment) throws IOException {
        forcing.retire(segment.file());
        disk.delete(segment.name());
    }

    /** Notifies the caller, in any thread, whether the last frame survives a machine failure. */
    public void whenForced(Consumer<Boolean> listener) {
        forcing.whenForced(listener);
    }

    /** Forces all appended frames to disk and notifies the waiting callers. */
    public void force() {
        forcing.force();
    }

    /**
     * @throws IOException once, if appended frames did not reach the disk; new frames then go into
     *     a new file
     */
    public void checkForced() throws IOException {
        IOException failure = forcing.takeFailure();
        if (failure != null) {
            active = null;
            throw failure;
        }
    }

    /**
     * The first frame not taken, of lanes on the common cursor and of unknown lanes. Null if there
     * is none; while {@link #hasUnread} is true, ask again.
     *
     * @throws IOException if the disk cannot be read; the caller may ask again
     */
    public @Nullable Frame peek() throws IOException {
        return common.peek(log.end(), header -> {
            if (header.lane() >= lanes.length) {
                return true;
            }
            LaneProgress lane = lanes[header.lane()];
            return lane.own == null && !lane.isTaken(header.end());
        });
    }

    /**
     * The same for a lane with its own cursor. Null also once it has caught up and reads with the
     * others again.
     */
    public @Nullable Frame peek(int number) throws IOException {
        LaneProgress lane = lanes[number];
        Cursor cursor = lane.own;
        if (cursor == null) {
            return null;
        }
        Frame frame = cursor.peek(common.position(), header -> header.lane() == number && !lane.isTaken(header.end()));
        if (frame == null && cursor.position() >= common.position()) {
            lane.own = null;
        }
        return frame;
    }

    /** Marks the frame of the last peek as taken. */
    public void take(Frame shown) {
        Cursor cursor = common;
        if (shown.lane() < lanes.length) {
            LaneProgress lane = lanes[shown.lane()];
            lane.take(shown.start(), shown.end());
            cursor = lane.own == null ? common : lane.own;
        }
        cursor.take();
    }

    /**
     * Leaves the lane behind at the frame that {@link #peek()} returned; the lane gets its own
     * cursor.
     */
    public void leave(Frame shown) {
        lanes[shown.lane()].own = new Cursor(log, shown.start());
        common.take();
    }

    /** Skips and counts a frame of the last peek whose content is unreadable. */
    public void countDamaged(Frame shown) {
        log.damage().count(1, shown.end() - shown.start());
        take(shown);
    }

    /** Whether the lane has its own cursor. */
    public boolean isLeft(int lane) {
        return lanes[lane].own != null;
    }

    /** Whether the lane may have unread frames. */
    public boolean hasUnread(int lane) {
        return lanes[lane].hasUnread(common.position());
    }

    /** Whether there may be unread frames. */
    public boolean hasUnread() {
        return common.position() < recoveredEnd
                || Arrays.stream(lanes).anyMatch(lane -> lane.hasUnread(common.position()));
    }

    /** Whether the frame that ends there was left by an earlier process. */
    public boolean isRecovered(long position) {
        return position <= recoveredEnd;
    }

    /** Marks frames of the lane before this position as safe elsewhere; may delete segments. */
    public void acknowledge(int lane, long position) {
        lanes[lane].acknowledge(position);
        NavigableMap<Long, Segment> segments = log.segments();
        if (!segments.isEmpty() && position >= segments.firstEntry().getValue().end()) {
            forget();
        }
    }

    /** Marks all taken frames of the lane as safe elsewhere. */
    public void acknowledgeTaken(int lane) {
        lanes[lane].acknowledgeTaken();
    }

    private void forget() {
        NavigableMap<Long, Segment> segments = log.segments();
        if (segments.isEmpty()) {
            return;
        }
        long oldest = oldest();
        while (!segments.isEmpty() && segments.firstEntry().getValue().end() <= oldest) {
            Segment segment = segments.pollFirstEntry().getValue();
            if (segment == active) {
                active = null;
            }
            try {
                delete(segment);
            } catch (IOException e) {
                LOG.warn(
                        "spool: deleting an acknowledged file failed; delete it manually file={}/{}",
                        disk,
                        segment.name(),
                        e);
            }
        }
    }

    /** Everything before this position is acknowledged. */
    private long oldest() {
        long oldest = log.end();
        if (common.position() < recoveredEnd) {
            oldest = common.position();
        }
        for (LaneProgress lane : lanes) {
            oldest = Math.min(oldest, lane.oldest(common.position()));
        }
        return oldest;
    }

    /**
     * Saves the acknowledged positions for a restart and updates the available room. Call this
     * about ten times a second.
     */
    public void save() throws IOException {
        forget();
        saveAcknowledged();
        look();
    }

    private void saveAcknowledged() throws IOException {
        long[] positions = new long[lanes.length];
        for (int lane = 0; lane < lanes.length; lane++) {
            positions[lane] = Math.min(log.end(), lanes[lane].oldest(common.position()));
        }
        acknowledgedFile.save(positions);
    }

    private void look() {
        capacity = room.capacity(usedBytes());
    }

    /** Bytes from the first unacknowledged frame to the end. */
    public long waitingBytes() {
        return log.end() - oldest();
    }

    /** Bytes on disk; files are deleted as a whole. */
    public long usedBytes() {
        return log.segments().isEmpty() ? 0 : log.end() - log.segments().firstKey();
    }

    /** Maximum number of bytes on disk, by the limit and by the free space of the disk. */
    public long capacity() {
        return capacity;
    }

    /** The parts that could not be read. */
    public DamageCounts damage() {
        return log.damage();
    }

    /** Forces everything, saves the acknowledged positions, and releases the directory. */
    @Override
    public void close() {
        try {
            forcing.end();
            saveAcknowledged();
            acknowledgedFile.close();
            for (Segment segment : log.segments().values()) {
                segment.file().close();
            }
        } catch (IOException e) {
            LOG.warn(
                    "spool: storing the acknowledged position failed; some lines will be sent again directory={}",
                    disk,
                    e);
        } finally {
            if (lock != null) {
                lock.release();
            }
        }
    }
}

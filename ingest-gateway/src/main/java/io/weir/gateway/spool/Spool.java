package io.weir.gateway.spool;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of frames on disk: appended at its end, read from where it was read last, and forgotten up to what is acknowledged. After a
 * restart it is read again from what was acknowledged and saved. Each frame belongs to a lane; the order of a lane is kept. A lane
 * that cannot go on is left behind ({@link #leave}) and reads by itself later, while the others go on.
 *
 * <p>A position is a number of bytes since the log began; it only grows. What is appended survives the end of the process, however
 * it ends; that of the machine once it is {@linkplain #whenForced forced}. Belongs to one thread.
 */
public final class Spool implements AutoCloseable {
    /** The longest frame. */
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
     * Opens the spool in its directory, with what an earlier process left there.
     *
     * @param lanes are numbered from 0
     * @throws StartException if the directory cannot be used, or another gateway has it
     */
    public static Spool open(SpoolSettings settings, int lanes) {
        SpoolLock lock = SpoolLock.take(settings.directory());
        try {
            Spool spool = new Spool(new LocalDisk(settings.directory()), settings, lanes);
            spool.forcing.start();
            spool.lock = lock;
            return spool;
        } catch (IOException e) {
            lock.release();
            throw SpoolLock.unusable(settings.directory(), e);
        }
    }

    /** The spool on a disk that nobody else has; {@link #force} is for the caller to call. */
    public static Spool on(Disk disk, SpoolSettings settings, int lanes) throws IOException {
        return new Spool(disk, settings, lanes);
    }

    /**
     * What is appended from now on belongs to this epoch of a gateway. Earlier epochs are forgotten if nothing of them is left.
     *
     * @return the gateway of each epoch that the spool keeps something of
     * @throws StartException if the disk does not keep it
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

    /** Whether a frame of this length may be appended: neither the limit nor the disk's reserve is reached. */
    public boolean hasRoom(int length) {
        return usedBytes() + Frame.HEADER_BYTES + length <= capacity;
    }

    /**
     * Appends a frame; nothing of it is there if that fails.
     *
     * @return the position behind it, for {@link #acknowledge}
     */
    public long append(int lane, byte[] bytes) throws IOException {
        long start = add(lane, bytes);
        lanes[lane].appended(log.end());
        if (lanes[lane].own != null && common.position() == start) {
            common.skipTo(log.end()); // Only its own cursor wants it.
        }
        return log.end();
    }

    /**
     * The same for what is on its way already, and only kept for a restart. To be called while nothing of the lane is unread.
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
            throw new IllegalArgumentException("a frame has 1 to " + Frame.MAX_BYTES + " bytes, not " + bytes.length);
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
            active = null; // Whatever lies behind its end now, nothing follows it in this file.
            forgetIfEmpty(into);
            throw e;
        }
        forcing.written(into.file(), isNew);
        log.end(into.end());
        return start;
    }

    /** So that the next try may have its name. */
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

    /** Tells, perhaps in another thread, whether what was appended last survives a failure of the machine, once that is known. */
    public void whenForced(Consumer<Boolean> told) {
        forcing.whenForced(told);
    }

    /** Brings everything that was appended to the disk, and tells who waits for it. */
    public void force() {
        forcing.force();
    }

    /** @throws IOException once, if what was appended did not get to the disk for good; new frames go into a new file then */
    public void checkForced() throws IOException {
        IOException failure = forcing.takeFailure();
        if (failure != null) {
            active = null;
            throw failure;
        }
    }

    /**
     * The first frame that was not taken, of lanes that were not left behind and of unknown ones. Null if there is none, or, while {@link
     * #hasUnread} says so, none yet: then it is to be asked again.
     *
     * @throws IOException if the disk does not say; it is to be asked again
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

    /** The same of a lane that was left behind. Null also if it has caught up: it reads with the others then. */
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

    /** The frame that was shown is on its way. */
    public void take(Frame shown) {
        Cursor cursor = common;
        if (shown.lane() < lanes.length) {
            LaneProgress lane = lanes[shown.lane()];
            lane.take(shown.start(), shown.end());
            cursor = lane.own == null ? common : lane.own;
        }
        cursor.take();
    }

    /** The frame that {@link #peek()} showed cannot go on: its lane is left behind with it. */
    public void leave(Frame shown) {
        lanes[shown.lane()].own = new Cursor(log, shown.start());
        common.take();
    }

    /** Leaves out a frame that was shown, and counts it, as nobody can make anything of it. */
    public void cut(Frame shown) {
        log.cut().count(1, shown.end() - shown.start());
        take(shown);
    }

    /** Whether the lane was left behind, and reads by itself. */
    public boolean isLeft(int lane) {
        return lanes[lane].own != null;
    }

    /** Whether a frame of the lane may be unread. */
    public boolean hasUnread(int lane) {
        return lanes[lane].hasUnread(common.position());
    }

    /** Whether a frame may be unread. */
    public boolean hasUnread() {
        return common.position() < recoveredEnd
                || Arrays.stream(lanes).anyMatch(lane -> lane.hasUnread(common.position()));
    }

    /** Whether the frame that ends there was left by an earlier process. */
    public boolean isRecovered(long position) {
        return position <= recoveredEnd;
    }

    /** Everything of the lane before this position is safe elsewhere; segments of which nobody needs anything are deleted. */
    public void acknowledge(int lane, long position) {
        lanes[lane].acknowledge(position);
        NavigableMap<Long, Segment> segments = log.segments();
        if (!segments.isEmpty() && position >= segments.firstEntry().getValue().end()) {
            forget();
        }
    }

    /** Everything of the lane that was taken is safe elsewhere. */
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
                        "spool: an acknowledged file cannot be deleted; delete it by hand file={}/{}",
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

    /** Remembers for a restart what is acknowledged, and looks again how much room the disk has; about ten times a second. */
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

    /** Bytes from the first that is not acknowledged on. */
    public long waitingBytes() {
        return log.end() - oldest();
    }

    /** Bytes on disk; files go as a whole. */
    public long usedBytes() {
        return log.segments().isEmpty() ? 0 : log.end() - log.segments().firstKey();
    }

    /** How many bytes may be on disk, by the limit and by what the disk has left. */
    public long capacity() {
        return capacity;
    }

    /** What could not be read any more. */
    public Cut cut() {
        return log.cut();
    }

    /** Forces everything, remembers what is acknowledged and leaves the directory to others. */
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
                    "spool: what is acknowledged cannot be written; some of it will be sent again directory={}",
                    disk,
                    e);
        } finally {
            if (lock != null) {
                lock.release();
            }
        }
    }
}

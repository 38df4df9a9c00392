package io.weir.gateway.spool;

import io.weir.contract.service.StartException;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of frames on disk: appended at its end, read from where it was read last, and forgotten up to what is acknowledged. After a
 * restart it is read again from what was acknowledged and saved.
 *
 * <p>A position is a number of bytes since the log began; it only grows. What is appended survives the end of the process, however
 * it ends; that of the machine only once the system has brought it to the disk. Belongs to one thread.
 */
public final class Spool implements AutoCloseable {
    /** The longest frame. */
    public static final int MAX_FRAME_BYTES = Frame.MAX_BYTES;

    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);
    private static final long MAX_SEGMENT_BYTES = 16 << 20;
    private static final long MIN_SEGMENT_BYTES = 64 << 10;

    private final SpoolSettings settings;
    private final SpoolLock lock;
    private final DiskRoom room;
    private final AcknowledgedFile acknowledgedFile;
    private final NavigableMap<Long, Segment> segments;
    private final long segmentBytes;
    private final long recoveredEnd;
    private final Cut cut = new Cut();
    private @Nullable Segment active;
    private byte @Nullable [] peeked;
    private long read;
    private long acknowledged;
    private long end;
    private long capacity;

    private Spool(SpoolSettings settings, SpoolLock lock) throws IOException {
        this.settings = settings;
        this.lock = lock;
        this.room = DiskRoom.of(settings);
        this.segmentBytes = Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, settings.bytes() / 16));
        this.segments = SegmentFiles.open(settings.directory());
        this.acknowledgedFile = AcknowledgedFile.open(settings.directory());
        long saved = acknowledgedFile.saved();
        this.end = segments.isEmpty()
                ? saved
                : Math.max(saved, segments.lastEntry().getValue().end());
        this.recoveredEnd = end;
        this.read = segments.isEmpty() ? end : Math.max(saved, segments.firstKey());
        this.acknowledged = read;
        forget();
        look();
    }

    /**
     * Opens the spool in its directory, with what an earlier process left there.
     *
     * @throws StartException if the directory cannot be used, or another gateway has it
     */
    public static Spool open(SpoolSettings settings) {
        SpoolLock lock = SpoolLock.take(settings.directory());
        try {
            return new Spool(settings, lock);
        } catch (IOException e) {
            lock.release();
            throw SpoolLock.unusable(settings.directory(), e);
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
    public long append(byte[] bytes) throws IOException {
        if (bytes.length == 0 || bytes.length > Frame.MAX_BYTES) {
            throw new IllegalArgumentException("a frame has 1 to " + Frame.MAX_BYTES + " bytes, not " + bytes.length);
        }
        Segment into = active;
        if (into == null || into.end() - into.base() >= segmentBytes) {
            into = Segment.create(settings.directory(), end);
            segments.put(end, into);
            active = into;
            look();
        }
        try {
            into.append(bytes);
        } catch (IOException e) {
            active = null; // Whatever lies behind its end now, nothing follows it in this file.
            forgetIfEmpty(into);
            throw e;
        }
        end = into.end();
        return end;
    }

    /** So that the next try may have its name. */
    private void forgetIfEmpty(Segment segment) throws IOException {
        if (segment.end() == segment.first()) {
            segments.remove(segment.base());
            segment.delete();
        }
    }

    /** Passes over everything unread: it is on its way already, and is only kept for a restart. */
    public void passOver() {
        read = end;
        peeked = null;
    }

    /** The first unread frame, or null if everything is read. What cannot be read any more is cut, counted and passed over. */
    public byte @Nullable [] peek() {
        while (peeked == null && read < end) {
            Map.Entry<Long, Segment> entry = segments.floorEntry(read);
            Long next = segments.higherKey(read);
            long until = next == null ? end : next;
            if (entry == null || read >= entry.getValue().end()) {
                cut(entry == null ? null : entry.getValue(), until);
                continue;
            }
            Segment segment = entry.getValue();
            read = Math.max(read, segment.first());
            peeked = read < segment.end() ? segment.read(read) : null;
            if (peeked == null) {
                cut(segment, until);
            }
        }
        return peeked;
    }

    /** The position behind the frame that {@link #peek} showed. */
    public long shownEnd() {
        byte[] frame = peeked;
        if (frame == null) {
            throw new IllegalStateException("nothing was shown");
        }
        return read + Frame.HEADER_BYTES + frame.length;
    }

    /** Leaves out the frame that {@link #peek} showed, and counts it, as nobody can make anything of it. */
    public void cutShown() {
        cut.count(shownEnd() - read);
        take();
    }

    /** Reads past the frame that {@link #peek} showed; returns the position behind it, for {@link #acknowledge}. */
    public long take() {
        read = shownEnd();
        peeked = null;
        return read;
    }

    /** Whether the frame that ends there was left by an earlier process. */
    public boolean isRecovered(long position) {
        return position <= recoveredEnd;
    }

    /** Everything before this position is safe elsewhere; whole segments of it are deleted. */
    public void acknowledge(long position) {
        if (position > acknowledged) {
            acknowledged = position;
            forget();
        }
    }

    private void forget() {
        while (!segments.isEmpty() && segments.firstEntry().getValue().end() <= acknowledged) {
            Segment segment = segments.pollFirstEntry().getValue();
            if (segment == active) {
                active = null;
            }
            try {
                segment.delete();
            } catch (IOException e) {
                LOG.warn("spool: an acknowledged file cannot be deleted; delete it by hand file={}", segment.file(), e);
            }
        }
    }

    private void cut(@Nullable Segment segment, long until) {
        if (until > read) {
            cut.count(until - read);
            LOG.warn(
                    "spool: the rest of a file is torn or spoiled and left out file={} at={} bytes={}",
                    segment == null ? settings.directory() : segment.file(),
                    segment == null ? 0 : read - segment.base(),
                    until - read);
        }
        if (segment != null && segment == active) {
            active = null;
        }
        read = until;
    }

    /** Remembers for a restart what is acknowledged, and looks again how much room the disk has; about ten times a second. */
    public void save() throws IOException {
        acknowledgedFile.save(acknowledged);
        look();
    }

    private void look() {
        capacity = room.capacity(usedBytes());
    }

    /** Whether everything that was appended has been read. */
    public boolean isRead() {
        return read == end;
    }

    /** How far it is read. */
    public long readPosition() {
        return read;
    }

    /** The position behind everything. */
    public long end() {
        return end;
    }

    /** Bytes that are not acknowledged. */
    public long waitingBytes() {
        return end - acknowledged;
    }

    /** Bytes on disk; files go as a whole. */
    public long usedBytes() {
        return segments.isEmpty() ? 0 : end - segments.firstKey();
    }

    /** How many bytes may be on disk, by the limit and by what the disk has left. */
    public long capacity() {
        return capacity;
    }

    /** What could not be read any more. */
    public Cut cut() {
        return cut;
    }

    /** Remembers what is acknowledged and leaves the directory to others. */
    @Override
    public void close() {
        try {
            acknowledgedFile.save(acknowledged);
            acknowledgedFile.close();
            for (Segment segment : segments.values()) {
                segment.close();
            }
        } catch (IOException e) {
            LOG.warn(
                    "spool: what is acknowledged cannot be written; some of it will be sent again directory={}",
                    settings.directory(),
                    e);
        } finally {
            lock.release();
        }
    }
}
